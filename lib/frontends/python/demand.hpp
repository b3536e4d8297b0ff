/// Which function bodies are stated: those that can matter to what is judged.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "frontends/python/demand_lines.hpp"
#include "frontends/python/scanner.hpp"
#include "frontends/stated.hpp"

namespace trainlint::python {

/// A body is stated if it holds a trigger, or uses a name through which something with a trigger
/// can reach it (a *hot* name): an import of which the statement holds one, a function or class
/// whose body is hot, a variable or member that is assigned from hot things. So that what is left
/// out reaches no event, no rank and no name that a rule asks for. Besides, what every link needs:
/// options, commands, environment variables. Meant to be used again.
class BodyChoice {
public:
    /// What was held is forgotten.
    void choose(std::string_view text, const Outline&, const frontends::Demand&);

    /// For an item that is a function: is its body stated?
    [[nodiscard]] bool states(std::size_t item) const { return all_ || stated_[item] != 0; }
    /// Every one of them.
    [[nodiscard]] bool states_all() const;

private:
    static constexpr std::uint32_t no_item = 0xFFFFFFFFu;

    void assign_lines();
    void take_hits(std::span<const text::Span> hits);
    void take_hit(text::Span hit, std::uint32_t line);
    void take_needed();
    void need(std::string_view word, bool is_hot);
    [[nodiscard]] std::size_t stated_bytes() const;
    void spread();

    void touch(std::uint32_t line);
    void touch_region(std::uint32_t head);
    void touch_enclosing(std::uint32_t line);
    void bind_line(std::uint32_t line);
    void bind(std::uint32_t line, NameId);
    void make_hot(std::uint32_t item);
    void make_class_hot(std::uint32_t item);
    void heat_class_head(std::uint32_t item);
    void heat(NameId);
    void heat_locally(std::uint32_t item, NameId);
    [[nodiscard]] bool is_quiet(text::Span hit, std::uint32_t line);
    /// What a function does with a word that stands for a variable.
    enum class Scope : std::uint8_t { outer, local, declared_global };
    [[nodiscard]] Scope scope_of(std::uint32_t item, WordHash word);
    /// Calls f(line) for each line that uses a name, in a stretch of the text.
    template <typename F>
    void users(NameId, text::Span within, F&& f);
    [[nodiscard]] bool is_function(std::uint32_t item) const {
        return outline_->items[item].kind == OutlineItem::Kind::function;
    }
    [[nodiscard]] std::string_view name_of(std::uint32_t item) const;
    [[nodiscard]] text::Span whole_text() const {
        return {0, static_cast<std::uint32_t>(text_.size())};
    }

    std::string_view text_;
    const Outline* outline_ = nullptr;
    NamedLines lines_;
    WordIndex words_;
    std::vector<std::uint32_t> owner_;    // line: its function item
    std::vector<std::uint32_t> class_;    // line: its class item, if it has no function
    std::vector<std::uint32_t> head_;     // item: its `def` or `class` line
    std::vector<std::uint32_t> item_at_;  // line: the item whose head it is
    std::vector<std::uint8_t> stated_, hot_items_;
    std::vector<std::uint8_t> declares_;         // item: has it global or nonlocal?
    std::vector<std::uint8_t> touched_, bound_;  // lines
    std::unordered_set<NameId> hot_;
    std::unordered_set<std::uint64_t> locally_hot_;  // of a function: name and item
    std::vector<std::uint32_t> users_;               // lines of the name at hand
    std::vector<NameId> names_to_do_;
    std::vector<std::uint32_t> lines_to_do_;
    bool all_ = false;
};

}  // namespace trainlint::python
