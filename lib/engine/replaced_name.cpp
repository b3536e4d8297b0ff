#include "engine/replaced_name.hpp"

#include <algorithm>
#include <string>

#include "engine/characters.hpp"

namespace trainlint::engine {

namespace {

using Replaced = std::variant<text::Edit, text::Refusal>;
using program::Use;
std::string_view parent_of(std::string_view dotted) {
    const auto dot = dotted.rfind('.');
    return dot == nowhere ? std::string_view{} : dotted.substr(0, dot);
}

std::string_view last_of(std::string_view dotted) {
    const auto dot = dotted.rfind('.');
    return dot == nowhere ? dotted : dotted.substr(dot + 1);
}

bool is_name(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

/// "f(old=)" to "old"; empty: it is no keyword.
std::string_view keyword_of(std::string_view name) {
    const auto open = name.rfind('(');
    if (open == nowhere || !name.ends_with("=)")) return {};
    return name.substr(open + 1, name.size() - open - 3);
}

/// `from torch.cuda.amp import autocast`, alone in its statement: the whole of it is replaced.
Replaced replace_import(const Use& use, const knowledge::RenamedApi& row, const Names& names) {
    const auto text = use.fragment->text();
    // A statement over several lines is not replaced: its first line alone tells that it is one.
    const auto begin_of_line = text.rfind('\n', use.span.begin) + 1;
    auto statement = text.substr(begin_of_line, text.find('\n', use.span.begin) - begin_of_line);
    statement = statement.substr(0, statement.find('#'));
    const auto trimmed_statement = trimmed(statement);
    const auto begin = static_cast<std::uint32_t>(trimmed_statement.data() - text.data());
    const text::Span span{begin, begin + static_cast<std::uint32_t>(trimmed_statement.size())};
    if (!trimmed_statement.starts_with("from ") ||
        trimmed_statement.find_first_of(",();\\") != nowhere)
        return text::Refusal{"the statement imports other names too"};
    const auto new_name = last_of(row.replacement);
    const auto alias = names.text(use.alias);
    auto replaced =
        "from " + std::string(parent_of(row.replacement)) + " import " + std::string(new_name);
    if (alias != new_name) replaced += " as " + std::string(alias);
    return use.fragment->rewrite(span, replaced);
}

/// `reduce_op` in a from-import: what the file calls it stays.
Replaced replace_imported_name(const Use& use, const knowledge::RenamedApi& row,
                               const WrittenName& written, const Names& names) {
    const auto old_name = last_of(row.name), new_name = last_of(row.replacement);
    std::string replaced(new_name);
    if (names.text(use.alias) == old_name && old_name != new_name)
        replaced += " as " + std::string(old_name);
    return use.fragment->rewrite(written.last, replaced);
}

}  // namespace

ImportedNames::ImportedNames(const program::Module& module, const Names& names) : names_(names) {
    for (const auto& use : module.uses) {
        if (use.form == Use::Form::expression || use.form == Use::Form::keyword) continue;
        if (use.alias == no_symbol || use.guarded) continue;
        auto bound = names.text(use.name);
        const auto alias = names.text(use.alias);
        // `import a.b` binds "a"; `import a.b as x` binds "a.b".
        const auto top = bound.substr(0, bound.find('.'));
        if (use.form == Use::Form::import_module && alias == top) bound = top;
        aliases_.emplace(bound, alias);
    }
}

std::string ImportedNames::spelled(std::string_view dotted) const {
    for (auto dot = dotted.rfind('.'); dot != nowhere && dot > 0; dot = dotted.rfind('.', dot - 1))
        if (const auto found = aliases_.find(dotted.substr(0, dot)); found != aliases_.end())
            return std::string(found->second) + std::string(dotted.substr(dot));
    return {};
}

WrittenName written_name(const Use& use, std::size_t below) {
    WrittenName name{use.at, use.span, use.last_span, 1, {}};
    if (!use.fragment || use.form == Use::Form::keyword) return name;
    // `from torch.distributed._tensor import DTensor`: the module is what has moved.
    const bool in_module = use.form == Use::Form::from_import && below > 0;
    if (in_module) {
        if (use.module_span.size() == 0) return name;
        name.span = use.module_span;
        --below;
    }
    const auto text = use.fragment->text();
    auto written =
        text.substr(name.span.begin, std::min<std::size_t>(name.span.size(), text.size()));
    for (std::size_t i = 0; i < below; ++i) {
        const auto dot = written.rfind('.');
        if (dot == nowhere) break;
        written = trimmed(written.substr(0, dot));
    }
    name.span.end = name.span.begin + static_cast<std::uint32_t>(written.size());
    auto last = written.size();
    while (last > 0 && is_name(written[last - 1])) --last;
    name.last = {name.span.begin + static_cast<std::uint32_t>(last), name.span.end};
    name.components = 1 + static_cast<std::size_t>(std::count(written.begin(), written.end(), '.'));
    auto first = std::size_t{0};
    while (first < written.size() && is_name(written[first])) ++first;
    name.first = written.substr(0, first);
    if (name.span != use.span) name.place = use.fragment->place(name.span);
    return name;
}

Replaced replace_name(const Use& use, const knowledge::RenamedApi& row, const WrittenName& written,
                      const ImportedNames& imported) {
    const Names& names = imported.names();
    if (!use.fragment) return text::Refusal{"the name is put together where the program runs"};
    if (use.form == Use::Form::keyword) {
        const auto keyword = keyword_of(row.replacement);
        if (keyword.empty()) return text::Refusal{"no other keyword of the call replaces it"};
        return use.fragment->rewrite(use.last_span, keyword);
    }
    if (use.form == Use::Form::from_import && use.module_span.contains(written.span))
        return use.fragment->rewrite(written.span, row.replacement);
    const bool sibling = parent_of(row.name) == parent_of(row.replacement);
    if (use.form == Use::Form::from_import) {
        const bool whole = use.span == use.last_span || written.span == use.span;
        if (!sibling) return replace_import(use, row, names);
        if (!whole) return text::Refusal{"the import is spelled in several parts"};
        return replace_imported_name(use, row, written, names);
    }
    if (sibling) {
        if (written.components < 2 && parent_of(row.name) != "")
            return text::Refusal{"the name is bound elsewhere in the file"};
        return use.fragment->rewrite(written.last, last_of(row.replacement));
    }
    if (use.form == Use::Form::import_module)
        return text::Refusal{"the module's other names move with the import"};
    const auto spelled = imported.spelled(row.replacement);
    if (spelled.empty()) return text::Refusal{"no import of the file leads to the new name"};
    return use.fragment->rewrite(written.span, spelled);
}

}  // namespace trainlint::engine
