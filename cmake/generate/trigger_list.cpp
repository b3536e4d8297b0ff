#include "trigger_list.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace trainlint::generate {

namespace {

constexpr std::array<std::string_view, 13> languages{
    "python", "notebook",   "shell", "cxx",   "yaml", "json",   "toml",
    "ini",    "dockerfile", "make",  "prose", "log",  "unknown"};

bool identifier(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z') || byte == '_' || byte >= 0x80;
}

// Boundaries where the literal ends in an identifier: the word, not a part of another.
TriggerRow word(std::string literal, int languages_mask) {
    TriggerRow row;
    row.left = identifier(literal.front());
    row.right = identifier(literal.back());
    row.languages = static_cast<std::uint16_t>(languages_mask);
    row.literal = std::move(literal);
    return row;
}

// "reduce_op" of "torch.distributed.reduce_op", "group_name" of "f(group_name=)".
std::string last_word(std::string_view name) {
    if (const auto open = name.find('('); open != std::string_view::npos) {
        const auto argument = name.substr(open + 1);
        return std::string(argument.substr(0, argument.find('=')));
    }
    return std::string(name.substr(name.rfind('.') + 1));
}

void renamed_triggers(const Table& table, const Row& row, std::vector<TriggerRow>& out,
                      Problems& problems) {
    constexpr int where = python_mask | prose_mask | unknown_mask;
    const auto& name = row.text("name");
    auto literal = last_word(name);
    const auto& stated = row.texts("triggers");
    if (stated.empty() && literal.size() < 5)
        problems.add(table.file, row.line,
                     "\"" + literal + "\" is too short for a trigger: the row needs `triggers`");
    for (const auto& text : stated) out.push_back(word(text, where));
    if (stated.empty() && literal.size() >= 5) out.push_back(word(std::move(literal), where));
}

// A row of triggers.toml.
void stated_trigger(const Table& table, const Row& row, std::vector<TriggerRow>& out,
                    Problems& problems) {
    TriggerRow trigger;
    trigger.literal = row.text("literal");
    trigger.left = row.is("left");
    trigger.right = row.is("right");
    trigger.languages = 0;
    for (const auto& name : row.texts("languages")) {
        const auto mask = name == "every" ? std::uint16_t{every_mask} : language_mask(name);
        if (mask == 0) problems.add(table.file, row.line, "unknown language \"" + name + "\"");
        trigger.languages = static_cast<std::uint16_t>(trigger.languages | mask);
    }
    if (trigger.literal.size() < 5)
        problems.add(table.file, row.line, "a trigger has at least 5 bytes");
    else
        out.push_back(std::move(trigger));
}

void row_triggers(const Table& table, const Row& row, std::vector<TriggerRow>& out,
                  Problems& problems) {
    const auto name = table.schema->name;
    if (name == "renamed_api") {
        renamed_triggers(table, row, out, problems);
    } else if (name == "variables") {
        const bool dead = row.is("never_existed") || !row.text("deprecated_in").empty() ||
                          !row.text("removed_in").empty();
        if (dead && row.text("name").size() >= 5)
            out.push_back(word(row.text("name"), every_mask & ~native_mask));
    } else if (name == "triggers") {
        stated_trigger(table, row, out, problems);
    }
}

}  // namespace

std::uint16_t language_mask(std::string_view name) {
    const auto found = std::find(languages.begin(), languages.end(), name);
    return found == languages.end() ? std::uint16_t{0}
                                    : static_cast<std::uint16_t>(1 << (found - languages.begin()));
}

std::uint16_t mask_of_file(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 19> endings{{
        {".py", "python"},
        {".ipynb", "notebook"},
        {".sh", "shell"},
        {".sbatch", "shell"},
        {".slurm", "shell"},
        {".bash", "shell"},
        {".cpp", "cxx"},
        {".cu", "cxx"},
        {".cc", "cxx"},
        {".hpp", "cxx"},
        {".yaml", "yaml"},
        {".yml", "yaml"},
        {".json", "json"},
        {".toml", "toml"},
        {".cfg", "ini"},
        {".ini", "ini"},
        {"Dockerfile", "dockerfile"},
        {"Makefile", "make"},
        {".md", "prose"},
    }};
    for (const auto& [ending, language] : endings)
        if (name.ends_with(ending)) return language_mask(language);
    return language_mask("unknown");
}

std::vector<TriggerRow> table_triggers(std::span<const Table> tables, Problems& problems) {
    std::vector<TriggerRow> triggers;
    for (const auto& table : tables) {
        const auto before = triggers.size();
        for (const auto& row : table.rows) row_triggers(table, row, triggers, problems);
        for (auto i = before; i < triggers.size(); ++i) triggers[i].table = table.schema->name;
    }
    return triggers;
}

bool stands_in(const TriggerRow& trigger, const pages::File& file) {
    if ((trigger.languages & mask_of_file(file.name)) == 0) return false;
    const auto& text = file.text;
    for (auto at = text.find(trigger.literal); at != std::string::npos;
         at = text.find(trigger.literal, at + 1)) {
        const auto end = at + trigger.literal.size();
        const bool left = !trigger.left || at == 0 || !identifier(text[at - 1]);
        const bool right = !trigger.right || end == text.size() || !identifier(text[end]);
        if (left && right) return true;
    }
    return false;
}

std::vector<TriggerRow> joined(std::vector<TriggerRow> rows) {
    std::sort(rows.begin(), rows.end(),
              [](const TriggerRow& a, const TriggerRow& b) { return a.literal < b.literal; });
    std::vector<TriggerRow> out;
    for (auto& row : rows) {
        if (out.empty() || out.back().literal != row.literal) {
            out.push_back(std::move(row));
            continue;
        }
        auto& kept = out.back();
        kept.left = kept.left && row.left;
        kept.right = kept.right && row.right;
        kept.languages = static_cast<std::uint16_t>(kept.languages | row.languages);
    }
    return out;
}

}  // namespace trainlint::generate
