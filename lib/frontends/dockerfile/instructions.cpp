#include "frontends/dockerfile/instructions.hpp"

#include <algorithm>

namespace trainlint::dockerfile {

namespace {

using std::string_view;

constexpr string_view blanks = " \t\r";

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_word_character(char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
}

char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

class InstructionReader {
public:
    explicit InstructionReader(string_view text)
        : text_(text), size_(static_cast<std::uint32_t>(text.size())) {
        if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    }

    Instructions run() {
        while (at_ < size_) line();
        return std::move(out_);
    }

private:
    /// Without the line feed and a carriage return before it.
    [[nodiscard]] text::Span line_at(std::uint32_t begin) const {
        auto end = static_cast<std::uint32_t>(std::min<std::size_t>(text_.find('\n', begin), size_));
        next_ = std::min(end + 1, size_);
        if (end > begin && text_[end - 1] == '\r') --end;
        return {begin, end};
    }
    [[nodiscard]] std::uint32_t first_in(text::Span line) const {
        const auto found = text_.find_first_not_of(blanks, line.begin);
        return static_cast<std::uint32_t>(std::min<std::size_t>(found, line.end));
    }
    [[nodiscard]] string_view part(text::Span span) const {
        return text_.substr(span.begin, span.size());
    }

    void line() {
        const auto whole = line_at(at_);
        const auto first = first_in(whole);
        if (first == whole.end) {
            at_ = next_;
        } else if (text_[first] == '#') {
            comment({first, whole.end});
            at_ = next_;
        } else {
            instruction({first, whole.end});
        }
    }

    /// Before anything else, `# escape=` chooses the mark of continued lines.
    void comment(text::Span line) {
        out_.comments.push_back(line);
        std::string plain;
        for (const char c : part(line).substr(1))
            if (blanks.find(c) == string_view::npos) plain += upper(c);
        const bool directive = out_.all.empty() && plain.find('=') != std::string::npos;
        if (!directive) directives_end_ = true;
        if (!directives_end_ && plain.starts_with("ESCAPE=") && plain.size() == 8)
            escape_ = plain.back();
    }

    void instruction(text::Span line) {
        Instruction read;
        directives_end_ = true;
        auto end = line.begin;
        while (end < line.end && is_letter(text_[end])) read.keyword += upper(text_[end++]);
        read.at = line;
        if (read.keyword.empty()) fault("no instruction begins so", line);
        text::Span rest{end, line.end};
        while (add_stretch(rest, read)) {
            if (!next_stretch(rest)) break;
            read.at.end = rest.end;
        }
        at_ = next_;
        if (read.keyword == "RUN" || read.keyword == "COPY" || read.keyword == "ADD")
            read_documents(read);
        if (!read.keyword.empty()) out_.all.push_back(std::move(read));
    }

    /// False: the instruction ends here.
    bool add_stretch(text::Span line, Instruction& to) const {
        const auto last = part(line).find_last_not_of(blanks);
        const bool goes_on = last != string_view::npos && part(line)[last] == escape_;
        if (goes_on) line.end = line.begin + static_cast<std::uint32_t>(last);
        to.stretches.push_back(line);
        return goes_on;
    }

    /// Comments and empty lines between continued ones count for nothing.
    bool next_stretch(text::Span& line) {
        while (next_ < size_) {
            line = line_at(next_);
            const auto first = first_in(line);
            if (first == line.end) continue;
            if (text_[first] != '#') return true;
            out_.comments.push_back({first, line.end});
        }
        return false;
    }

    /// `<<EOF`, `<<-"EOF"` outside quotes; their lines follow.
    void read_documents(Instruction& read) {
        const auto joined = read.joined(text_);
        std::vector<HereDocument> found;
        char quote = '\0';
        for (std::size_t i = 0; i + 2 < joined.size(); ++i) {
            const char c = joined[i];
            if (c == '\\') {
                ++i;
            } else if (quote != '\0') {
                if (c == quote) quote = '\0';
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (joined.compare(i, 3, "<<<") == 0) {
                i += 2;
            } else if (joined.compare(i, 2, "<<") == 0) {
                i = begin_document(joined, i + 2, found) - 1;
            }
        }
        if (found.empty()) return;
        read.documents_at = {at_, at_};
        for (auto& document : found) read_body(document, read.at);
        read.documents_at.end = at_;
        read.at.end = at_;
        read.documents = std::move(found);
    }

    std::size_t begin_document(string_view joined, std::size_t at,
                               std::vector<HereDocument>& found) {
        HereDocument document;
        if (at < joined.size() && joined[at] == '-') {
            document.drops_tabs = true;
            ++at;
        }
        const bool quoted = at < joined.size() && (joined[at] == '"' || joined[at] == '\'');
        if (quoted) ++at;
        auto end = at;
        while (end < joined.size() && is_word_character(joined[end])) ++end;
        if (end == at) return end;
        document.name = joined.substr(at, end - at);
        found.push_back(std::move(document));
        return end + (quoted ? 1 : 0);
    }

    void read_body(HereDocument& document, text::Span instruction) {
        document.body = {at_, at_};
        while (at_ < size_) {
            const auto line = line_at(at_);
            auto content = part(line);
            if (document.drops_tabs)
                content.remove_prefix(std::min(content.find_first_not_of('\t'), content.size()));
            at_ = next_;
            if (content == document.name) return;
            document.body.end = at_;
        }
        fault("a here-document is never ended", instruction);
    }

    void fault(string_view what, text::Span at) {
        constexpr std::size_t most_faults = 10;
        if (out_.faults.size() < most_faults) out_.faults.emplace_back(what, at);
    }

    string_view text_;
    std::uint32_t size_;
    std::uint32_t at_ = 0;
    mutable std::uint32_t next_ = 0;  // the line behind the one that was looked at last
    char escape_ = '\\';
    bool directives_end_ = false;
    Instructions out_;
};

}  // namespace

std::string Instruction::joined(string_view text) const {
    std::string whole;
    for (const auto& stretch : stretches) whole += text.substr(stretch.begin, stretch.size());
    return whole;
}

Instructions read(string_view text) {
    return InstructionReader(text).run();
}

}  // namespace trainlint::dockerfile
