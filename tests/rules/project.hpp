// A project in memory and what the library says of it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../../cmake/generate/page.hpp"
#include "trainlint/workspace.hpp"

namespace trainlint::test {

using Texts = std::map<std::string, std::string>;  // file name to text

Texts texts_of(const pages::Block&);

// Lines and columns from 1, columns in code points; an end behind the line's last is the next line.
struct Span {
    std::string file;
    std::size_t line = 0, column = 0, end_line = 0, end_column = 0;
};

class TestProject {
public:
    TestProject(Texts files, Request request);

    [[nodiscard]] const Result& result() const { return result_; }
    [[nodiscard]] const Snapshot& snapshot() const { return *snapshot_; }
    [[nodiscard]] const Texts& files() const { return files_; }
    [[nodiscard]] std::vector<const Finding*> findings_of(std::string_view rule) const;
    // The name of the file as the block gives it.
    [[nodiscard]] std::string file_of(text::Place) const;
    [[nodiscard]] Span span_of(text::Place) const;
    // "run.sh:2:5 rule:row message" of all findings, for messages.
    [[nodiscard]] std::string told() const;
    // The files after the fixes of these findings; nothing: two edits overlap.
    [[nodiscard]] std::optional<Texts> fixed(const std::vector<const Finding*>&) const;

private:
    Texts files_;
    std::unique_ptr<Workspace> workspace_;
    std::optional<Snapshot> snapshot_;
    Result result_;
};

// The columns of a text's line, for places.
std::size_t code_points(std::string_view);

}  // namespace trainlint::test
