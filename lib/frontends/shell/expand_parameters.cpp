// `${name}` and what can be done with it.
#include <algorithm>
#include <charconv>

#include "frontends/shell/evaluator.hpp"
#include "frontends/shell/patterns.hpp"
#include "frontends/shell/names.hpp"

namespace trainlint::shell {
namespace {

using Operation = Parameter::Operation;
using Subscript = Parameter::Subscript;

// Set by the shell itself: to read them says nothing about the environment.
constexpr std::string_view own_names[] = {
    "BASHPID",  "BASH_VERSION", "EPOCHSECONDS", "EUID",       "FUNCNAME", "HOSTNAME", "IFS",
    "LINENO",   "OLDPWD",       "OPTARG",       "OPTIND",     "OSTYPE",   "PIPESTATUS", "PPID",
    "PWD",      "RANDOM",       "SECONDS",      "SHELL",      "SHLVL",    "UID",
};

bool is_own(std::string_view name) {
    return std::find(std::begin(own_names), std::end(own_names), name) != std::end(own_names);
}

std::optional<std::int64_t> integer(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return {};
    return value;
}

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool tests(Operation operation) {
    return operation == Operation::default_value || operation == Operation::assign_default ||
           operation == Operation::alternative || operation == Operation::error;
}

std::optional<std::string> sliced_text(const std::string& text, std::string_view argument) {
    if (!is_ascii(text)) return std::nullopt;
    const auto colon = argument.find(':');
    const auto size = static_cast<std::int64_t>(text.size());
    auto begin = integer(argument.substr(0, colon));
    if (!begin) return std::nullopt;
    if (*begin < 0) *begin += size;
    if (*begin < 0 || *begin > size) return std::string();
    auto end = std::optional<std::int64_t>(size);
    if (colon != std::string_view::npos) {
        const auto count = integer(argument.substr(colon + 1));
        if (!count) return std::nullopt;
        end = *count < 0 ? size + *count : *count > size - *begin ? size : *begin + *count;
    }
    if (*end < *begin) return std::nullopt;
    return text.substr(static_cast<std::size_t>(*begin), static_cast<std::size_t>(*end - *begin));
}

}  // namespace

/// What the shell knows of a name that stands at `name_at`, in the expansion at `at`.
Evaluator::Held Evaluator::hold_name(std::string_view name, bool is_read, text::Span name_at,
                                     text::Span at) {
    Held held;
    held.symbol = symbol(name);
    held.variable = variables_.index_of(name);
    const VariableState& state = variables_.state(held.variable);
    held.touched = state.kind != VariableState::Kind::untouched;
    if (state.kind == VariableState::Kind::removed) {
        held.kind = Held::Kind::unset;
    } else if (state.kind == VariableState::Kind::set) {
        held.content = state.content;
        const bool list = held.content && held.content->array;
        held.kind = list ? Held::Kind::list : Held::Kind::scalar;
    } else if (is_read && !is_own(name) && first_visit(name_at.begin)) {
        state_read(held.symbol, name_at, at);
    }
    return held;
}

Evaluator::Held Evaluator::hold(const Parameter& parameter, text::Span at) {
    const auto name = view(parameter.name);
    if (name == "0" || name == "BASH_SOURCE") {
        Text path;
        path.append(script_folder_text, {.source = parameter.name, .stands = false, .hole = true});
        path.append("/", {.source = parameter.name, .stands = false});
        path.append(unknown_text());
        return {.kind = Held::Kind::scalar,
                .content = scalar_of(std::move(path)),
                .symbol = symbol(name)};
    }
    if (!name.empty() && !is_name_start(name.front())) {
        Held held{.variable = parameters_, .symbol = symbol(name)};
        const VariableState& state = variables_.state(parameters_);
        held.content = state.content;
        const bool list = is_digit(name.front()) || name == "@" || name == "*" || name == "#";
        if (list && held.content) held.kind = Held::Kind::list;
        return held;
    }
    if (name.empty()) return {};
    Held held = hold_name(name, true, parameter.name, at);
    if (!parameter.indirect) return held;
    if (held.kind != Held::Kind::scalar || !held.content->alternatives.empty() ||
        !held.content->scalar().known() || parameter.operation != Operation::plain)
        return {.touched = true, .symbol = held.symbol};
    const auto pointed = held.content->scalar().text;
    if (pointed.empty()) return {.touched = true, .symbol = held.symbol};
    return hold_name(pointed, false, {}, {});
}

/// The element that a subscript or a number means; null: nobody knows.
const Text* Evaluator::element(const Held& held, const Parameter& parameter) {
    static const Text empty;
    const bool scalar = held.kind == Held::Kind::scalar;
    if (!held.content || held.content->associative) return nullptr;
    std::int64_t index = 0;
    if (held.variable == parameters_) {
        const auto number = integer(view(parameter.name));
        if (!number) return nullptr;
        index = *number - 1;
    } else if (parameter.subscript_kind == Subscript::one) {
        const Field field = expand_joined(parameter.subscript);
        const auto number = integer(field.value.text);
        if (!number || !field.alternatives.empty()) return nullptr;
        index = *number;
    }
    if (scalar) return index == 0 ? &held.content->scalar() : nullptr;
    const auto& all = held.content->elements;
    const bool from_end = index < 0;
    if (index < 0) index += static_cast<std::int64_t>(all.size());
    if (index < 0) return nullptr;
    const auto wanted = static_cast<std::size_t>(index);
    const Content& content = *held.content;
    if (!(from_end ? content.counted_from(wanted) : content.counted_before(wanted))) return nullptr;
    if (wanted >= all.size()) return content.counted_before(all.size()) ? &empty : nullptr;
    return &all[wanted];
}

void Evaluator::expand_parameter(const Piece& piece, Fields& fields, bool is_split) {
    const Parameter& parameter = tree_.parameters[piece.index];
    const bool quoted = piece.quoting != Quoting::unquoted;
    const auto name = view(parameter.name);
    const bool all = parameter.subscript_kind == Subscript::all || name == "@";
    if (quoted && !all) fields.open();
    const Held held = hold(parameter, piece.span);
    const bool from_environment = !held.touched && !name.empty() && is_name_start(name.front()) &&
                                  !parameter.indirect;
    if (name == "#" || parameter.length) {
        const auto length = [&]() -> std::optional<std::size_t> {
            const bool list = name == "#" || all || parameter.subscript_kind == Subscript::joined;
            if (parameter.operation != Operation::plain || !held.content) return std::nullopt;
            if (list && held.kind == Held::Kind::list && !held.content->associative) {
                const auto& elements = held.content->elements;
                if (!held.content->counted_before(elements.size())) return std::nullopt;
                return elements.size();
            }
            const Text* text = list ? nullptr : element(held, parameter);
            const bool exact = text && text->known() && held.content->alternatives.empty();
            return exact && is_ascii(text->text) ? std::optional(text->text.size()) : std::nullopt;
        }();
        if (!length) return put_unknown(fields, no_symbol, piece, false);
        return put_computed(fields, std::to_string(*length), piece, facts::Origin::computed);
    }
    if (parameter.operation == Operation::other)
        return put_unknown(fields, held.symbol, piece, from_environment);
    if (tests(parameter.operation) && expand_test_operation(held, parameter, piece, fields, is_split))
        return;
    put_held(fields, held, parameter, piece, is_split);
}

/// Whether `-`, `=`, `+` take the word or the value; true: it was put.
bool Evaluator::expand_test_operation(const Held& held, const Parameter& parameter,
                                      const Piece& piece, Fields& fields, bool is_split) {
    const auto name = view(parameter.name);
    const bool lists = parameter.subscript_kind == Subscript::all ||
                       parameter.subscript_kind == Subscript::joined || name == "@" || name == "*";
    std::optional<bool> has_value;  // the one that the operation asks for
    if (held.kind == Held::Kind::unset) has_value = false;
    if (held.kind == Held::Kind::list && lists) {
        if (held.content->elements.empty())
            has_value = false;
        else if (!held.content->elements.front().only_holes())
            has_value = true;
    } else if (held.kind == Held::Kind::scalar || held.kind == Held::Kind::list) {
        const Text* value = element(held, parameter);
        const auto& others = held.content->alternatives;
        const bool sure = std::none_of(others.begin(), others.end(),
                                       [](const Text& other) { return other.text.empty(); });
        if (value && value->text.empty())
            has_value = others.empty() ? std::optional(!parameter.colon && held.touched) : std::nullopt;
        else if (value && !value->only_holes() && sure)
            has_value = true;
        else if (value && !parameter.colon && held.touched)
            has_value = true;
    }
    if (parameter.operation == Operation::error) return false;
    if (parameter.operation == Operation::alternative) {
        if (!has_value) {
            put_unknown(fields, held.symbol, piece, false);
            return true;
        }
        if (*has_value)
            expand_pieces(pieces(tree_.words[parameter.argument].pieces), fields,
                          is_split ? Splitting::split : Splitting::joined, true);
        return true;
    }
    if (has_value.value_or(false)) return false;
    guessed_ |= !has_value;
    const auto origin = has_value ? facts::Origin::assigned : facts::Origin::default_value;
    const Bring bring{held.symbol, piece.span, origin};
    const Bring* before = bring_;
    bring_ = &bring;
    const auto argument = pieces(tree_.words[parameter.argument].pieces);
    expand_pieces(argument, fields, is_split ? Splitting::split : Splitting::joined, true);
    if (parameter.operation == Operation::assign_default &&
        held.variable != Held{}.variable && is_name_start(name.front())) {
        Field value = expand_joined(parameter.argument);
        auto content = std::make_shared<Content>();
        content->span = tree_.words[parameter.argument].span;
        content->value = std::move(value.value);
        const bool exported = variables_.state(held.variable).exported;
        if (first_visit(parameter.name.begin + 1))
            state_use(facts::VariableUse::Action::set, held.symbol, parameter.name, piece.span,
                      content, exported || export_all_);
        set_variable(held.variable, std::move(content), exported);
    }
    bring_ = before;
    return true;
}

void Evaluator::put_held(Fields& fields, const Held& held, const Parameter& parameter,
                         const Piece& piece, bool is_split) {
    const auto name = view(parameter.name);
    const bool lists = parameter.subscript_kind == Subscript::all ||
                       parameter.subscript_kind == Subscript::joined || name == "@" || name == "*";
    if (held.kind == Held::Kind::unset) return;
    const bool named = !name.empty() && is_name_start(name.front()) && !parameter.indirect;
    if (held.kind == Held::Kind::unknown || !held.content)
        return put_unknown(fields, held.symbol, piece, named && !held.touched);
    if (lists) {
        const auto list = sliced(*held.content, parameter);
        if (!list || held.content->associative)
            return put_unknown(fields, held.symbol, piece, false);
        return put_list(fields, *list, parameter, piece, held.symbol, is_split);
    }
    const Text* value = element(held, parameter);
    if (!value) return put_unknown(fields, held.symbol, piece, false);
    const bool plain = parameter.operation == Operation::plain || tests(parameter.operation);
    if (plain) {
        const Bringing bringing{held.symbol, piece.span};
        std::span<const Text> others;
        if (held.kind == Held::Kind::scalar) others = held.content->alternatives;
        return is_split ? fields.split(*value, others, &bringing)
                        : fields.joined(*value, others, &bringing);
    }
    std::optional<std::string> result;
    if (value->known() && held.content->alternatives.empty()) result = operate(*value, parameter);
    if (!result) return put_unknown(fields, held.symbol, piece, false);
    const bool is_default = std::any_of(
        value->stretches.begin(), value->stretches.end(),
        [](const Stretch& s) { return s.origin == facts::Origin::default_value; });
    put_computed(fields, std::move(*result), piece,
                 is_default ? facts::Origin::default_value : facts::Origin::computed);
}

/// `${A[@]:1:2}`; without a slice all of it.
std::optional<std::span<const Text>> Evaluator::sliced(const Content& content,
                                                       const Parameter& parameter) {
    std::span<const Text> all = content.elements;
    if (parameter.operation == Operation::plain || tests(parameter.operation)) return all;
    if (parameter.operation != Operation::substring || !content.counted_before(all.size()))
        return std::nullopt;
    const Field argument = expand_joined(parameter.argument);
    const std::string_view text = argument.value.text;
    const auto colon = text.find(':');
    auto begin = integer(text.substr(0, colon));
    if (!begin || *begin < 0) return std::nullopt;
    // Positional parameters are counted from 1.
    const auto name = view(parameter.name);
    if (name == "@" || name == "*") {
        if (*begin == 0) return std::nullopt;
        --*begin;
    }
    const std::size_t first = std::min(static_cast<std::size_t>(*begin), all.size());
    all = all.subspan(first);
    if (colon == std::string_view::npos) return all;
    const auto count = integer(text.substr(colon + 1));
    if (!count || *count < 0) return std::nullopt;
    return all.first(std::min(static_cast<std::size_t>(*count), all.size()));
}

void Evaluator::put_list(Fields& fields, std::span<const Text> list, const Parameter& parameter,
                         const Piece& piece, Symbol variable, bool is_split) {
    const Bringing bringing{variable, piece.span};
    const bool quoted = piece.quoting != Quoting::unquoted;
    const bool each = parameter.subscript_kind == Subscript::all || view(parameter.name) == "@";
    if (is_split || (quoted && each)) return fields.elements(list, is_split, bringing);
    if (!budget_.spend(list)) return put_unknown(fields, variable, piece, false);
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i > 0) fields.literal(" ", {.source = piece.span, .stands = false});
        fields.joined(list[i], {}, &bringing);
    }
}

/// What the operation makes of a known text.
std::optional<std::string> Evaluator::operate(const Text& value, const Parameter& parameter) {
    const std::string& text = value.text;
    std::string argument;
    if (parameter.argument != none) {
        Field field = expand_joined(parameter.argument);
        if (!field.value.known() || !field.alternatives.empty()) return std::nullopt;
        argument = std::move(field.value.text);
    }
    const auto cost = text.size() * text.size();
    if (text.size() > 4096 || cost > budget_.left) return std::nullopt;
    budget_.left -= cost;
    std::string result = text;
    const auto without_prefix = [&](bool longest) -> std::optional<std::string> {
        const auto size = matched_prefix(argument, text, longest);
        return size ? std::optional(text.substr(*size)) : std::nullopt;
    };
    const auto without_suffix = [&](bool longest) -> std::optional<std::string> {
        const auto size = matched_suffix(argument, text, longest);
        return size ? std::optional(text.substr(0, text.size() - *size)) : std::nullopt;
    };
    switch (parameter.operation) {
        case Operation::remove_prefix: return without_prefix(false);
        case Operation::remove_longest_prefix: return without_prefix(true);
        case Operation::remove_suffix: return without_suffix(false);
        case Operation::remove_longest_suffix: return without_suffix(true);
        case Operation::replace:
        case Operation::replace_all: return replaced(text, parameter);
        case Operation::substring: return sliced_text(text, argument);
        default: break;
    }
    if (!is_ascii(text) || !argument.empty()) return std::nullopt;
    const bool first_only = parameter.operation == Operation::upper_first ||
                            parameter.operation == Operation::lower_first;
    const bool to_upper = parameter.operation == Operation::upper_first ||
                          parameter.operation == Operation::upper_all;
    for (char& c : result) {
        c = to_upper ? upper(c) : lower(c);
        if (first_only) break;
    }
    return result;
}

std::optional<std::string> Evaluator::replaced(std::string text, const Parameter& parameter) {
    const Field pattern = expand_joined(parameter.argument);
    const std::string& from = pattern.value.text;
    if (from.empty()) return text;
    if (from.find_first_of("*?[\\(") != std::string::npos) return std::nullopt;
    std::string to;
    if (parameter.second != none) {
        const Field second = expand_joined(parameter.second);
        if (!second.value.known() || !second.alternatives.empty()) return std::nullopt;
        to = second.value.text;
    }
    if (to.find('&') != std::string::npos) return std::nullopt;
    std::string result;
    std::size_t at = 0;
    for (;;) {
        const auto found = text.find(from, at);
        if (found == std::string::npos || result.size() > 16 * 1024) break;
        result.append(text, at, found - at);
        result += to;
        at = found + from.size();
        if (parameter.operation == Operation::replace) break;
    }
    return result + text.substr(at);
}

}  // namespace trainlint::shell
