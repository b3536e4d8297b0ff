#include "engine/preflight.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "engine/globs.hpp"
#include "engine/stating.hpp"
#include "knowledge/tables.hpp"

namespace trainlint::engine {

namespace {

constexpr std::string_view command_name = "<command>";

/// The first part of the names that tables know, "NCCL_": a misspelt name has it too.
std::set<std::string_view> known_prefixes() {
    std::set<std::string_view> prefixes;
    for (const auto& row : knowledge::variables())
        if (const auto end = row.name.find('_'); end != std::string_view::npos && end > 1)
            prefixes.insert(row.name.substr(0, end + 1));
    for (const auto& row : knowledge::scheduler_variables())
        if (const auto end = row.name.find('_'); end != std::string_view::npos && end > 1)
            prefixes.insert(row.name.substr(0, end + 1));
    return prefixes;
}

bool matters(std::string_view name, const std::set<std::string_view>& prefixes) {
    constexpr std::array<std::string_view, 6> plain{"RANK",        "WORLD_SIZE",  "LOCAL_RANK",
                                                    "MASTER_ADDR", "MASTER_PORT", "NODE_RANK"};
    if (std::find(plain.begin(), plain.end(), name) != plain.end()) return true;
    if (knowledge::find_variable(name) || knowledge::find_scheduler_variable(name)) return true;
    const auto end = name.find('_');
    return end != std::string_view::npos && prefixes.contains(name.substr(0, end + 1));
}

bool is_identifier(std::string_view name) {
    return !name.empty() && (name[0] < '0' || name[0] > '9') &&
           std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                      c == '_';
           });
}

std::string text_of(const Preflight& preflight) {
    auto environment = preflight.environment;
    std::sort(environment.begin(), environment.end());
    const auto prefixes = known_prefixes();
    std::string text;
    for (const auto& [name, value] : environment)
        if (is_identifier(name) && matters(name, prefixes))
            text += "export " + name + "=" + quoted(value) + "\n";
    for (std::size_t i = 0; i < preflight.words.size(); ++i)
        text += (i == 0 ? "" : " ") + quoted(preflight.words[i]);
    return text += "\n";
}

}  // namespace

std::string quoted(std::string_view word) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%^";
    if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos)
        return std::string(word);
    std::string out = "'";
    for (const char c : word) {
        if (c == '\'')
            out += "'\\''";
        else
            out += c;
    }
    return out += "'";
}

std::shared_ptr<const link::Document> document_of(Shared& shared, const Preflight& preflight) {
    auto document = std::make_shared<link::Document>();
    document->path = join(normalised(preflight.folder), command_name);
    document->id = shared.paths.add(document->path);
    document->language = text::Language::shell;
    const auto text = text_of(preflight);
    auto fragment = text::Fragment::of_document(document->id, text::Language::shell, text);
    frontends::Demand demand;
    demand.stage = facts::Stage::submit_host;
    Stating(*shared.host, shared.names).state(fragment, demand, Reading::whole, document->stated);
    // A shell has split these words already: nobody expands them again.
    const auto last_line = static_cast<std::uint32_t>(text.rfind('\n', text.size() - 2) + 1);
    for (auto& command : document->stated.front().commands)
        if (command.span.begin >= last_line) command.form = facts::Command::Form::list;
    return document;
}

}  // namespace trainlint::engine
