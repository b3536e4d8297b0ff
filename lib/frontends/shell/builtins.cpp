// Commands of the shell itself that change what later ones get.
#include <algorithm>

#include "frontends/shell/evaluator.hpp"
#include "frontends/shell/reader_state.hpp"

namespace trainlint::shell {
namespace {

bool is_name(std::string_view text) {
    return !text.empty() && is_name_start(text.front()) &&
           std::all_of(text.begin(), text.end(), is_name_character);
}

/// a/./b/../c without the detours; ".." at the beginning stays.
std::string normalised(std::string_view path) {
    std::vector<std::string_view> parts;
    const bool absolute = path.starts_with('/');
    while (!path.empty()) {
        const auto slash = path.find('/');
        const auto part = path.substr(0, slash);
        path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
        if (part.empty() || part == ".") continue;
        const bool up = part == ".." && !parts.empty() && parts.back() != ".." &&
                        parts.back() != text::hole_text;
        if (up)
            parts.pop_back();
        else if (part != ".." || !absolute || !parts.empty())
            parts.push_back(part);
    }
    std::string result = absolute ? "/" : "";
    for (const auto part : parts) {
        if (!result.empty() && result.back() != '/') result += '/';
        result += part;
    }
    return result;
}

Contents folder_of(std::string_view path) {
    Text text;
    text.append(path, {.stands = false, .hole = path.find(text::hole_text) != std::string::npos});
    return scalar_of(std::move(text));
}

}  // namespace

Evaluator::Flow Evaluator::run_builtin(std::string_view name, std::vector<Field>& fields) {
    if (name == "cd" || name == "pushd" || name == "popd") {
        change_folder(name, fields);
    } else if (name == "unset") {
        remove(fields);
    } else if (name == "read" || name == "mapfile" || name == "readarray" || name == "getopts") {
        set_unknown(fields, 1);
        if (name == "getopts")
            variables_.set(variables_.index_of("OPTARG"),
                           {VariableState::Kind::set, false, unknown_content()});
    } else if (name == "printf" && fields.size() > 2 && fields[1].value.text == "-v") {
        set_unknown(std::span(fields).first(3), 2);
    } else if (name == "shift") {
        shift(fields);
    } else if (name == "set") {
        set_options(fields);
    } else if (name == "let") {
        for (const Field& field : fields) forget_expression(field.span);
    } else if (name == "exit" || name == "return") {
        if (name == "return" && calls_ > 0) return Flow::returned;
        return Flow::ended;
    } else if (name == "break" || name == "continue") {
        jumps_ = true;
    } else if (name == "exec" && fields.size() > 1) {
        return Flow::ended;
    }
    return Flow::on;
}

void Evaluator::remove(std::span<const Field> fields) {
    bool functions = false;
    for (const Field& field : fields.subspan(1)) {
        const std::string& text = field.value.text;
        functions |= text == "-f";
        if (functions || !is_name(text)) continue;
        const Stretch& stretch = field.value.stretches.front();
        const bool written = field.value.stretches.size() == 1 && !stretch.brought &&
                             stretch.stands && stretch.foreign == 0;
        if (written && first_visit(stretch.source.begin))
            state_use(facts::VariableUse::Action::remove, symbol(text), stretch.source, field.span,
                      {}, true);
        variables_.set(variables_.index_of(text),
                       {VariableState::Kind::removed, false, {}});
    }
}

/// `read A B`: what comes in is not known.
void Evaluator::set_unknown(std::span<const Field> fields, std::size_t from) {
    for (std::size_t i = from; i < fields.size(); ++i) {
        const std::string& text = fields[i].value.text;
        if (!is_name(text)) continue;
        const auto variable = variables_.index_of(text);
        const bool lists = fields.front().value.text == "mapfile" ||
                           fields.front().value.text == "readarray";
        auto content = std::make_shared<Content>();
        content->array = lists;
        content->value = unknown_text();
        if (lists) content->elements.push_back(unknown_text());
        set_variable(variable, std::move(content), variables_.state(variable).exported);
    }
}

void Evaluator::set_options(std::span<const Field> fields) {
    for (std::size_t i = 1; i < fields.size(); ++i) {
        const std::string& text = fields[i].value.text;
        const bool on = text.starts_with('-');
        if (text == "--") return set_parameters(fields.subspan(i + 1));
        if (text == "-o" || text == "+o") {
            ++i;
            if (i < fields.size() && fields[i].value.text == "allexport") export_all_ = on;
        } else if (text.size() > 1 && (on || text[0] == '+')) {
            if (text.find('a') != std::string::npos) export_all_ = on;
            if (text.ends_with('o')) ++i;
        } else {
            return set_parameters(fields.subspan(i));
        }
    }
}

void Evaluator::set_parameters(std::span<const Field> fields) {
    auto content = std::make_shared<Content>();
    content->array = true;
    for (const Field& field : fields)
        content->elements.push_back(field.alternatives.empty() ? field.value : unknown_text());
    set_variable(parameters_, std::move(content), false);
}

void Evaluator::shift(std::span<const Field> fields) {
    const VariableState& state = variables_.state(parameters_);
    if (!state.content) return;
    auto content = std::make_shared<Content>();
    content->array = true;
    const auto& all = state.content->elements;
    const bool one = fields.size() == 1 || fields[1].value.text == "1";
    const bool counted = state.content->counted_before(all.size());
    const bool known = one && counted && !all.empty() && budget_.spend(all);
    if (known) {
        content->elements.assign(all.begin() + 1, all.end());
    } else if (!(one && all.empty())) {
        content->elements.push_back(unknown_text());
    }
    variables_.set(parameters_, {VariableState::Kind::set, false, std::move(content)});
}

/// Where the script is now: relative to where it began, or a hole.
std::string Evaluator::folder() const {
    const Content& content = *variables_.state(folder_).content;
    return content.alternatives.empty() ? content.scalar().text : std::string(text::hole_text);
}

void Evaluator::change_folder(std::string_view command, std::span<const Field> fields) {
    constexpr std::size_t most_folders = 64;
    constexpr std::size_t longest_folder = 256;  // every command behind it keeps a copy
    const auto set_folder = [&](std::string_view path) {
        variables_.set(folder_, {VariableState::Kind::set, false, folder_of(path)});
    };
    const std::string here = folder();
    if (command == "popd") {
        const std::string back = folders_.empty() ? std::string(text::hole_text) : folders_.back();
        if (!folders_.empty()) folders_.pop_back();
        return set_folder(variables_.marks() == 0 ? back : text::hole_text);
    }
    if (command == "pushd" && folders_.size() < most_folders) folders_.push_back(here);
    std::size_t at = 1;
    while (at < fields.size() && fields[at].value.text.size() > 1 &&
           fields[at].value.text.front() == '-')
        ++at;
    if (at >= fields.size() || !fields[at].alternatives.empty()) return set_folder(text::hole_text);
    const std::string& to = fields[at].value.text;
    if (to == "-" || to.starts_with('~') || to.size() > longest_folder ||
        here.size() > longest_folder)
        return set_folder(text::hole_text);
    if (to.starts_with(script_folder_text)) {
        const auto rest = std::string_view(to).substr(script_folder_text.size());
        const bool whole = rest.empty() || rest.front() == '/';
        return set_folder(whole ? normalised(rest.empty() ? rest : rest.substr(1))
                                : std::string(text::hole_text));
    }
    // A folder that begins with something unknown may be absolute.
    if (to.starts_with('/') || to.starts_with(text::hole_text)) return set_folder(normalised(to));
    set_folder(here.empty() ? normalised(to) : normalised(here + "/" + to));
}

}  // namespace trainlint::shell
