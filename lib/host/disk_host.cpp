#include "trainlint/disk_host.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "host/files.hpp"
#include "host/folder_rules.hpp"

namespace trainlint::host {
namespace {

/// Never sets the highest bit, which is that of texts that lie over a disk.
std::uint64_t stamp_of(const struct stat& status) {
    const auto mixed = [](std::uint64_t a, std::int64_t b) {
        a = (a ^ static_cast<std::uint64_t>(b)) * 0x9E3779B97F4A7C15ULL;
        return a ^ a >> 32;
    };
    std::uint64_t stamp = mixed(1, static_cast<std::int64_t>(status.st_ino));
    stamp = mixed(stamp, status.st_size);
    stamp = mixed(stamp, status.st_mtim.tv_sec);
    stamp = mixed(stamp, status.st_mtim.tv_nsec);
    return mixed(stamp, status.st_ctim.tv_nsec) >> 1;
}

Content unreadable(std::string why) {
    return {.status = Content::Status::unreadable, .why = std::move(why)};
}

Content failed_to_open(int error) {
    if (error == ENOENT || error == ENOTDIR) return {.status = Content::Status::absent};
    return unreadable(error_text(error));
}

std::string_view kind_name(mode_t mode) {
    if (S_ISDIR(mode)) return "a folder";
    if (S_ISFIFO(mode)) return "a pipe";
    if (S_ISSOCK(mode)) return "a socket";
    return "a device";
}

/// Bytes read, at most the buffer's size; -1: errno says why.
ssize_t read_all(int file, std::span<char> buffer, std::size_t expected) {
    std::size_t size = 0;
    while (size < buffer.size()) {
        const ssize_t got = ::read(file, buffer.data() + size, buffer.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        size += static_cast<std::size_t>(got);
        // The size that was told is the end, and saves asking for it; files of /proc tell none.
        if (got == 0 || (expected > 0 && size == expected)) break;
    }
    return static_cast<ssize_t>(size);
}

/// One record of getdents64, as the kernel writes it.
struct RawEntry {
    std::string_view name;
    unsigned char type;
};

/// Calls `each` for all records of a folder. False: the folder cannot be read.
template <typename Each>
bool for_each_record(int folder, std::span<char> buffer, const Each& each) {
    constexpr std::size_t length_at = 16;
    constexpr std::size_t type_at = 18;
    constexpr std::size_t name_at = 19;
    while (true) {
        const long got = ::syscall(SYS_getdents64, folder, buffer.data(), buffer.size());
        if (got < 0) return false;
        if (got == 0) return true;
        for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
            const char* record = buffer.data() + at;
            std::uint16_t length;
            std::memcpy(&length, record + length_at, sizeof length);
            each(RawEntry{record + name_at, static_cast<unsigned char>(record[type_at])});
            at += length;
        }
    }
}

struct Listed {
    std::string name;
    unsigned char type;
};

bool same_file(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace

struct DiskHost::State {
    explicit State(const DiskOptions& options) : obey(options.obey_ignore_files) {
        const std::string& path = options.global_ignore_file;
        if (path.empty()) return;
        if (const auto text = small_file(AT_FDCWD, path.c_str())) global = IgnoreRules(*text);
    }

    std::optional<EntryKind> kind(const std::string& folder, int descriptor, const Listed&) const;
    bool may_follow(const std::string& folder, const struct stat& target) const;

    bool obey;
    IgnoreRules global;
    RulesOfFolders rules;
};

DiskHost::DiskHost(const DiskOptions& options) : state_(std::make_unique<State>(options)) {}
DiskHost::~DiskHost() = default;

std::uint64_t DiskHost::clock() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

Content DiskHost::read(std::string_view path, std::span<char> buffer) {
    if (path.find('\0') != std::string_view::npos) return {.status = Content::Status::absent};
    const std::string name(path);
    const Descriptor file = open_to_read(AT_FDCWD, name.c_str());
    if (!file) return failed_to_open(errno);
    struct stat status {};
    if (::fstat(file.number(), &status) != 0) return unreadable(error_text(errno));
    if (!S_ISREG(status.st_mode)) {
        return unreadable("it is " + std::string(kind_name(status.st_mode)));
    }
    const auto expected = static_cast<std::size_t>(status.st_size);
    if (expected >= buffer.size()) return {.status = Content::Status::too_large};
    const ssize_t size = read_all(file.number(), buffer, expected);
    if (size < 0) return unreadable(error_text(errno));
    if (static_cast<std::size_t>(size) == buffer.size()) {
        return {.status = Content::Status::too_large};
    }
    return {.status = Content::Status::read,
            .size = static_cast<std::size_t>(size),
            .stamp = stamp_of(status)};
}

/// Nothing: neither a file nor a folder, or not to be followed.
std::optional<EntryKind> DiskHost::State::kind(const std::string& folder, int descriptor,
                                               const Listed& entry) const {
    if (entry.type == DT_REG) return EntryKind::file;
    if (entry.type == DT_DIR) return EntryKind::folder;
    if (entry.type != DT_LNK && entry.type != DT_UNKNOWN) return std::nullopt;
    struct stat status {};
    if (::fstatat(descriptor, entry.name.c_str(), &status, 0) != 0) return std::nullopt;
    if (S_ISREG(status.st_mode)) return EntryKind::file;
    if (!S_ISDIR(status.st_mode)) return std::nullopt;
    struct stat itself {};
    const bool link = entry.type == DT_LNK || (::fstatat(descriptor, entry.name.c_str(), &itself,
                                                         AT_SYMLINK_NOFOLLOW) == 0 &&
                                               S_ISLNK(itself.st_mode));
    if (link && !may_follow(folder, status)) return std::nullopt;
    return EntryKind::folder;
}

/// Links that lead upward never end; links inside of linked folders multiply.
bool DiskHost::State::may_follow(const std::string& folder, const struct stat& target) const {
    for (std::string_view at = folder; !at.empty(); at = parent_folder(at)) {
        struct stat status {};
        const std::string path(at);
        if (::stat(path.c_str(), &status) == 0 && same_file(status, target)) return false;
        const bool walked_to = rules.was_listed(parent_folder(at));
        if (!walked_to || ::lstat(path.c_str(), &status) != 0) continue;
        if (S_ISLNK(status.st_mode)) return false;
    }
    return true;
}

std::optional<std::vector<Entry>> DiskHost::list(std::string_view folder) {
    if (folder.find('\0') != std::string_view::npos) return std::nullopt;
    const std::string path = absolute_path(folder);
    const Descriptor open(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!open) return std::nullopt;
    std::vector<Listed> found;
    IgnoreFiles files;
    std::array<char, 1 << 15> buffer;
    const auto take = [&](RawEntry entry) {
        if (entry.name == "." || entry.name == "..") return;
        if (entry.name == ".git") {
            files.repository = true;
            return;
        }
        if (entry.name == ".gitignore") files.gitignore = true;
        if (entry.name == ".ignore") files.ignore = true;
        found.push_back({std::string(entry.name), entry.type});
    };
    if (!for_each_record(open.number(), buffer, take)) return std::nullopt;
    const bool obey = state_->obey;
    const Rules rules = state_->rules.update(path, open.number(), obey ? files : IgnoreFiles{});
    std::vector<Entry> entries;
    entries.reserve(found.size());
    for (Listed& entry : found) {
        const auto kind = state_->kind(path, open.number(), entry);
        if (!kind) continue;
        const Candidate candidate{path, entry.name, *kind == EntryKind::folder};
        if (obey && is_ignored(rules.get(), state_->global, candidate)) continue;
        entries.push_back({std::move(entry.name), *kind});
    }
    return entries;
}

}  // namespace trainlint::host
