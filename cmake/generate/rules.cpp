#include "rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

namespace trainlint::generate {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 17> families{
    "api",    "launch",     "slurm",        "container", "environment", "config",
    "job",    "divergence", "data-loading", "pytorch",   "tensorflow",  "jax",
    "paddle", "mixed",      "nodes",        "native",    "suppression"};

constexpr std::array<std::string_view, 9> things{"command",  "launch",       "config",
                                                 "job",      "module",       "divergence",
                                                 "sequence", "disagreement", "project"};

constexpr std::array<std::string_view, 5> sections{"What it finds", "Why it matters",
                                                   "When it is silent", "How to fix it", "Sources"};

std::string with_dashes(std::string text) {
    std::replace(text.begin(), text.end(), '_', '-');
    return text;
}

std::string read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

template <class List>
bool lists(const List& list, std::string_view what) {
    return std::find(list.begin(), list.end(), what) != list.end();
}

// The languages that a page's trigger is looked for in, unless it says.
std::uint16_t usual_languages(std::string_view reads) {
    if (reads == "module" || reads == "divergence" || reads == "sequence" ||
        reads == "disagreement")
        return python_mask | unknown_mask;
    if (reads == "config") return data_mask;
    return every_mask & ~native_mask & ~prose_mask & ~log_mask;
}

class PageReader {
public:
    PageReader(const fs::path& path, std::span<const TriggerRow> of_tables, Problems& problems)
        : of_tables_(of_tables), problems_(problems) {
        rule_.file = path.string();
        rule_.family = with_dashes(path.parent_path().filename().string());
        rule_.name = with_dashes(path.stem().string());
        rule_.page = pages::parse_page(read_file(path));
    }

    Rule read() {
        for (const auto& problem : rule_.page.faults) fault(problem.line, problem.what);
        if (!lists(families, rule_.family))
            fault(1, fmt::format("unknown family \"{}\"", rule_.family));
        check_file_name();
        read_head();
        check_sections();
        check_blocks();
        return std::move(rule_);
    }

private:
    void fault(std::size_t line, const std::string& what) { problems_.add(rule_.file, line, what); }
    std::size_t line_of(const toml::node& node) const {
        return node.source().begin.line + rule_.page.head_line - 1;
    }

    void check_file_name() {
        const auto stem = fs::path(rule_.file).stem().string();
        if (stem.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos)
            fault(1, "a page's file name is in snake_case");
    }

    void read_head() {
        try {
            const auto head = toml::parse(rule_.page.head);
            for (const auto& [key, node] : head) read_field(std::string(key.str()), node);
            check_head(head);
        } catch (const toml::parse_error& error) {
            fault(error.source().begin.line + rule_.page.head_line - 1,
                  std::string(error.description()));
        }
    }

    void read_field(const std::string& key, const toml::node& node) {
        if (key == "name") {
            if (text_of(key, node) != rule_.name)
                fault(line_of(node),
                      fmt::format("the name differs from the file's: \"{}\"", rule_.name));
        } else if (key == "severity") {
            rule_.severity = choice_of(key, node, {"error", "warning", "performance", "style"});
        } else if (key == "confidence") {
            rule_.confidence = choice_of(key, node, {"low", "medium", "high"});
        } else if (key == "preview") {
            rule_.preview = boolean_of(key, node);
        } else if (key == "reads") {
            rule_.reads = text_of(key, node);
            if (!lists(things, rule_.reads))
                fault(line_of(node), fmt::format("unknown thing \"{}\"; one of: {}", rule_.reads,
                                                 fmt::join(things, ", ")));
        } else if (key == "table") {
            rule_.table = text_of(key, node);
            if (!is_table(rule_.table))
                fault(line_of(node), fmt::format("unknown table \"{}\"", rule_.table));
        } else if (key == "engine") {
            engine_ = boolean_of(key, node);
        } else if (key == "aliases") {
            rule_.aliases = texts_of(key, node);
        } else if (key == "applies") {
            rule_.applies = texts_of(key, node);
        } else if (key == "message") {
            rule_.message = text_of(key, node);
            rule_.message_line = line_of(node);
            check_message(rule_.message, rule_.message_line);
        } else if (key == "triggers") {
            if (const auto* array = node.as_array())
                read_triggers(*array);
            else
                fault(line_of(node), "\"triggers\" is a list");
        } else if (key == "related") {
            read_related(node);
        } else {
            fault(line_of(node), fmt::format("unknown field \"{}\"", key));
        }
    }

    static bool is_table(std::string_view name) {
        return name == launcher_schema().name ||
               std::any_of(schemas().begin(), schemas().end(),
                           [&](const TableSchema& schema) { return schema.name == name; });
    }

    std::string text_of(const std::string& key, const toml::node& node) {
        const auto text = node.value_exact<std::string>();
        if (!text || text->empty()) fault(line_of(node), fmt::format("\"{}\" is a string", key));
        return text.value_or("");
    }

    bool boolean_of(const std::string& key, const toml::node& node) {
        const auto given = node.value_exact<bool>();
        if (!given) fault(line_of(node), fmt::format("\"{}\" is true or false", key));
        return given.value_or(false);
    }

    std::string choice_of(const std::string& key, const toml::node& node,
                          const std::vector<std::string_view>& choices) {
        const auto text = text_of(key, node);
        if (!lists(choices, text))
            fault(line_of(node),
                  fmt::format("\"{}\" is one of: {}", key, fmt::join(choices, ", ")));
        return text;
    }

    std::vector<std::string> texts_of(const std::string& key, const toml::node& node) {
        std::vector<std::string> texts;
        if (const auto* array = node.as_array()) {
            for (const auto& element : *array) texts.push_back(text_of(key, element));
        } else {
            fault(line_of(node), fmt::format("\"{}\" is a list of strings", key));
        }
        return texts;
    }

    void check_message(const std::string& message, std::size_t line) {
        std::string wrong;
        (void)pages::placeholders(message, wrong);
        if (!wrong.empty()) fault(line, wrong);
        if (message.find('\n') != std::string::npos) fault(line, "a message is one line");
    }

    void read_related(const toml::node& node) {
        const auto* table = node.as_table();
        if (!table) return fault(line_of(node), "[related] is a table of texts");
        for (const auto& [key, value] : *table) {
            const auto text = text_of(std::string(key.str()), value);
            check_message(text, line_of(value));
            rule_.related.emplace_back(std::string(key.str()), text);
        }
    }

    void read_triggers(const toml::array& array) {
        for (const auto& element : array) {
            TriggerRow row;
            row.languages = 0;  // set once `reads` is known
            if (const auto text = element.value_exact<std::string>())
                row.literal = *text;
            else if (const auto* table = element.as_table())
                read_trigger(*table, row);
            else
                fault(line_of(element), "a trigger is a string or a table");
            if (row.literal.size() < 5)
                fault(line_of(element),
                      fmt::format("the trigger \"{}\" has less than 5 bytes", row.literal));
            rule_.triggers.push_back(std::move(row));
        }
    }

    void read_trigger(const toml::table& table, TriggerRow& row) {
        for (const auto& [key, value] : table) {
            const auto name = std::string(key.str());
            if (name == "literal")
                row.literal = text_of(name, value);
            else if (name == "left")
                row.left = boolean_of(name, value);
            else if (name == "right")
                row.right = boolean_of(name, value);
            else if (name == "languages")
                row.languages = mask_of(texts_of(name, value), line_of(value));
            else
                fault(line_of(value), fmt::format("unknown field \"{}\" of a trigger", name));
        }
    }

    std::uint16_t mask_of(const std::vector<std::string>& names, std::size_t line) {
        std::uint16_t mask = 0;
        for (const auto& name : names) {
            const auto bit = language_mask(name);
            if (bit == 0) fault(line, fmt::format("unknown language \"{}\"", name));
            mask = static_cast<std::uint16_t>(mask | bit);
        }
        return mask;
    }

    void check_head(const toml::table& head) {
        for (const auto* field : {"severity", "confidence", "message"})
            if (!head.contains(field)) fault(2, fmt::format("the head has no \"{}\"", field));
        if (int(!rule_.reads.empty()) + int(!rule_.table.empty()) + int(engine_) != 1)
            fault(2, "the head has one of: reads, table, engine = true");
        for (auto& trigger : rule_.triggers)
            if (trigger.languages == 0) trigger.languages = usual_languages(rule_.reads);
    }

    void check_sections() {
        if (rule_.page.title.empty()) fault(1, "the page has no heading");
        std::size_t at = 0;
        for (const auto& section : rule_.page.sections) {
            const auto found = std::find(sections.begin(), sections.end(), section.title);
            if (found == sections.end()) {
                fault(section.line, fmt::format("unknown section \"{}\"", section.title));
                continue;
            }
            const auto index = static_cast<std::size_t>(found - sections.begin());
            if (index < at)
                fault(section.line,
                      fmt::format("the section \"{}\" stands too late", section.title));
            at = std::max(at, index);
        }
        for (const auto name : sections)
            if (std::none_of(rule_.page.sections.begin(), rule_.page.sections.end(),
                             [&](const pages::Section& section) { return section.title == name; }))
                fault(1, fmt::format("the page has no section \"{}\"", name));
    }

    void check_blocks() {
        std::size_t bad = 0, good = 0;
        const pages::Block* before = nullptr;
        for (const auto& block : rule_.page.blocks) {
            switch (block.kind) {
                case pages::Block::Kind::bad:
                    ++bad, check_bad(block);
                    break;
                case pages::Block::Kind::good:
                    ++good, check_good(block);
                    break;
                case pages::Block::Kind::fixed:
                    if (!before || before->kind != pages::Block::Kind::bad)
                        fault(block.line, "a fixed block stands right after its bad block");
                    break;
                case pages::Block::Kind::todo:
                    if (block.because.empty()) fault(block.line, "a todo block says because=");
                    break;
            }
            before = &block;
        }
        if (bad == 0) fault(1, "the page has no bad block");
        if (good < bad)
            fault(1, fmt::format("the page has {} bad blocks and {} good ones; it needs as many "
                                 "look-alikes as true cases",
                                 bad, good));
    }

    void check_bad(const pages::Block& block) {
        if (std::none_of(block.marks.begin(), block.marks.end(),
                         [&](const pages::Mark& mark) { return !is_related(mark); }))
            fault(block.line, "a bad block has a line of carets below what must be reported");
        if (!triggered(block))
            fault(block.line,
                  "no file of this bad block contains a trigger, so it would not be read");
    }

    void check_good(const pages::Block& block) {
        if (block.because.empty() && !block.unreached)
            fault(block.line, "a good block says because= or unreached");
    }

    [[nodiscard]] bool is_related(const pages::Mark& mark) const {
        const auto key = mark.text.substr(0, mark.text.find(':'));
        return key.size() < mark.text.size() &&
               std::any_of(rule_.related.begin(), rule_.related.end(),
                           [&](const auto& entry) { return entry.first == key; });
    }

    [[nodiscard]] bool triggered(const pages::Block& block) const {
        const auto hits = [&](const TriggerRow& trigger) {
            return std::any_of(block.files.begin(), block.files.end(), [&](const pages::File& file) {
                return stands_in(trigger, file);
            });
        };
        if (std::any_of(rule_.triggers.begin(), rule_.triggers.end(), hits)) return true;
        return std::any_of(of_tables_.begin(), of_tables_.end(), [&](const TriggerRow& trigger) {
            return (rule_.table.empty() || trigger.table == rule_.table ||
                    trigger.table == "triggers") &&
                   hits(trigger);
        });
    }

    std::span<const TriggerRow> of_tables_;
    Problems& problems_;
    Rule rule_;
    bool engine_ = false;
};

// `missing_set_epoch.zh.md`: message and texts in another language.
void check_translation(const fs::path& path, std::span<const Rule> rules, Problems& problems) {
    const auto stem = path.stem().stem().string();
    const auto original = std::find_if(rules.begin(), rules.end(), [&](const Rule& rule) {
        return fs::path(rule.file) == path.parent_path() / (stem + ".md");
    });
    if (original == rules.end()) return problems.add(path.string(), 1, "a translation of no page");
    const auto page = pages::parse_page(read_file(path));
    try {
        const auto head = toml::parse(page.head);
        std::string wrong;
        const auto known = pages::placeholders(original->message, wrong);
        for (const auto& name : pages::placeholders(head["message"].value_or(std::string()), wrong))
            if (!lists(known, name))
                problems.add(path.string(), page.head_line,
                             fmt::format("the original has no placeholder {{{}}}", name));
        if (!wrong.empty()) problems.add(path.string(), page.head_line, wrong);
    } catch (const toml::parse_error& error) {
        problems.add(path.string(), error.source().begin.line + 1,
                     std::string(error.description()));
    }
}

std::vector<fs::path> page_paths(const fs::path& folder) {
    std::vector<fs::path> paths;
    for (const auto& family : fs::directory_iterator(folder)) {
        if (!family.is_directory() || family.path().filename() == "tables") continue;
        for (const auto& entry : fs::directory_iterator(family))
            if (entry.path().extension() == ".md") paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

}  // namespace

std::vector<Rule> read_rules(const fs::path& folder, std::span<const TriggerRow> of_tables,
                             Problems& problems) {
    std::vector<Rule> rules;
    std::vector<fs::path> translations;
    for (const auto& path : page_paths(folder)) {
        if (path.stem().has_extension())
            translations.push_back(path);
        else
            rules.push_back(PageReader(path, of_tables, problems).read());
    }
    for (const auto& path : translations) check_translation(path, rules, problems);
    std::sort(rules.begin(), rules.end(),
              [](const Rule& a, const Rule& b) { return a.name < b.name; });
    return rules;
}

void check_names(std::span<const Rule> rules, std::span<const Table> tables, Problems& problems) {
    std::map<std::string, std::string> owners;  // name or alias: the file that has it
    const auto claim = [&](const std::string& name, const std::string& file, std::size_t line) {
        const auto [before, fresh] = owners.emplace(name, file);
        if (!fresh)
            problems.add(file, line, fmt::format("\"{}\" is taken by {}", name, before->second));
    };
    for (const auto family : families) owners.emplace(family, "a family");
    for (const auto& rule : rules) claim(rule.name, rule.file, 1);
    for (const auto& rule : rules)
        for (const auto& alias : rule.aliases) claim(alias, rule.file, 2);
    for (const auto& table : tables) {
        std::set<std::string> own;  // rows of one table answer to one rule and may share an alias
        for (const auto& row : table.rows)
            for (const auto& alias : row.texts("aliases"))
                if (own.insert(alias).second) claim(alias, table.file, row.line);
    }
}

}  // namespace trainlint::generate
