#include "host/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace trainlint::host {

bool Descriptor::close() {
    if (number_ < 0) return true;
    const int number = std::exchange(number_, -1);
    return ::close(number) == 0 || errno == EINTR;
}

Descriptor open_to_read(int folder, const char* name) {
    return Descriptor(::openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
}

std::optional<std::string> small_file(int folder, const char* name) {
    constexpr off_t limit = 4 << 20;
    const Descriptor file = open_to_read(folder, name);
    struct stat status {};
    if (!file || ::fstat(file.number(), &status) != 0) return std::nullopt;
    if (!S_ISREG(status.st_mode) || status.st_size > limit) return std::nullopt;
    std::string text(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t size = 0;
    while (size < text.size()) {
        const ssize_t got = ::read(file.number(), text.data() + size, text.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return std::nullopt;
        if (got == 0) break;
        size += static_cast<std::size_t>(got);
    }
    text.resize(size);
    return text;
}

std::string error_text(int error) {
    return std::generic_category().message(error);
}

}  // namespace trainlint::host
