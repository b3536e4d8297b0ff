#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "host/files.hpp"
#include "trainlint/disk_host.hpp"

namespace trainlint::host {
namespace {

/// What the file is now; nothing: it is not there.
struct Present {
    std::optional<struct stat> status;
    std::string path;  ///< where it really lies
};

/// Follows links, also one that leads to a file that is not there yet.
bool find_target(const std::string& path, Present& present, std::string& why) {
    present.path = path;
    constexpr int most_links = 40;
    for (int links = 0; links < most_links; ++links) {
        struct stat status {};
        if (::lstat(present.path.c_str(), &status) != 0) {
            if (errno == ENOENT) return true;
            why = error_text(errno);
            return false;
        }
        if (!S_ISLNK(status.st_mode)) {
            present.status = status;
            return true;
        }
        std::error_code error;
        const std::filesystem::path link = std::filesystem::read_symlink(present.path, error);
        if (error) {
            why = error.message();
            return false;
        }
        // An absolute target replaces the folder.
        present.path = (std::filesystem::path(present.path).parent_path() / link).string();
    }
    why = error_text(ELOOP);
    return false;
}

bool may_replace(const Present& present, std::string& why) {
    if (!present.status) return true;
    if (!S_ISREG(present.status->st_mode)) {
        why = "it is not a plain file";
        return false;
    }
    // Moving over it would ask only for the folder's permission.
    if (::access(present.path.c_str(), W_OK) == 0) return true;
    why = error_text(errno);
    return false;
}

/// A new file in the folder of `path`, with the mode of files that programs make.
Descriptor create_beside(const std::string& path, std::string& name) {
    const auto slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
    constexpr int most_tries = 1000;
    for (int tries = 0; tries < most_tries; ++tries) {
        name = folder + ".trainlint-" + std::to_string(::getpid()) + "-" + std::to_string(tries);
        constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
        Descriptor file(::open(name.c_str(), flags, 0666));
        if (file || errno != EEXIST) return file;
    }
    return Descriptor();
}

bool write_all(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t put = ::write(file, bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

/// Owner first: changing it clears the bits that run a file as its owner.
bool take_over(int file, const struct stat& status) {
    struct stat fresh {};
    if (::fstat(file, &fresh) != 0) return false;
    if (fresh.st_uid != status.st_uid || fresh.st_gid != status.st_gid) {
        // Without the right to it the file becomes the writer's, as with most editors.
        if (::fchown(file, status.st_uid, status.st_gid) != 0 &&
            ::fchown(file, static_cast<uid_t>(-1), status.st_gid) != 0 && errno != EPERM) {
            return false;
        }
    }
    return ::fchmod(file, status.st_mode & 07777) == 0;
}

bool fill(Descriptor& file, std::string_view bytes, const Present& present) {
    if (!write_all(file.number(), bytes)) return false;
    if (present.status && !take_over(file.number(), *present.status)) return false;
    // Else a crash may leave the new name with an empty file.
    if (::fsync(file.number()) != 0 && errno != EINVAL) return false;
    return file.close();
}

}  // namespace

bool write_atomically(std::string_view path, std::string_view bytes, std::string& why) {
    Present present;
    if (path.empty() || path.find('\0') != std::string_view::npos) {
        why = error_text(ENOENT);
        return false;
    }
    if (!find_target(std::string(path), present, why) || !may_replace(present, why)) return false;
    std::string name;
    Descriptor file = create_beside(present.path, name);
    if (!file) {
        why = error_text(errno);
        return false;
    }
    if (fill(file, bytes, present) && ::rename(name.c_str(), present.path.c_str()) == 0) {
        return true;
    }
    why = error_text(errno);
    ::unlink(name.c_str());
    return false;
}

}  // namespace trainlint::host
