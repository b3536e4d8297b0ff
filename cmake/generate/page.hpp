/// A rule's page taken apart: head, sections, and the blocks that are its tests. Plain C++, so that
/// the generator and the test of the pages share it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trainlint::pages {

/// A line of carets below a line of code: what must be reported there.
struct Mark {
    std::string file;           ///< name of the file in the block
    std::size_t line = 0;       ///< of the code it marks, from 1, counted without the caret lines
    std::size_t column = 0;     ///< first marked column, from 1, in code points
    std::size_t length = 0;     ///< number of carets
    std::string text;           ///< "part of the message", or "key: part" for a related place
    std::size_t page_line = 0;  ///< of the caret line, from 1
};

/// A file of a block, without caret lines.
struct File {
    std::string name;
    std::string text;
};

struct Block {
    enum class Kind { bad, good, fixed, todo };
    Kind kind{};
    std::string language;  ///< first word of the fence: "shell"
    std::string because;
    bool unreached = false;
    bool named = false;  ///< has `### file` lines
    std::vector<File> files;
    std::vector<Mark> marks;
    std::size_t line = 0;  ///< of the fence on the page, from 1
};

struct Section {
    std::string title;
    std::size_t line = 0;
};

/// Something wrong on the page.
struct Fault {
    std::size_t line = 0;
    std::string what;
};

struct Page {
    std::string head;           ///< TOML between the `+++` lines
    std::size_t head_line = 0;  ///< of its first line
    std::string body;           ///< all below the head
    std::string title;          ///< of the first heading
    std::vector<Section> sections;
    std::vector<Block> blocks;
    std::vector<Fault> faults;
};

[[nodiscard]] Page parse_page(std::string_view text);

/// The file that a block of this language is, if it names none: "run.sh"; empty: not a language of
/// blocks.
[[nodiscard]] std::string_view usual_file(std::string_view language);

/// The names of `{name}` placeholders in a message, or nothing and a fault.
[[nodiscard]] std::vector<std::string> placeholders(std::string_view message, std::string& fault);

}  // namespace trainlint::pages
