/// Text whose every stretch knows where it comes from: values of variables, words being built.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trainlint/facts.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::shell {

/// Stands for the folder of the script in `$(dirname "$0")`: U+E001. Words show it as a hole; `cd`
/// understands it.
inline constexpr std::string_view script_folder_text = "\xEE\x80\x81";
static_assert(script_folder_text.size() == text::hole_text.size());

/// Where a stretch of a value comes from. It begins in Text::text and ends where the next begins.
struct Stretch {
    std::uint32_t begin = 0;
    std::uint32_t foreign = 0;  ///< 0: `source` is in this script; else 1 + index of a foreign part
    text::Span source;          ///< the characters; of other length: one atom
    text::Span use;             ///< of the variable that brought it in
    Symbol variable{};
    facts::Origin origin = facts::Origin::literal;
    text::Spelling spelling = text::Spelling::shell_unquoted;
    char quote = 0;
    bool brought = false;  ///< by a variable
    bool stands = true;    ///< false: the characters stand nowhere, `source` made them
    bool hole = false;     ///< nobody knows the text
    bool raw = false;      ///< heredoc with a quoted end word
    std::uint16_t indent = 0;

    [[nodiscard]] bool same_kind(const Stretch& other) const;
};

/// Most texts have one stretch: it needs no memory of its own.
class Stretches {
public:
    Stretches() = default;
    Stretches(const Stretches& other) { assign(other); }
    Stretches(Stretches&& other) noexcept { take(other); }
    Stretches& operator=(const Stretches& other) {
        if (this != &other) {
            size_ = 0;
            assign(other);
        }
        return *this;
    }
    Stretches& operator=(Stretches&& other) noexcept {
        if (this != &other) take(other);
        return *this;
    }
    ~Stretches() = default;

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] Stretch* begin() { return more_ ? more_.get() : &one_; }
    [[nodiscard]] Stretch* end() { return begin() + size_; }
    [[nodiscard]] const Stretch* begin() const { return more_ ? more_.get() : &one_; }
    [[nodiscard]] const Stretch* end() const { return begin() + size_; }
    [[nodiscard]] Stretch& operator[](std::size_t i) { return begin()[i]; }
    [[nodiscard]] const Stretch& operator[](std::size_t i) const { return begin()[i]; }
    [[nodiscard]] Stretch& front() { return *begin(); }
    [[nodiscard]] const Stretch& front() const { return *begin(); }
    [[nodiscard]] Stretch& back() { return begin()[size_ - 1]; }
    [[nodiscard]] const Stretch& back() const { return begin()[size_ - 1]; }
    void push_back(const Stretch& stretch) {
        if (size_ == capacity_) grow(std::size_t(capacity_) * 2 + 2);
        begin()[size_++] = stretch;
    }

private:
    void grow(std::size_t capacity) {
        auto more = std::make_unique_for_overwrite<Stretch[]>(capacity);
        std::copy(begin(), end(), more.get());
        more_ = std::move(more);
        capacity_ = static_cast<std::uint32_t>(capacity);
    }
    void assign(const Stretches& other) {
        if (other.size_ > capacity_) grow(other.size_);
        std::copy(other.begin(), other.end(), begin());
        size_ = other.size_;
    }
    void take(Stretches& other) {
        more_ = std::move(other.more_);
        if (!more_ && other.size_ > 0) one_ = other.one_;
        size_ = std::exchange(other.size_, 0);
        capacity_ = std::exchange(other.capacity_, 1);
    }

    Stretch one_;
    std::uint32_t size_ = 0;
    std::uint32_t capacity_ = 1;
    std::unique_ptr<Stretch[]> more_;
};

/// The variable that brings a value in, and where it is used.
struct Bringing {
    Symbol variable{};
    text::Span use;

    /// A stretch of the variable's value as it is used there.
    [[nodiscard]] Stretch operator()(Stretch stretch) const {
        if (stretch.hole && stretch.brought) return stretch;  // it says already who is not known
        if (stretch.hole && !stretch.stands) stretch.source = use;
        stretch.brought = true;
        stretch.variable = variable;
        stretch.use = use;
        if (stretch.origin == facts::Origin::literal) stretch.origin = facts::Origin::assigned;
        return stretch;
    }
};

struct Text {
    std::string text;
    Stretches stretches;  ///< sorted, gapless

    /// Appends characters; joins them to the stretch before if they stand right behind it.
    void append(std::string_view, Stretch);
    /// Appends what [begin, end) of `other` holds, as a variable brings it in (null: as it is).
    void append(const Text& other, std::size_t begin, std::size_t end,
                const Bringing* bringing = nullptr);
    void append(const Text& other) { append(other, 0, other.text.size()); }
    [[nodiscard]] Text slice(std::size_t begin, std::size_t end) const;
    [[nodiscard]] std::size_t end_of(std::size_t stretch) const {
        return stretch + 1 < stretches.size() ? stretches[stretch + 1].begin : text.size();
    }
    [[nodiscard]] bool known() const;
    /// Not empty, and nothing but holes.
    [[nodiscard]] bool only_holes() const;
    [[nodiscard]] const Stretch* stretch_at(std::size_t offset) const;
    void mark(facts::Origin at_least);
};

/// What a variable holds.
struct Content {
    Text value;                      ///< a scalar's
    std::vector<Text> elements;      ///< an array's
    std::vector<Text> alternatives;  ///< a scalar's other values, after an if or a case
    bool array = false;
    bool associative = false;        ///< its elements are not known
    text::Span span;                 ///< a scalar: of the word as written
    /// The scalar as a word, made when it is first needed.
    mutable std::unique_ptr<const facts::Word> word;

    [[nodiscard]] const Text& scalar() const;
    /// Are the elements before `index` surely as many words? A hole that no quotes hold may be
    /// several. Both look at the elements once, whatever how often they are asked.
    [[nodiscard]] bool counted_before(std::size_t index) const;
    [[nodiscard]] bool counted_from(std::size_t index) const;

private:
    struct Holes {
        std::size_t first;  ///< the number of elements: there is none
        std::size_t behind_last;
    };
    [[nodiscard]] const Holes& holes() const;
    mutable std::optional<Holes> holes_;
};

using Contents = std::shared_ptr<const Content>;

[[nodiscard]] Contents scalar_of(Text, std::vector<Text> alternatives = {});

/// A word while it is built.
struct Field {
    Text value;
    std::vector<std::string> alternatives;
    text::Span span;  ///< of the word as written
};

}  // namespace trainlint::shell
