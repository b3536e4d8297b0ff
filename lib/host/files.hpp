/// File descriptors and whole files, for the other sources of this folder.
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace trainlint::host {

/// Owns a file descriptor; -1: none.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int number() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }
    /// False: the file system reports an error that came late.
    bool close();

private:
    int number_;
};

/// Never waits: a pipe without a writer, a device, a terminal.
[[nodiscard]] Descriptor open_to_read(int folder, const char* name);

/// All of a small regular file; nothing if it is not there, too large or not readable.
[[nodiscard]] std::optional<std::string> small_file(int folder, const char* name);

/// "No such file or directory", for a person.
[[nodiscard]] std::string error_text(int error);

}  // namespace trainlint::host
