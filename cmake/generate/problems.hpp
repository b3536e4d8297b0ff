/// What is wrong in the tables and pages, collected so that one run names all of it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace trainlint::generate {

class Problems {
public:
    void add(const std::string& file, std::size_t line, const std::string& what) {
        lines_.push_back(file + ":" + std::to_string(line) + ": " + what);
    }
    [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

private:
    std::vector<std::string> lines_;
};

}  // namespace trainlint::generate
