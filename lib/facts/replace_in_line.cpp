#include <algorithm>

#include "facts/words.hpp"
#include "text/spelling.hpp"

namespace trainlint::facts {
namespace {

constexpr text::Refusal several{"the command is put together from several variables"};
constexpr text::Refusal needs_quotes{
    "the new words would need quotes inside the value of a variable"};

using Text = std::variant<std::string, text::Refusal>;

bool same_source(const Site& a, const Site& b) {
    if (a.fragment != b.fragment || (a.expansion == nullptr) != (b.expansion == nullptr)) {
        return false;
    }
    return !a.expansion || a.expansion->at == b.expansion->at;
}

class Line {
public:
    explicit Line(const Replacement& replacement)
        : command_(replacement.command),
          first_(replacement.first),
          last_(replacement.last),
          words_(replacement.words) {}

    Edits edit() {
        if (first_ == last_) return insert();
        if (const auto refusal = find_sites()) return *refusal;
        if (words_.empty()) return erase();
        const Text text = written(sites_.front(), last_ - first_);
        if (const auto* refusal = std::get_if<text::Refusal>(&text)) return *refusal;
        return one(stretch(), std::get<std::string>(text));
    }

private:
    std::string_view text() const { return sites_.front().fragment->text(); }
    text::Span stretch() const { return {sites_.front().span.begin, sites_.back().span.end}; }

    Edits one(text::Span at, std::string_view by) const {
        auto edit = sites_.front().fragment->rewrite(at, by);
        if (const auto* refusal = std::get_if<text::Refusal>(&edit)) return *refusal;
        return std::vector<text::Edit>{std::move(std::get<text::Edit>(edit))};
    }

    std::optional<text::Refusal> find_sites() {
        for (std::size_t i = first_; i < last_; ++i) {
            auto site = site_of(command_, command_.words[i]);
            if (!site && words_.empty()) site = site_of_whole(i);
            if (!site) return several;
            if (!sites_.empty()) {
                const Site& before = sites_.back();
                if (!same_source(before, *site) || site->span.begin < before.span.end) {
                    return several;
                }
            }
            sites_.push_back(*site);
            if (words_.empty() || last_ - first_ > 1) take_in_quotes(i, sites_.back());
        }
        for (std::size_t i = 1; i < sites_.size(); ++i) {
            if (!is_between_words(between(sites_[i - 1].span, sites_[i].span))) {
                return text::Refusal{"something else stands between the words"};
            }
        }
        return std::nullopt;
    }

    /// `--rank=$RANK` is no text of one place, but can be left out as a whole, unless its variable
    /// brings in more words than this.
    std::optional<Site> site_of_whole(std::size_t i) const {
        const auto& word = command_.words[i];
        const bool begins_here = !word.parts.empty() && !word.parts.front().expansion;
        if (!begins_here || !command_.fragment || !word.alternatives.empty()) return std::nullopt;
        const auto shares = [&](std::size_t other) {
            return other < command_.words.size() && command_.words[other].span.end > word.span.begin &&
                   command_.words[other].span.begin < word.span.end;
        };
        if ((i > 0 && shares(i - 1)) || shares(i + 1)) return std::nullopt;
        return Site{command_.fragment.get(), word.span, nullptr};
    }

    /// The use of a variable, as it is written: `"${ARGS[@]}"`.
    std::string_view use(std::size_t word) const {
        const text::Span span = command_.words[word].span;
        return command_.fragment->text().substr(
            std::min<std::size_t>(span.begin, command_.fragment->text().size()), span.size());
    }
    bool is_element(std::size_t word) const {
        return use(word).find("[@]") != std::string_view::npos ||
               use(word).find("[*]") != std::string_view::npos;
    }

    /// A part's source stands between its quotes. As an element of an array it goes with them.
    void take_in_quotes(std::size_t word, Site& site) const {
        if (!site.expansion || !command_.fragment || !is_element(word)) return;
        const std::string_view all = site.fragment->text();
        const auto [begin, end] = site.span;
        if (begin == 0 || end >= all.size() || all[begin - 1] != all[end]) return;
        if (all[end] == '"' || all[end] == '\'') site.span = {begin - 1, end + 1};
    }

    std::string_view between(text::Span a, text::Span b) const {
        if (b.begin < a.end) return "?";
        return text().substr(a.end, b.begin - a.end);
    }

    /// The new words for this place. `replaced` of an array's elements: several are several.
    Text written(const Site& site, std::size_t replaced) const {
        const bool element = site.expansion && command_.fragment && is_element(first_word());
        std::string line;
        for (const std::string& word : words_) {
            if (!line.empty()) line += ' ';
            const bool plain = text::is_plain_shell_word(word);
            if (site.expansion && !plain) return needs_quotes;
            line += text::shell_word(word);
        }
        if (element && replaced == 1 && words_.size() > 1) return needs_quotes;
        return line;
    }
    std::size_t first_word() const { return std::min(first_, command_.words.size() - 1); }

    /// The site of a word beside, if what stands between is nothing but blanks.
    std::optional<text::Span> beside(std::size_t word, bool before) const {
        auto site = site_of(command_, command_.words[word]);
        if (!site || !same_source(*site, sites_.front())) return std::nullopt;
        take_in_quotes(word, *site);
        const std::string_view gap =
            before ? between(site->span, stretch()) : between(stretch(), site->span);
        if (!is_between_words(gap)) return std::nullopt;
        return site->span;
    }

    /// A variable's value that stands in quotes where it is used would leave an empty word.
    bool leaves_empty_word() const {
        if (!sites_.front().expansion || !command_.fragment) return false;
        for (std::size_t i = first_; i < last_; ++i) {
            if (!is_element(i) && use(i).find('"') != std::string_view::npos) return true;
        }
        return false;
    }

    /// One gap goes with the words: the one on the same line, else the one that leads on.
    Edits erase() {
        if (leaves_empty_word()) {
            return text::Refusal{"the quotes around the variable would leave an empty word"};
        }
        std::optional<text::Span> before, after;
        if (first_ > 0) before = beside(first_ - 1, true);
        if (last_ < command_.words.size()) after = beside(last_, false);
        const text::Span all = stretch();
        const bool same_line = before && between(*before, all).find('\n') == std::string_view::npos;
        if (before && (same_line || !after)) return one({before->end, all.end}, {});
        if (after) return one({all.begin, after->begin}, {});
        return one(all, {});
    }

    Edits insert() {
        const auto& words = command_.words;
        if (first_ > 0) {
            const auto site = site_of(command_, words[first_ - 1]);
            const bool inside = site && site->expansion && first_ < words.size() &&
                                words[first_].span == words[first_ - 1].span;
            if (site && (!site->expansion || inside)) return insert_after(*site);
        }
        const std::size_t anchor = first_ < words.size() ? first_ : words.size() - 1;
        return insert_at_use(anchor);
    }

    Edits insert_after(const Site& site) {
        sites_ = {site};
        const Text line = written(site, 0);
        if (const auto* refusal = std::get_if<text::Refusal>(&line)) return *refusal;
        return one({site.span.end, site.span.end}, " " + std::get<std::string>(line));
    }

    /// Beside a word that a variable brings in, in the command itself.
    Edits insert_at_use(std::size_t anchor) {
        const Word& word = command_.words[anchor];
        if (!command_.fragment) return text::Refusal{"the command stands nowhere in the file"};
        sites_ = {Site{command_.fragment.get(), word.span, nullptr}};
        const bool before = anchor == first_;
        if (before && first_ > 0 && command_.words[first_ - 1].span == word.span) return several;
        const Text line = written(sites_.front(), 0);
        if (const auto* refusal = std::get_if<text::Refusal>(&line)) return *refusal;
        const std::string& fresh = std::get<std::string>(line);
        if (before) return one({word.span.begin, word.span.begin}, fresh + " ");
        return one({word.span.end, word.span.end}, " " + fresh);
    }

    const Command& command_;
    std::size_t first_;
    std::size_t last_;
    std::span<const std::string> words_;
    std::vector<Site> sites_;
};

}  // namespace

Edits replace_in_line(const Replacement& replacement) {
    return Line(replacement).edit();
}

}  // namespace trainlint::facts
