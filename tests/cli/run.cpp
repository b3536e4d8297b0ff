#include "run.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace trainlint::tests {

namespace fs = std::filesystem;

namespace {

std::string slurp(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

}  // namespace

Folder::Folder() {
    std::string name = (fs::temp_directory_path() / "trainlint-cli-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
    fs::create_directory(path_ / "work");
    write("trainlint.toml", "root = true\n");
}

Folder::~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

void Folder::write(const std::string& name, std::string_view text) const {
    const auto path = path_ / "work" / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

std::string Folder::read(const std::string& name) const { return slurp(path_ / "work" / name); }

Ran Folder::run(const std::string& arguments, std::string_view input) const {
    std::ofstream(path_ / "in", std::ios::binary) << input;
    const auto command = "cd '" + (path_ / "work").string() + "' && '" TRAINLINT_BINARY "' " +
                         arguments + " <'" + (path_ / "in").string() + "' >'" +
                         (path_ / "out").string() + "' 2>'" + (path_ / "err").string() + "'";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, slurp(path_ / "out"),
            slurp(path_ / "err")};
}

}  // namespace trainlint::tests
