#include "page.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace trainlint::pages {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 21> usual_files{{
    {"shell", "run.sh"},
    {"bash", "run.sh"},
    {"sh", "run.sh"},
    {"sbatch", "job.sbatch"},
    {"slurm", "job.sbatch"},
    {"text", "requirements.txt"},
    {"python", "train.py"},
    {"notebook", "train.ipynb"},
    {"yaml", "job.yaml"},
    {"json", "config.json"},
    {"toml", "config.toml"},
    {"ini", "config.ini"},
    {"dockerfile", "Dockerfile"},
    {"make", "Makefile"},
    {"makefile", "Makefile"},
    {"cpp", "main.cpp"},
    {"cxx", "main.cpp"},
    {"cuda", "main.cu"},
    {"markdown", "README.md"},
    {"requirements", "requirements.txt"},
    {"jsonc", "config.jsonc"},
}};

struct Line {
    std::string_view text;  // without its end
    std::size_t number = 0;
};

std::vector<Line> split_lines(std::string_view text) {
    std::vector<Line> lines;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const auto end = std::min(text.find('\n', begin), text.size());
        auto line = text.substr(begin, end - begin);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back({line, lines.size() + 1});
        begin = end + 1;
    }
    return lines;
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

struct Fence {
    char mark = 0;
    std::size_t length = 0;
    std::string_view info;
};

std::optional<Fence> fence_of(std::string_view line) {
    if (line.empty() || (line[0] != '`' && line[0] != '~')) return std::nullopt;
    const auto length = std::min(line.find_first_not_of(line[0]), line.size());
    if (length < 3) return std::nullopt;
    return Fence{line[0], length, trimmed(line.substr(length))};
}

bool closes(const Fence& open, std::string_view line) {
    const auto fence = fence_of(line);
    return fence && fence->mark == open.mark && fence->length >= open.length && fence->info.empty();
}

// `shell good unreached because="..."`: words, the last of which may hold a quoted text.
struct Info {
    std::vector<std::string_view> words;
    std::string because;
    std::string fault;
};

Info read_info(std::string_view info) {
    Info read;
    while (!(info = trimmed(info)).empty()) {
        if (info.starts_with("because=\"")) {
            const auto end = info.find('"', 9);
            if (end == std::string_view::npos) {
                read.fault = "because=\" has no closing quote";
                return read;
            }
            read.because = info.substr(9, end - 9);
            info.remove_prefix(end + 1);
            continue;
        }
        const auto end = std::min(info.find_first_of(" \t"), info.size());
        read.words.push_back(info.substr(0, end));
        info.remove_prefix(end);
    }
    return read;
}

std::optional<Block::Kind> kind_of(std::string_view word) {
    if (word == "bad") return Block::Kind::bad;
    if (word == "good") return Block::Kind::good;
    if (word == "fixed") return Block::Kind::fixed;
    if (word == "todo") return Block::Kind::todo;
    return std::nullopt;
}

std::size_t code_points(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }));
}

// Blanks, carets, then nothing or a blank and the text.
std::optional<Mark> mark_of(const Line& line) {
    const auto first = line.text.find_first_not_of(' ');
    if (first == std::string_view::npos || line.text[first] != '^') return std::nullopt;
    const auto end = std::min(line.text.find_first_not_of('^', first), line.text.size());
    if (end < line.text.size() && line.text[end] != ' ') return std::nullopt;
    Mark mark;
    mark.column = code_points(line.text.substr(0, first)) + 1;
    mark.length = end - first;
    mark.text = trimmed(line.text.substr(end));
    mark.page_line = line.number;
    return mark;
}

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text), lines_(split_lines(text)) {}

    Page read() {
        const auto body = read_head();
        for (at_ = body; at_ < lines_.size(); ++at_) read_line();
        return std::move(page_);
    }

private:
    void fault(std::size_t line, std::string what) {
        page_.faults.push_back({line, std::move(what)});
    }

    std::size_t read_head() {
        if (lines_.empty() || lines_[0].text != "+++") {
            fault(1, "a page begins with its head between lines of +++");
            return 0;
        }
        std::size_t end = 1;
        while (end < lines_.size() && lines_[end].text != "+++") {
            page_.head.append(lines_[end].text).push_back('\n');
            ++end;
        }
        page_.head_line = 2;
        if (end == lines_.size()) {
            fault(1, "the head has no closing +++");
            return end;
        }
        const auto below = lines_[end].text.data() + lines_[end].text.size();
        page_.body = text_.substr(static_cast<std::size_t>(below - text_.data()));
        page_.body.erase(0, std::min(page_.body.find_first_not_of("\r\n"), page_.body.size()));
        return end + 1;
    }

    void read_line() {
        const auto& line = lines_[at_];
        if (const auto fence = fence_of(line.text)) return read_block(*fence);
        if (line.text.starts_with("# ") && page_.title.empty())
            page_.title = trimmed(line.text.substr(2));
        if (line.text.starts_with("## "))
            page_.sections.push_back({std::string(trimmed(line.text.substr(3))), line.number});
    }

    void read_block(const Fence& fence) {
        const auto opening = lines_[at_].number;
        const auto first = ++at_;
        while (at_ < lines_.size() && !closes(fence, lines_[at_].text)) ++at_;
        if (at_ == lines_.size()) fault(opening, "this block is not closed");
        auto info = read_info(fence.info);
        if (!info.fault.empty()) return fault(opening, info.fault);
        auto block = block_of(info, opening);
        if (!block) return;
        fill(*block, first);
        page_.blocks.push_back(std::move(*block));
    }

    std::optional<Block> block_of(Info& info, std::size_t line) {
        if (info.words.size() < 2) {
            if (!info.because.empty()) fault(line, "because= belongs to good and todo blocks");
            return std::nullopt;
        }
        const auto kind = kind_of(info.words[1]);
        if (!kind) {
            fault(line,
                  "a block is bad, good, fixed or todo, not \"" + std::string(info.words[1]) + '"');
            return std::nullopt;
        }
        Block block{.kind = *kind,
                    .language = std::string(info.words[0]),
                    .because = std::move(info.because),
                    .line = line};
        for (std::size_t i = 2; i < info.words.size(); ++i) {
            if (info.words[i] == "unreached" && *kind == Block::Kind::good)
                block.unreached = true;
            else
                fault(line, "unknown word \"" + std::string(info.words[i]) + "\" on a block");
        }
        if (usual_file(block.language).empty())
            fault(line, "unknown language \"" + block.language + "\"");
        return block;
    }

    void fill(Block& block, std::size_t first) {
        std::size_t code_line = 0;
        for (auto i = first; i < at_; ++i) {
            const auto& line = lines_[i];
            if (line.text.starts_with("### file ")) {
                start_file(block, line);
                code_line = 0;
                continue;
            }
            if (auto mark = mark_of(line)) {
                add_mark(block, std::move(*mark), code_line);
                continue;
            }
            if (block.files.empty())
                block.files.push_back({std::string(usual_file(block.language)), ""});
            block.files.back().text.append(line.text).push_back('\n');
            ++code_line;
        }
        if (block.files.empty()) fault(block.line, "an empty block");
    }

    void start_file(Block& block, const Line& line) {
        const auto name = trimmed(line.text.substr(9));
        if (!block.named && !block.files.empty())
            fault(line.number, "code stands before the first \"### file\" line");
        for (const auto& file : block.files)
            if (file.name == name) fault(line.number, "a second file of that name");
        if (name.empty() || name.front() == '/' || name.find("..") != std::string_view::npos)
            fault(line.number, "a file name is relative and stays inside the project");
        block.named = true;
        block.files.push_back({std::string(name), ""});
    }

    void add_mark(Block& block, Mark mark, std::size_t code_line) {
        if (code_line == 0) return fault(mark.page_line, "carets stand below the code they mark");
        if (block.kind != Block::Kind::bad && block.kind != Block::Kind::todo)
            return fault(mark.page_line, "only bad and todo blocks are marked");
        mark.file = block.files.back().name;
        mark.line = code_line;
        block.marks.push_back(std::move(mark));
    }

    std::string_view text_;
    std::vector<Line> lines_;
    std::size_t at_ = 0;
    Page page_;
};

}  // namespace

std::string_view usual_file(std::string_view language) {
    for (const auto& [name, file] : usual_files)
        if (name == language) return file;
    return {};
}

Page parse_page(std::string_view text) {
    return Reader(text).read();
}

std::vector<std::string> placeholders(std::string_view message, std::string& fault) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < message.size(); ++i) {
        if (message[i] == '}') fault = "a } without its {";
        if (message[i] != '{') continue;
        const auto end = message.find('}', i);
        const auto name = message.substr(i + 1, end == std::string_view::npos ? end : end - i - 1);
        const auto plain =
            name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos;
        if (end == std::string_view::npos || name.empty() || !plain) {
            fault = "a placeholder is {name}: lower-case letters and _";
            return names;
        }
        names.emplace_back(name);
        i = end;
    }
    return names;
}

}  // namespace trainlint::pages
