#include "frontends/python/scanner_items.hpp"

#include "frontends/python/lexer_text.hpp"

namespace trainlint::python {

LineStart start_of_line(const ScannedText& text, std::uint32_t at) {
    switch (text[at]) {
        case '@':
            return LineStart::decorator;
        case 'a':
        case 'c':
        case 'd':
        case 'e':
        case 'f':
        case 'i':
            break;
        default:
            return LineStart::other;
    }
    switch (text.keyword(at)) {
        case TokenKind::kw_def:
            return LineStart::function;
        case TokenKind::kw_class:
            return LineStart::class_;
        case TokenKind::kw_import:
        case TokenKind::kw_from:
            return LineStart::import;
        case TokenKind::kw_elif:
        case TokenKind::kw_else:
        case TokenKind::kw_except:
        case TokenKind::kw_finally:
            return LineStart::continuation;
        case TokenKind::kw_async: {
            const bool def = text.keyword(text.skip_blanks(at + 5)) == TokenKind::kw_def;
            return def ? LineStart::function : LineStart::other;
        }
        default:
            return LineStart::other;
    }
}

namespace {

constexpr std::uint32_t no_item = 0xFFFFFFFFu;

class LineGrouper {
public:
    LineGrouper(const ScannedText& text, Outline& out) : text_(text), out_(out) {}

    void group() {
        levels_.push_back({no_item, 0, no_item});
        if (!out_.lines.empty()) out_.docstring = string_at(out_.lines.front());
        for (const LogicalLine& line : out_.lines) {
            place(line);
            for (const Level& level : levels_) extend(level, line);
        }
    }

private:
    static constexpr std::size_t most_levels = 50;

    /// The module, or a class whose members are being read.
    struct Level {
        std::uint32_t owner;    // the class
        std::uint32_t indent;   // of its members
        std::uint32_t current;  // the member read last
    };

    void extend(const Level& level, const LogicalLine& line) {
        if (level.current == no_item) return;
        OutlineItem& item = out_.items[level.current];
        item.at.end = line.end;
        if (item.body.size() != 0) item.body.end = line.end;
    }

    void place(const LogicalLine& line) {
        while (levels_.size() > 1 && line.indent < levels_.back().indent) levels_.pop_back();
        Level& level = levels_.back();
        if (level.current != no_item && line.indent > level.indent) {
            if (is_first_of_body(line)) begin_body(line);
            return;
        }
        begin_item(line);
    }

    /// Deeper than the member's own line.
    [[nodiscard]] bool is_first_of_body(const LogicalLine& line) const {
        const OutlineItem& item = out_.items[levels_.back().current];
        const bool definition =
            item.kind == OutlineItem::Kind::function || item.kind == OutlineItem::Kind::class_;
        return definition && item.body.size() == 0 && item.head.end != 0 &&
               line.begin >= item.head.end;
    }

    void begin_body(const LogicalLine& line) {
        OutlineItem& item = out_.items[levels_.back().current];
        item.body = {line_start(line.begin), line.end};
        item.docstring = string_at(line);
        if (item.kind == OutlineItem::Kind::class_ && levels_.size() < most_levels) {
            levels_.push_back({levels_.back().current, line.indent, no_item});
            begin_item(line);
        }
    }

    void begin_item(const LogicalLine& line) {
        Level& level = levels_.back();
        if (joins(level, line)) return;
        level.current = static_cast<std::uint32_t>(out_.items.size());
        OutlineItem item;
        item.parent = level.owner;
        item.at = {line.begin, line.end};
        if (line.start == LineStart::decorator) {
            item.decorators = item.at;
        } else {
            set_head(item, line);
        }
        out_.items.push_back(item);
    }

    /// Whether the line belongs to the member before it: `else` and the like, or what is decorated.
    bool joins(const Level& level, const LogicalLine& line) {
        if (level.current == no_item) return false;
        OutlineItem& before = out_.items[level.current];
        if (line.start == LineStart::continuation) {
            return before.kind == OutlineItem::Kind::statement;
        }
        const bool decorates = before.decorators.size() != 0 && before.head.size() == 0;
        if (!decorates) return false;
        if (line.start == LineStart::decorator) {
            before.decorators.end = line.end;
        } else {
            set_head(before, line);
        }
        return true;
    }

    void set_head(OutlineItem& item, const LogicalLine& line) const {
        item.head = {line.begin, line.end};
        switch (line.start) {
            case LineStart::import:
                item.kind = OutlineItem::Kind::import;
                return;
            case LineStart::class_:
                item.kind = OutlineItem::Kind::class_;
                item.name = name_at(line.begin + 5);
                return;
            case LineStart::function: {
                item.kind = OutlineItem::Kind::function;
                item.asynchronous = text_[line.begin] == 'a';
                const std::uint32_t def =
                    item.asynchronous ? text_.skip_blanks(line.begin + 5) : line.begin;
                item.name = name_at(def + 3);
                return;
            }
            default:
                return;
        }
    }

    [[nodiscard]] text::Span name_at(std::uint32_t at) const {
        at = text_.skip_blanks(at);
        return {at, text_.name_end(at)};
    }

    [[nodiscard]] std::uint32_t line_start(std::uint32_t at) const {
        while (at != 0 && byte::is(text_[at - 1], byte::blank)) --at;
        return at;
    }

    /// The literal that begins the line, with its prefix; empty if it begins otherwise.
    [[nodiscard]] text::Span string_at(const LogicalLine& line) const {
        std::uint32_t quote = line.begin;
        const char prefix = static_cast<char>(text_[quote] | 32);
        if (prefix == 'r' || prefix == 'u') ++quote;
        if (text_[quote] != '"' && text_[quote] != '\'') return {};
        const auto end = text_.literal_end(quote);
        return end ? text::Span{line.begin, *end} : text::Span{};
    }

    ScannedText text_;
    Outline& out_;
    std::vector<Level> levels_;
};

}  // namespace

void group_lines(const ScannedText& text, Outline& out) {
    LineGrouper(text, out).group();
}

}  // namespace trainlint::python
