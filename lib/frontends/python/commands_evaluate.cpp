#include <algorithm>

#include "frontends/python/commands_reader.hpp"
#include "frontends/python/text_literal.hpp"

namespace trainlint::python {

using flow::Id;
using flow::LiteralKind;

namespace {

using std::string_view;
using Is = flow::Expression::Kind;

constexpr std::size_t most_words = 1000;
constexpr std::size_t longest_placeholder = 200;
constexpr std::uint32_t longest_literal = 100'000;
constexpr unsigned deepest_expression = 1200;

bool is_text(const flow::Expression& e) {
    return e.kind == Is::literal &&
           (e.operation == static_cast<std::uint8_t>(LiteralKind::text) ||
            e.operation == static_cast<std::uint8_t>(LiteralKind::long_text));
}

/// The length of `{...}` or `%(x)5d` at `at`; 0: it is none.
std::size_t placeholder(string_view text, std::size_t at, bool percent) {
    text = text.substr(0, at + longest_placeholder);
    if (!percent) {
        const auto end = text.find('}', at);
        return text[at] == '{' && end != string_view::npos ? end + 1 - at : 0;
    }
    if (text[at] != '%') return 0;
    auto end = at + 1;
    if (end < text.size() && text[end] == '(') end = std::min(text.find(')', end), text.size());
    while (end < text.size() && string_view("0123456789.+-# )").find(text[end]) != text.npos) ++end;
    if (end >= text.size() || string_view("sdifrgeaxXoc").find(text[end]) == text.npos) return 0;
    return end + 1 - at;
}

/// `{{`, `}}` and `%%` stand for one character.
bool is_doubled(string_view text, std::size_t at, bool percent) {
    const char c = text[at];
    const bool special = percent ? c == '%' : c == '{' || c == '}';
    return special && at + 1 < text.size() && text[at + 1] == c;
}

/// A stretch of a part's text, if the part is written as it is; else all of it.
TextPart stretch(const TextPart& part, std::size_t begin, std::size_t end) {
    auto made = part;
    made.text = part.text.substr(begin, end - begin);
    if (part.source.size() != part.text.size()) return made;
    made.source.begin = part.source.begin + static_cast<std::uint32_t>(begin);
    made.source.end = part.source.begin + static_cast<std::uint32_t>(end);
    return made;
}

}  // namespace

TextValue CommandReader::text_or_unknown(Id id) {
    return text_or_unknown(id, evaluate(id));
}

/// What is short is always known; of more there is only so much in a file, for lists that grow word
/// by word and texts that are used again and again.
bool CommandReader::spend(std::size_t bytes) {
    constexpr std::size_t always = 1024;
    return bytes <= always || copied_.spend(bytes);
}

Value CommandReader::keep(TextValue value) {
    if (!spend(weight(value))) return {};
    return std::make_shared<const TextValue>(std::move(value));
}

Value CommandReader::keep(ListValue value) {
    if (!spend(weight(value))) return {};
    return std::make_shared<const ListValue>(std::move(value));
}

Value CommandReader::evaluate(Id id) {
    if (id == flow::no_id || depth_ > deepest_expression) return {};
    const auto& e = function()[id];
    switch (e.kind) {
        case Is::literal:
            return is_text(e) ? decoded(id) : Value{};
        case Is::text_join:
            return decoded(id);
        case Is::name:
            return evaluate_name(id);
        case Is::member:
            if (!dotted(id)) return {};
            if (dotted_ == "sys.executable") return keep(computed_text(e.at, "python"));
            if (dotted_ != "os.environ") return {};
            return std::make_shared<const EnvironmentValue>(
                EnvironmentValue{EnvironmentValue::Kind::process, {}});
        default:
            break;
    }
    ++depth_;
    auto value = evaluate_within(id);
    --depth_;
    return value;
}

Value CommandReader::evaluate_within(Id id) {
    const auto& e = function()[id];
    switch (e.kind) {
        case Is::arithmetic:
            return evaluate_sum(id);
        case Is::call:
            return evaluate_call(id);
        case Is::sequence:
            return evaluate_sequence(id);
        case Is::mapping:
            return evaluate_mapping(id);
        case Is::wait:
            return evaluate(operands(id)[0]);
        default:
            return {};
    }
}

Value CommandReader::evaluate_name(Id id) {
    const auto& e = function()[id];
    const auto name = e.symbol;
    const Value* held = find(name);
    if (!held && index_ != 0) {
        for (auto at = index_; at != 0 && at != flow::no_index; at = source_.functions[at].parent)
            if (names_of_.is_local(at, name)) return {};
        for (const auto& [symbol, value] : outer_)
            if (symbol == name) held = &value;
    }
    if (!held) {
        if (!dotted(id)) return {};
        if (dotted_ == "sys.executable") return keep(computed_text(e.at, "python"));
        if (dotted_ != "os.environ") return {};
        return std::make_shared<const EnvironmentValue>(
            EnvironmentValue{EnvironmentValue::Kind::process, {}});
    }
    const auto* text = as_text(*held);
    if (!text) return *held;
    if (!spend(weight(*text))) return {};
    auto made = *text;  // the characters stand where they were assigned, the word stands here
    made.at = e.at;
    for (auto& part : made.parts)
        if (part.origin == facts::Origin::literal) part.origin = facts::Origin::assigned;
    return std::make_shared<const TextValue>(std::move(made));
}

/// A literal, read again for the places of its characters.
Value CommandReader::decoded(Id id) {
    const auto& e = function()[id];
    if (e.at.size() > longest_literal) return {};
    scratch_ = '(';
    scratch_ += text_.substr(e.at.begin, e.at.size());
    scratch_ += ')';
    parser_.parse(scratch_, tree_);
    const auto statement = tree_.first(tree_.root);
    if (statement == no_node || tree_[statement].kind != python::Kind::expression) return {};
    const auto literal = decode_literal(scratch_, tree_, tree_.first(statement));
    if (literal.bytes) return {};
    TextValue value;
    value.at = e.at;
    auto field = operands(id).begin();
    const auto fields_end = operands(id).end();
    for (const auto& piece : literal.pieces) {
        const text::Span source{piece.origin.begin + e.at.begin - 1,
                                piece.origin.end + e.at.begin - 1};
        if (piece.kind == LiteralPiece::Kind::field) {
            while (field != fields_end && function()[*field].at.begin < source.begin) ++field;
            const bool here = field != fields_end && function()[*field].at.begin < source.end;
            const bool plain = here && function()[*field].at != source;
            auto held = plain ? text_or_unknown(*field) : unknown_text(source);
            for (auto& part : held.parts)
                if (part.origin == facts::Origin::unknown) part.source = source;
            append(value, held);
            continue;
        }
        if (piece.kind == LiteralPiece::Kind::named) {
            append(value, unknown_text(source));
            continue;
        }
        TextPart part{.text = literal.text.substr(piece.value.begin, piece.value.size())};
        part.source = source;
        part.like = piece.spelling();
        part.written = true;
        append(value, {{std::move(part)}, e.at, {}});
    }
    return keep(std::move(value));
}

Value CommandReader::evaluate_sum(Id id) {
    const auto& e = function()[id];
    if (e.operand_count != 2) return {};
    const auto left = evaluate(operands(id)[0]);
    const auto* text = as_text(left);
    if (text && e.operation == static_cast<std::uint8_t>(flow::Arithmetic::modulo))
        return format(*text, e.at, true);
    if (e.operation != static_cast<std::uint8_t>(flow::Arithmetic::add)) return {};
    const auto right = evaluate(operands(id)[1]);
    if (text || as_text(right)) {
        if (as_list(left) || as_list(right)) return {};
        if (text && !spend(weight(*text))) return {};
        auto made = text_or_unknown(operands(id)[0], left);
        made.at = e.at;
        append(made, text_or_unknown(operands(id)[1], right));
        return keep(std::move(made));
    }
    const auto *first = as_list(left), *second = as_list(right);
    if (!first && !second) return {};
    // Before anything is copied, also if it comes to nothing.
    const auto bytes = (first ? weight(*first) : 0) + (second ? weight(*second) : 0);
    if (!spend(bytes)) return {};
    ListValue made = first ? *first : ListValue{};
    if (!first) made.words.push_back(unknown_text(function()[operands(id)[0]].at));
    if (second) {
        append(made, *second);
        if (!first) made.at = second->at;
    } else {
        append(made, unknown_word(function()[operands(id)[1]].at));
    }
    return std::make_shared<const ListValue>(std::move(made));
}

TextValue CommandReader::text_or_unknown(Id id, const Value& value) {
    if (const auto* text = as_text(value)) return *text;
    const auto& e = function()[id];
    return unknown_text(e.at, e.kind == Is::name ? e.symbol : no_symbol);
}

Value CommandReader::evaluate_sequence(Id id) {
    const auto& e = function()[id];
    if (e.operation == static_cast<std::uint8_t>(flow::SequenceKind::set)) return {};
    if (e.operand_count > most_words) return {};
    ListValue list;
    list.at = e.at;
    list.roots.push_back(e.at.begin);
    add_elements(id, list);
    return keep(std::move(list));
}

void CommandReader::add_elements(Id sequence, ListValue& to) {
    for (const auto element : operands(sequence)) {
        if (function()[element].kind != Is::star) {
            to.words.push_back(text_or_unknown(element));
            continue;
        }
        const auto value = evaluate(operands(element)[0]);
        if (const auto* more = as_list(value)) {
            append(to, *more);
        } else {
            to.words.push_back(unknown_text(function()[element].at));
        }
    }
}

/// What a list became is what it will be stated as, unless someone starts it.
Value CommandReader::remember(ListValue list) {
    if (list.words.size() > 2 * most_words || !spend(weight(list))) return {};
    auto made = std::make_shared<const ListValue>(std::move(list));
    if (!made->roots.empty())
        if (const auto known = lists_.find(made->roots[0]); known != lists_.end())
            known->second = made;
    return made;
}

Value CommandReader::evaluate_call(Id id) {
    const auto callee = operands(id)[0];
    const auto& e = function()[callee];
    const auto arguments = operands(id).subspan(1);
    const auto at = function()[id].at;
    if (e.kind == Is::name) {
        const auto name = names_.text(e.symbol);
        if (name == "dict") return evaluate_dict_call(id);
        const bool one = arguments.size() == 1;
        if ((name == "list" || name == "tuple") && one) return evaluate(arguments[0]);
        if (name == "str" && one) {
            const auto& argument = function()[arguments[0]];
            const auto number = static_cast<std::uint8_t>(LiteralKind::number);
            if (argument.kind == Is::literal && argument.operation == number)
                return keep(computed_text(at, std::string(names_.text(argument.symbol))));
            auto made = text_or_unknown(arguments[0]);
            made.at = at;
            return keep(std::move(made));
        }
    }
    if (e.kind != Is::member) return dotted(callee) ? evaluate_known(id) : Value{};
    if (dotted(callee)) return evaluate_known(id);
    const auto method = names_.text(e.symbol);
    const auto object = operands(callee)[0];
    if (method == "copy" && is_environment(object)) return inherited();
    if (method != "join" && method != "format" && method != "split" && method != "copy" &&
        method != "strip")
        return {};
    const auto held = evaluate(object);
    if (method == "copy") return held;
    const auto* text = as_text(held);
    if (!text) return {};
    if (method == "strip" && arguments.empty()) return held;
    if (method == "format") return format(*text, at, false);
    if (method == "split" && arguments.empty()) {
        ListValue list{split_at_blanks(*text), {text->at.begin}, text->at};
        return keep(std::move(list));
    }
    if (method != "join" || arguments.size() != 1) return {};
    const auto words = evaluate(arguments[0]);
    return as_list(words) ? join(*text, *as_list(words), at) : Value{};
}

/// A call of something imported, with its name in dotted_.
Value CommandReader::evaluate_known(Id id) {
    if (dotted_ == "os.environ.copy") return inherited();
    const auto given = argument(id, 0, "");
    if (given == flow::no_id) return {};
    if (dotted_ == "shlex.join") {
        const auto words = evaluate(given);
        const auto at = function()[id].at;
        const auto* list = as_list(words);
        return list ? join(computed_text(at, " "), *list, at) : Value{};
    }
    if (dotted_ == "shlex.quote") return keep(text_or_unknown(given));
    if (dotted_ == "shlex.split") {
        // Its words are read as shell from the text itself.
        return {};
    }
    if (dotted_ == "copy.copy" || dotted_ == "copy.deepcopy") {
        if (is_environment(given)) return inherited();
        return evaluate(given);
    }
    return {};
}

Value CommandReader::inherited() {
    return std::make_shared<const EnvironmentValue>(
        EnvironmentValue{EnvironmentValue::Kind::inherited, {}});
}

Value CommandReader::join(const TextValue& separator, const ListValue& list, text::Span at) {
    TextValue made;
    made.at = at;
    for (std::size_t i = 0; i < list.words.size(); ++i) {
        if (i > 0) append(made, separator);
        append(made, list.words[i]);
    }
    made.roots = list.roots;
    return keep(std::move(made));
}

/// The pattern with its placeholders unknown.
Value CommandReader::format(const TextValue& pattern, text::Span at, bool percent) {
    TextValue made;
    made.at = at;
    for (const auto& part : pattern.parts) {
        std::size_t begin = 0;
        const auto flush = [&](std::size_t end) {
            if (end > begin) append(made, {{stretch(part, begin, end)}, at, {}});
        };
        for (std::size_t i = 0; i < part.text.size() && part.written;) {
            if (is_doubled(part.text, i, percent)) {
                flush(i + 1);
                begin = i += 2;
            } else if (const auto size = placeholder(part.text, i, percent)) {
                flush(i);
                append(made, unknown_text(stretch(part, i, i + size).source));
                begin = i += size;
            } else {
                ++i;
            }
        }
        flush(part.text.size());
    }
    return keep(std::move(made));
}

}  // namespace trainlint::python
