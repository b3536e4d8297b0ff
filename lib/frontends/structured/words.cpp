#include "frontends/structured/words.hpp"

#include <algorithm>
#include <utility>

#include "frontends/structured/templates.hpp"

namespace trainlint::structured {
namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name_character(char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
}

/// The name that begins here; empty: none does.
std::string_view name_at(std::string_view text, std::size_t at) {
    if (at >= text.size() || !is_letter(text[at])) return {};
    std::size_t end = at + 1;
    while (end < text.size() && is_name_character(text[end])) ++end;
    return text.substr(at, end - at);
}

/// Finds what is replaced, from the begin of a text to its end.
class ReplacementFinder {
public:
    ReplacementFinder(const Scalar& scalar, const Reading& reading, bool shell, Names& names)
        : text_(scalar.text), actions_(text_), reading_(reading), shell_(shell), names_(names) {}

    std::vector<Replacement> find() {
        const auto size = static_cast<std::uint32_t>(text_.size());
        auto action = actions_.next(0, size);
        for (std::uint32_t at = 0; at < size;) {
            if (action && action->begin < at) action = actions_.next(at, size);
            const auto mark = std::min<std::size_t>(text_.find_first_of("$\xEE", at), size);
            if (action && action->begin <= mark) {
                add(*action);
                at = action->end;
            } else {
                at = static_cast<std::uint32_t>(mark);
                if (at < size) at = text_[at] == '$' ? dollar(at) : hole(at);
            }
        }
        return std::move(found_);
    }

private:
    void add(text::Span at) { found_.push_back({.begin = at.begin, .end = at.end, .text = {}}); }

    std::uint32_t hole(std::uint32_t at) {
        if (!text_.substr(at).starts_with(text::hole_text)) return at + 1;
        const auto end = at + static_cast<std::uint32_t>(text::hole_text.size());
        add({at, end});
        return end;
    }

    std::uint32_t dollar(std::uint32_t at) {
        if (reading_.replacer == Replacer::none) return shell_ ? at + 1 : variable(at);
        const char next = at + 1 < text_.size() ? text_[at + 1] : '\0';
        if (next == '$') {
            found_.push_back({.begin = at, .end = at + 2, .text = "$"});
            return at + 2;
        }
        return reading_.replacer == Replacer::compose ? variable(at) : kubernetes(at);
    }

    /// $NAME, ${NAME}, ${NAME:-default}: of the host, or a macro of whoever reads the file.
    std::uint32_t variable(std::uint32_t at) {
        const bool braces = text_.substr(at + 1).starts_with('{');
        const std::string_view name = name_at(text_, at + (braces ? 2 : 1));
        if (name.empty()) return at + 1;
        std::size_t end = at + 1 + name.size();
        if (braces) {
            end = text_.find('}', at);
            if (end == std::string_view::npos) return at + 1;
            ++end;
        }
        const auto stop = static_cast<std::uint32_t>(end);
        found_.push_back({.begin = at, .end = stop, .text = {}, .variable = names_.intern(name)});
        return stop;
    }

    /// $(NAME): of the environment; else an operator may have set it, or it stays as it is.
    std::uint32_t kubernetes(std::uint32_t at) {
        if (!text_.substr(at + 1).starts_with('(')) return at + 1;
        const std::string_view name = name_at(text_, at + 2);
        const std::size_t close = at + 2 + name.size();
        if (name.empty() || close >= text_.size() || text_[close] != ')') return at + 1;
        const Symbol variable = names_.intern(name);
        const auto is_it = [&](const facts::Assignment& set) { return set.name == variable; };
        const auto& environment = reading_.environment;
        const auto known = std::find_if(environment.rbegin(), environment.rend(), is_it);
        if (known == environment.rend() && shell_) return at + 1;
        Replacement made{.begin = at, .end = static_cast<std::uint32_t>(close + 1), .text = {}};
        made.variable = variable;
        if (known != environment.rend()) made.value = &known->value;
        if (made.value != nullptr && made.value->known() && !shell_) made.text = made.value->text;
        found_.push_back(std::move(made));
        return static_cast<std::uint32_t>(close + 1);
    }

    std::string_view text_;
    TemplateActions actions_;
    const Reading& reading_;
    bool shell_;
    Names& names_;
    std::vector<Replacement> found_;
};

/// Walks over a scalar's stretches, from its begin to its end.
class Walk {
public:
    explicit Walk(const Scalar& scalar) : scalar_(scalar) {}

    struct Step {
        text::Span origin;
        std::string_view text;
        bool same;
    };

    /// The next step of [.., to); false: it is reached. A stretch that is no copy is not cut.
    bool next(std::uint32_t to, Step& step) {
        const auto& stretches = scalar_.stretches;
        while (at_ < stretches.size() && begin_ + stretches[at_].size <= done_) {
            begin_ += stretches[at_++].size;
        }
        if (done_ >= to || at_ >= stretches.size()) return false;
        const Stretch& stretch = stretches[at_];
        const std::uint32_t end = std::min(to, begin_ + stretch.size);
        step.text = std::string_view(scalar_.text).substr(done_, end - done_);
        step.same = stretch.same;
        step.origin = stretch.origin;
        if (stretch.same) {
            const std::uint32_t shift = stretch.origin.begin - begin_;
            step.origin = {done_ + shift, end + shift};
        }
        done_ = end;
        return true;
    }

    /// Over the steps up to `to`: where they stand.
    text::Span pass(std::uint32_t to) {
        Step step;
        if (!next(to, step)) return {};
        text::Span all = step.origin;
        while (next(to, step)) all.end = std::max(all.end, step.origin.end);
        return all;
    }

private:
    const Scalar& scalar_;
    std::size_t at_ = 0;
    std::uint32_t begin_ = 0;  // of that stretch, in the text
    std::uint32_t done_ = 0;
};

class WordBuilder {
public:
    WordBuilder(const Source& source, const Scalar& scalar) : source_(source), walk_(scalar) {}

    void copy(std::uint32_t to) {
        Walk::Step step;
        while (walk_.next(to, step)) part(step.origin, step.text).origin = facts::Origin::literal;
    }

    void replace(const Replacement& by) {
        const text::Span origin = walk_.pass(by.end);
        facts::Part& made = part(origin, by.text ? *by.text : std::string(text::hole_text));
        made.origin = by.text ? facts::Origin::literal : facts::Origin::unknown;
        if (by.variable == no_symbol) return;
        made.expansion = {by.variable, facts::Stage::container, made.at};
        if (by.value == nullptr || !by.text) return;
        made.origin = facts::Origin::environment;
        made.at = by.value->at;
        const bool whole = by.value->parts.size() == 1;
        made.fragment = whole ? by.value->parts[0].fragment : nullptr;
        made.source = whole ? by.value->parts[0].source : text::Span{};
    }

    facts::Word finish() { return std::move(word_); }

private:
    facts::Part& part(text::Span origin, std::string_view text) {
        const auto begin = static_cast<std::uint32_t>(word_.text.size());
        word_.text += text;
        facts::Part& made = word_.parts.emplace_back();
        made.span = {begin, static_cast<std::uint32_t>(word_.text.size())};
        made.at = source_.place(origin);
        made.fragment = source_.fragment;
        made.source = origin;
        return made;
    }

    const Source& source_;
    Walk walk_;
    facts::Word word_;
};

}  // namespace

std::vector<Replacement> replacements(const Scalar& scalar, const Reading& reading, bool shell,
                                      Names& names) {
    return ReplacementFinder(scalar, reading, shell, names).find();
}

bool has_text(const facts::Value& value) {
    using Kind = facts::Value::Kind;
    if (value.kind == Kind::unknown) {
        return value.members.empty() && value.text.find(text::hole_text) != std::string::npos;
    }
    return value.kind != Kind::mapping && value.kind != Kind::sequence && value.kind != Kind::null;
}

facts::Word unknown_word(const Source& source, text::Span span) {
    facts::Word word;
    word.text = text::hole_text;
    word.span = span;
    word.at = source.place(span);
    const auto size = static_cast<std::uint32_t>(word.text.size());
    word.parts.push_back({.span = {0, size},
                          .at = word.at,
                          .expansion = {},
                          .origin = facts::Origin::unknown,
                          .fragment = {},
                          .source = {}});
    return word;
}

facts::Word word_of(const Source& source, const facts::Value& value, const Reading& reading) {
    if (!has_text(value)) return unknown_word(source, value.span);
    const Scalar scalar =
        take_apart(source.text(), source.fragment->language(), source.tree, value.span);
    WordBuilder builder(source, scalar);
    for (const Replacement& made : replacements(scalar, reading, false, source.names)) {
        builder.copy(made.begin);
        builder.replace(made);
    }
    builder.copy(static_cast<std::uint32_t>(scalar.text.size()));
    facts::Word word = builder.finish();
    word.span = value.span;
    word.at = source.place(value.span);
    return word;
}

facts::Word word_from(const facts::Word& word, std::size_t offset) {
    facts::Word rest;
    rest.text = word.text.substr(std::min(offset, word.text.size()));
    rest.span = word.span;
    rest.at = word.at;
    const auto from = static_cast<std::uint32_t>(offset);
    for (facts::Part part : word.parts) {
        if (part.span.end <= from) continue;
        const std::uint32_t cut = part.span.begin < from ? from - part.span.begin : 0;
        const bool bytewise = part.source.size() == part.span.size();
        if (cut > 0 && bytewise && part.fragment) {
            part.source.begin += cut;
            part.at = part.fragment->place(part.source);
        }
        part.span = {part.span.begin + cut - from, part.span.end - from};
        rest.parts.push_back(std::move(part));
    }
    return rest;
}

std::shared_ptr<const text::Fragment> derive(const Source& source,
                                             std::span<const facts::Value* const> values,
                                             text::Language language, const Reading& reading) {
    text::Derivation derivation(language, source.fragment);
    for (const facts::Value* value : values) {
        if (derivation.size() > 0) derivation.insert("\n");
        const Scalar scalar =
            take_apart(source.text(), source.fragment->language(), source.tree, value->span);
        Walk walk(scalar);
        const auto copy = [&](std::uint32_t to) {
            Walk::Step step;
            while (walk.next(to, step)) derivation.copy(step.origin, scalar.like, step.text);
        };
        for (const Replacement& made : replacements(scalar, reading, true, source.names)) {
            copy(made.begin);
            const text::Span origin = walk.pass(made.end);
            if (made.text) {
                derivation.copy(origin, scalar.like, *made.text);
            } else {
                derivation.hole(origin, made.variable);
            }
        }
        copy(static_cast<std::uint32_t>(scalar.text.size()));
    }
    return derivation.finish();
}

text::Span inside(std::string_view text, text::Span scalar) {
    const std::string_view raw = text.substr(scalar.begin, scalar.size());
    const bool quoted = raw.size() > 1 && (raw[0] == '"' || raw[0] == '\'') && raw[0] == raw.back();
    return quoted ? text::Span{scalar.begin + 1, scalar.end - 1} : scalar;
}

}  // namespace trainlint::structured
