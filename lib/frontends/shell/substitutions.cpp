// What a command substitution prints, for the few commands whose output text alone decides.
#include <algorithm>

#include "frontends/shell/arithmetic.hpp"
#include "frontends/shell/evaluator.hpp"

namespace trainlint::shell {
namespace {

bool is_script_folder(const Text& text) { return text.text.starts_with(script_folder_text); }

/// The folder of a path; of a bare name: ".".
std::optional<Text> folder_of(const Text& path) {
    const auto slash = path.text.rfind('/');
    if (slash == std::string::npos) {
        if (!path.known() || path.text.empty()) return std::nullopt;
        Text here;
        here.append(".", {.stands = false});
        return here;
    }
    return path.slice(0, std::max<std::size_t>(slash, 1));
}

std::optional<Text> name_of(const Text& path, std::string_view suffix) {
    if (!path.known() || path.text.empty() || path.text.ends_with('/')) return std::nullopt;
    const auto slash = path.text.rfind('/');
    const std::size_t begin = slash == std::string::npos ? 0 : slash + 1;
    std::size_t end = path.text.size();
    const auto name = std::string_view(path.text).substr(begin);
    if (name.size() > suffix.size() && name.ends_with(suffix)) end -= suffix.size();
    return path.slice(begin, end);
}

}  // namespace

std::optional<Text> Evaluator::output_of(Index list) {
    const Range range = tree_.lists[list];
    if (range.count == 0 || range.count > 2) return std::nullopt;
    const auto words_of = [&](Index entry) {
        std::vector<Field> fields;
        std::vector<Index> prefixes;
        const Node& node = tree_.nodes[tree_.entries[entry].node];
        if (node.kind == Node::Kind::simple) expand_items(node, fields, prefixes);
        return fields;
    };
    const auto fields = words_of(range.first);
    if (range.count == 1) return output_of_command(fields);
    // `cd "$(dirname "$0")" && pwd`
    const auto second = words_of(range.first + 1);
    const bool prints_folder = !second.empty() && second.front().value.text == "pwd";
    if (fields.size() < 2 || fields.front().value.text != "cd" || !prints_folder)
        return std::nullopt;
    if (!is_script_folder(fields.back().value)) return std::nullopt;
    return fields.back().value;
}

std::optional<Text> Evaluator::output_of_command(std::span<const Field> fields) {
    if (fields.size() < 2) return std::nullopt;
    for (const Field& field : fields)
        if (!field.alternatives.empty()) return std::nullopt;
    const std::string& name = fields.front().value.text;
    const Text& last = fields.back().value;
    if (name == "dirname" && fields.size() <= 3) return folder_of(last);
    if (name == "basename" && fields[1].value.text[0] != '-')
        return name_of(fields[1].value, fields.size() > 2 ? std::string_view(last.text) : "");
    if (name == "realpath" || name == "readlink") {
        if (!is_script_folder(last)) return std::nullopt;
        return last;
    }
    if (name == "echo" && fields.size() == 2 && last.known() && !last.text.starts_with('-'))
        return last;
    if (name != "expr") return std::nullopt;
    Text expression;
    for (const Field& field : fields.subspan(1)) {
        expression.append(" ", {.stands = false});
        expression.append(field.value);
    }
    const NameValue names = [](std::string_view, std::size_t) { return std::nullopt; };
    const Quantity quantity = compute(expression, names);
    if (!quantity.coefficient || !quantity.factors.empty()) return std::nullopt;
    Text result;
    result.append(std::to_string(*quantity.coefficient),
                  {.origin = quantity.origin, .stands = false});
    return result;
}

}  // namespace trainlint::shell
