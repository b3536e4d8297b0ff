#include "frontends/python/state.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "frontends/python/commands.hpp"
#include "frontends/python/comments.hpp"
#include "frontends/python/demand.hpp"
#include "frontends/python/lower.hpp"
#include "frontends/python/parser.hpp"
#include "frontends/python/scanner.hpp"
#include "frontends/python/tree.hpp"

namespace trainlint::python {

struct Reader::Parts {
    explicit Parts(Names& names) : symbols(names), command_words(names) {}

    SymbolCache symbols;
    CommandWords command_words;
    Parser parser;
    Tree tree;
    Outline outline;
    BodyChoice choice;
};

namespace {

constexpr std::size_t most_problems = 10;
constexpr unsigned deepest_class = 50;
constexpr std::uint32_t nowhere = 0xFFFFFFFFu;

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/// Parses what the choice asks for and lowers it, stretch by stretch: neighbours that are stated
/// whole are one stretch, and so is the head of what is not.
class SourceReader {
public:
    SourceReader(std::string_view text, const Outline& outline, const BodyChoice& choice,
                 SymbolCache& symbols, Parser& parser, Tree& tree, flow::Source& out)
        : text_(text),
          items_(outline.items),
          choice_(choice),
          parser_(parser),
          tree_(tree),
          out_(out),
          lowering_(text, symbols, out) {}

    void read() {
        find_whole();
        lowering_.open_top();
        siblings(0, items_.size(), 0);
        lowering_.close();
        place_definitions();
        out_.whole = choice_.states_all();
    }

    [[nodiscard]] const std::vector<SyntaxError>& errors() const { return errors_; }

private:
    [[nodiscard]] bool is_cut(const OutlineItem& item) const { return item.body.size() > 0; }

    /// An item is read whole if nothing in it is left out. Members stand behind their class.
    void find_whole() {
        whole_.assign(items_.size(), 1);
        for (auto i = items_.size(); i-- > 0;) {
            const auto& item = items_[i];
            const bool function = item.kind == OutlineItem::Kind::function;
            if (function && is_cut(item) && !choice_.states(i)) whole_[i] = 0;
            if (!whole_[i] && item.parent < items_.size()) whole_[item.parent] = 0;
        }
    }

    [[nodiscard]] std::size_t behind(std::size_t index) const {
        const auto end = items_[index].at.end;
        auto next = index + 1;
        while (next < items_.size() && items_[next].at.begin < end) ++next;
        return next;
    }

    void siblings(std::size_t first, std::size_t last, unsigned depth) {
        auto begin = nowhere, end = nowhere;
        for (auto i = first; i < last;) {
            const auto& item = items_[i];
            const auto next = behind(i);
            if (begin == nowhere) begin = item.at.begin;
            if (whole_[i] || depth > deepest_class) {
                end = item.at.end;
                i = next;
                continue;
            }
            const bool opens = item.kind == OutlineItem::Kind::class_;
            const bool opened = parse(begin, item.head.end, opens);
            if (opened) {
                siblings(i + 1, next, depth + 1);
                lowering_.close();
            }
            begin = end = nowhere;
            i = next;
        }
        if (end != nowhere) parse(begin, end, false);
    }

    bool parse(std::uint32_t begin, std::uint32_t end, bool opens) {
        parser_.parse_range(text_, begin, end, tree_);
        for (const auto& error : tree_.errors)
            if (errors_.size() < most_problems) errors_.push_back(error);
        return lowering_.statements(tree_, opens);
    }

    /// Spans of what the outline knows are the outline's, whether or not a body was read.
    void place_definitions() {
        auto definition = out_.definitions.begin();
        for (const auto& item : items_) {
            if (item.name.size() == 0) continue;
            while (definition != out_.definitions.end() &&
                   definition->name_at.begin < item.name.begin)
                ++definition;
            if (definition == out_.definitions.end()) return;
            if (definition->name_at != item.name) continue;
            definition->at = trimmed(item.at);
            if (is_cut(item)) definition->body_at = trimmed(item.body);
        }
    }

    [[nodiscard]] text::Span trimmed(text::Span span) const {
        while (span.end > span.begin && is_blank(text_[span.end - 1])) --span.end;
        while (span.begin < span.end && is_blank(text_[span.begin])) ++span.begin;
        return span;
    }

    std::string_view text_;
    const std::vector<OutlineItem>& items_;
    const BodyChoice& choice_;
    Parser& parser_;
    Tree& tree_;
    flow::Source& out_;
    Lowering lowering_;
    std::vector<std::uint8_t> whole_;
    std::vector<SyntaxError> errors_;
};

}  // namespace

Reader::Reader(Names& names) : parts_(std::make_unique<Parts>(names)) {}
Reader::~Reader() = default;

void Reader::state(std::shared_ptr<const text::Fragment> fragment, const frontends::Demand& demand,
                   frontends::Stated& out) {
    auto& p = *parts_;
    const auto text = fragment->text();
    out.fragment = fragment;
    out.source.emplace();
    scan(text, p.outline);
    p.choice.choose(text, p.outline, demand);
    SourceReader reader(text, p.outline, p.choice, p.symbols, p.parser, p.tree, *out.source);
    reader.read();
    for (const auto& error : reader.errors())
        out.problems.push_back({std::string(error.message), fragment->place(error.at)});
    out.comments = directives(text, p.outline);
    state_commands(fragment, *out.source, demand, p.command_words, p.symbols.names(), p.parser,
                   p.tree, out);
}

void state(std::shared_ptr<const text::Fragment> fragment, const frontends::Demand& demand,
           Names& names, frontends::Stated& out) {
    Reader(names).state(std::move(fragment), demand, out);
}

}  // namespace trainlint::python
