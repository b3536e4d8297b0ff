#include "frontends/dockerfile/words.hpp"

#include <algorithm>

namespace trainlint::dockerfile {

namespace {

using facts::Word;
using std::string_view;

/// Values that double again and again are not known beyond it.
constexpr std::size_t longest_value = 65'536;

bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name(char c) {
    return is_name_start(c) || (c >= '0' && c <= '9');
}
bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/// Walks over the characters of an instruction and knows where each of them stands.
class Cursor {
public:
    Cursor(string_view text, const Instruction& instruction) : text_(text) {
        for (const auto& stretch : instruction.stretches)
            for (auto at = stretch.begin; at < stretch.end; ++at) places_.push_back(at);
        end_ = instruction.stretches.empty() ? 0 : instruction.stretches.back().end;
    }

    [[nodiscard]] bool at_end() const { return at_ >= places_.size(); }
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < places_.size() ? text_[places_[at_ + ahead]] : '\0';
    }
    [[nodiscard]] std::uint32_t place() const { return at_end() ? end_ : places_[at_]; }
    /// Behind the character that was passed last.
    [[nodiscard]] std::uint32_t behind() const {
        return at_ == 0 ? place() : places_[at_ - 1] + 1;
    }
    void pass(std::size_t count = 1) { at_ = std::min(at_ + count, places_.size()); }
    void skip_blanks() {
        while (!at_end() && is_blank(peek())) pass();
    }

private:
    string_view text_;
    std::vector<std::uint32_t> places_;
    std::uint32_t end_ = 0;
    std::size_t at_ = 0;
};

class WordReader {
public:
    WordReader(const std::shared_ptr<const text::Fragment>& fragment, Names& names,
               const Instruction& instruction, const InForce& in_force,
               facts::Allowance& brought_in)
        : fragment_(fragment),
          names_(names),
          in_force_(in_force),
          brought_in_(brought_in),
          cursor_(fragment->text(), instruction) {}

    [[nodiscard]] Cursor& cursor() { return cursor_; }

    /// Up to a blank outside quotes; `to_end`: to the end of the instruction.
    Word word(bool to_end = false) {
        word_ = {};
        const auto begin = cursor_.place();
        char quote = '\0';
        while (!cursor_.at_end() && (to_end || quote != '\0' || !is_blank(cursor_.peek()))) {
            const char c = cursor_.peek();
            if (c == '\\' && quote != '\'' && cursor_.peek(1) != '\0') {
                cursor_.pass();
                character();
            } else if (quote == '\0' && (c == '"' || c == '\'')) {
                quote = c;
                cursor_.pass();
            } else if (c == quote && quote != '\0') {
                quote = '\0';
                cursor_.pass();
            } else if (c == '$' && quote != '\'') {
                variable();
            } else {
                character();
            }
        }
        word_.span = {begin, std::max(begin, cursor_.behind())};
        word_.at = fragment_->place(word_.span);
        return std::move(word_);
    }

private:
    void character() {
        const auto at = cursor_.place();
        const char c = cursor_.peek();
        cursor_.pass();
        auto* last = word_.parts.empty() ? nullptr : &word_.parts.back();
        const bool follows = last && last->origin == facts::Origin::literal &&
                             last->source.end == at && !last->expansion;
        if (!follows) last = &add({at, at}, facts::Origin::literal);
        word_.text += c;
        ++last->span.end;
        last->source.end = at + 1;
        last->at = fragment_->place(last->source);
    }

    facts::Part& add(text::Span source, facts::Origin origin) {
        const auto begin = static_cast<std::uint32_t>(word_.text.size());
        auto& part = word_.parts.emplace_back();
        part.span = {begin, begin};
        part.origin = origin;
        part.source = source;
        part.at = fragment_->place(source);
        part.fragment = fragment_;
        return part;
    }

    /// `$NAME`, `${NAME}`; with a default or an alternative the value is not followed.
    void variable() {
        const auto begin = cursor_.place();
        const bool braces = cursor_.peek(1) == '{';
        std::size_t size = braces ? 2 : 1;
        std::string name;
        while (is_name(cursor_.peek(size))) name += cursor_.peek(size++);
        if (name.empty() || !is_name_start(name[0])) return character();
        const bool plain = !braces || cursor_.peek(size) == '}';
        while (braces && cursor_.peek(size) != '}' && cursor_.peek(size) != '\0') ++size;
        cursor_.pass(size + (braces ? 1 : 0));
        put_in(names_.intern(name), plain, {begin, cursor_.behind()});
    }

    void put_in(Symbol name, bool plain, text::Span use) {
        const auto* known = plain ? in_force_.find(name) : nullptr;
        const bool found = known && known->known() &&
                           word_.text.size() + known->text.size() <= longest_value &&
                           brought_in_.spend(known->text.size());
        auto& part = add(use, found ? facts::Origin::assigned : facts::Origin::unknown);
        part.expansion = {name, facts::Stage::image_build, fragment_->place(use)};
        word_.text += found ? known->text : std::string(text::hole_text);
        part.span.end = static_cast<std::uint32_t>(word_.text.size());
        if (!found) return;
        part.at = known->at;
        const bool whole = known->parts.size() == 1;
        part.fragment = whole ? known->parts[0].fragment : nullptr;
        part.source = whole ? known->parts[0].source : text::Span{};
    }

    const std::shared_ptr<const text::Fragment>& fragment_;
    Names& names_;
    const InForce& in_force_;
    facts::Allowance& brought_in_;
    Cursor cursor_;
    Word word_;
};

}  // namespace

std::vector<Word> Words::read(const Instruction& instruction, const InForce& in_force) {
    WordReader reader(fragment_, names_, instruction, in_force, brought_in_);
    std::vector<Word> words;
    for (reader.cursor().skip_blanks(); !reader.cursor().at_end(); reader.cursor().skip_blanks())
        words.push_back(reader.word());
    return words;
}

std::vector<Pair> Words::pairs(const Instruction& instruction, const InForce& in_force) {
    WordReader reader(fragment_, names_, instruction, in_force, brought_in_);
    auto& cursor = reader.cursor();
    std::vector<Pair> pairs;
    for (cursor.skip_blanks(); !cursor.at_end(); cursor.skip_blanks()) {
        Pair pair;
        pair.name_at.begin = cursor.place();
        while (is_name(cursor.peek())) {
            pair.name += cursor.peek();
            cursor.pass();
        }
        pair.name_at.end = pair.name.empty() ? pair.name_at.begin : cursor.behind();
        const bool old = instruction.keyword == "ENV" && pairs.empty() && is_blank(cursor.peek());
        pair.has_value = cursor.peek() == '=' || old;
        cursor.pass();
        if (old) cursor.skip_blanks();
        if (pair.has_value) pair.value = reader.word(old);
        pair.at = {pair.name_at.begin, cursor.behind()};
        if (pair.name.empty()) {
            (void)reader.word();  // no variable can be called so
            continue;
        }
        pairs.push_back(std::move(pair));
    }
    return pairs;
}

}  // namespace trainlint::dockerfile
