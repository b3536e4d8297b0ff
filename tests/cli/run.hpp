/// Runs the binary in a folder of its own.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace trainlint::tests {

struct Ran {
    int status = -1;
    std::string out, err;
};

/// A folder that is its own project root, removed at the end.
class Folder {
public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    void write(const std::string& name, std::string_view text) const;
    [[nodiscard]] std::string read(const std::string& name) const;
    /// `arguments` as a shell reads them; `input` is standard input.
    [[nodiscard]] Ran run(const std::string& arguments, std::string_view input = {}) const;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace trainlint::tests
