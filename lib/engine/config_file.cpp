#include "engine/config_file.hpp"

#include <toml++/toml.h>

#include <array>

#include "engine/spelling.hpp"

namespace trainlint::engine {

namespace {

/// TOML refuses `ignore = [...]` beside `[[ignore]]`, though both read well. The header is spelled
/// with a capital before the text is parsed, so that places stay as they are.
std::string with_own_table(std::string_view text) {
    std::string out(text);
    for (std::size_t at = out.find("[["); at != std::string::npos; at = out.find("[[", at + 2)) {
        const auto begin = out.find_last_of('\n', at);
        const auto from = begin == std::string::npos ? 0 : begin + 1;
        if (out.find_first_not_of(" \t", from) != at) continue;
        const auto close = out.find("]]", at);
        if (close == std::string::npos) break;
        auto name = std::string_view(out).substr(at + 2, close - at - 2);
        const auto first = name.find_first_not_of(" \t");
        if (first == std::string_view::npos) continue;
        auto word = at + 2 + first;
        if (name.substr(first).starts_with("tool.trainlint."))
            word += std::string_view("tool.trainlint.").size();
        if (std::string_view(out).substr(word).starts_with("ignore") && word + 6 <= close &&
            out.find_first_not_of(" \t", word + 6) == close)
            out[word] = 'I';
    }
    return out;
}

std::uint32_t line_of(const toml::node& node) {
    return node.source().begin.line;
}

class ConfigReader {
public:
    ConfigReader(std::string_view path, std::string_view folder, Rules rules) : rules_(rules) {
        file_->path = path;
        file_->folder = folder;
    }

    std::shared_ptr<const ConfigFile> read(std::string_view text) {
        const auto parsed = toml::parse(with_own_table(text), std::string_view(file_->path));
        if (!parsed) {
            const auto& error = parsed.error();
            fault(error.source().begin.line, std::string(error.description()));
            return file_;
        }
        const toml::table* table = &parsed.table();
        if (engine::name_of(std::string_view(file_->path)) == "pyproject.toml") {
            table = parsed.table()["tool"]["trainlint"].as_table();
            if (!table) return nullptr;
        }
        for (const auto& [key, node] : *table) read_key(key.str(), node);
        return file_;
    }

private:
    void fault(std::uint32_t line, std::string message) {
        file_->faults.push_back(
            {file_->path, line == 0 ? std::nullopt : std::optional(line), std::move(message)});
    }
    void wrong_type(const toml::node& node, std::string_view key, std::string_view wanted) {
        std::string found;
        switch (node.type()) {
            case toml::node_type::table:
                found = "a table";
                break;
            case toml::node_type::array:
                found = "a list";
                break;
            case toml::node_type::string:
                found = "a string";
                break;
            case toml::node_type::boolean:
                found = "true or false";
                break;
            case toml::node_type::integer:
            case toml::node_type::floating_point:
                found = "a number";
                break;
            default:
                found = "a date or time";
                break;
        }
        fault(line_of(node),
              "\"" + std::string(key) + "\" is " + std::string(wanted) + ", not " + found);
    }

    void read_key(std::string_view key, const toml::node& node) {
        if (key == "required-version") return read_required(node);
        if (key == "root") return (void)boolean(key, node);
        if (key == "fail-on") return read_fail_on(node);
        if (key == "select") return read_select(key, node, file_->select);
        if (key == "ignore") return read_ignore(node);
        if (key == "exclude") return read_exclude(node);
        if (key == "severity") return read_severities(node);
        if (key == "min-confidence") return read_confidence(node);
        if (key == "preview") return read_preview(node);
        if (key == "target") return read_targets(node);
        if (key == "Ignore") return read_path_ignores(node);
        std::vector<std::string_view> known;
        for (const auto& setting : setting_keys())
            if (setting.key.find('.') == std::string_view::npos) known.push_back(setting.key);
        fault(line_of(node),
              "there is no key \"" + std::string(key) + "\"" + suggestion(key, known));
    }

    std::optional<std::string> text(std::string_view key, const toml::node& node) {
        if (const auto* string = node.as_string()) return string->get();
        wrong_type(node, key, "a string");
        return std::nullopt;
    }
    std::optional<bool> boolean(std::string_view key, const toml::node& node) {
        if (const auto* value = node.as_boolean()) return value->get();
        wrong_type(node, key, "true or false");
        return std::nullopt;
    }

    void read_required(const toml::node& node) {
        const auto wanted = text("required-version", node);
        if (!wanted) return;
        const auto set = VersionSet::parse(*wanted);
        if (!set) return fault(line_of(node), "\"" + *wanted + "\" is no set of versions");
        const auto own = parse_version(version());
        if (own && !set->contains(*own))
            fault(line_of(node), "this project requires trainlint " + *wanted + ", and this is " +
                                     std::string(version()));
    }

    void read_fail_on(const toml::node& node) {
        const auto name = text("fail-on", node);
        if (!name) return;
        if (const auto severity = severity_of(*name))
            file_->fail_on = {*severity, line_of(node)};
        else
            no_severity(node, *name);
    }
    void no_severity(const toml::node& node, const std::string& name) {
        constexpr std::array<std::string_view, 4> names{"error", "warning", "performance", "style"};
        fault(line_of(node), "\"" + name + "\" is no severity" + suggestion(name, names) +
                                 "; one of: error, warning, performance, style");
    }

    void read_confidence(const toml::node& node) {
        const auto name = text("min-confidence", node);
        if (!name) return;
        constexpr std::array<std::string_view, 3> names{"low", "medium", "high"};
        if (const auto confidence = confidence_of(*name))
            file_->min_confidence = {*confidence, line_of(node)};
        else
            fault(line_of(node), "\"" + *name + "\" is no confidence" + suggestion(*name, names) +
                                     "; one of: low, medium, high");
    }

    void read_preview(const toml::node& node) {
        if (const auto value = boolean("preview", node)) file_->preview = {*value, line_of(node)};
    }

    std::optional<Selector> selector(const toml::node& node, std::string_view word) {
        auto parsed = parse_selector(word, rules_);
        if (auto* found = std::get_if<Selector>(&parsed)) return std::move(*found);
        fault(line_of(node), std::get<std::string>(parsed));
        return std::nullopt;
    }

    void read_word(std::string_view key, const toml::node& element, std::vector<Selector>& words) {
        const auto* string = element.as_string();
        if (!string) return wrong_type(element, key, "a list of strings");
        for (const auto part : split_list(string->get()))
            if (auto word = selector(element, part)) words.push_back(std::move(*word));
    }

    void read_select(std::string_view key, const toml::node& node,
                     std::optional<At<std::vector<Selector>>>& out) {
        const auto* array = node.as_array();
        if (!array) return wrong_type(node, key, "a list of strings");
        out.emplace().line = line_of(node);
        for (const auto& element : *array) read_word(key, element, out->value);
    }

    /// Words, and tables as in [[ignore]].
    void read_ignore(const toml::node& node) {
        const auto* array = node.as_array();
        if (!array) return wrong_type(node, "ignore", "a list of strings");
        file_->ignore.emplace().line = line_of(node);
        for (const auto& element : *array) {
            if (const auto* table = element.as_table())
                read_path_ignore(*table);
            else
                read_word("ignore", element, file_->ignore->value);
        }
    }

    void read_exclude(const toml::node& node) {
        const auto* array = node.as_array();
        if (!array) return wrong_type(node, "exclude", "a list of strings");
        for (const auto& element : *array) {
            const auto pattern = text("exclude", element);
            if (!pattern) continue;
            if (pattern->empty() || pattern->starts_with("../")) {
                fault(line_of(element), "a pattern is relative to this file and stays below it");
                continue;
            }
            file_->exclude.push_back({*pattern, line_of(element)});
            file_->exclude_globs.emplace_back(*pattern);
        }
    }

    void read_severities(const toml::node& node) {
        const auto* table = node.as_table();
        if (!table) return wrong_type(node, "severity", "a table of rules and severities");
        for (const auto& [key, value] : *table) {
            const auto found = selector(value, key.str());
            const auto name = text(key.str(), value);
            if (!found || !name) continue;
            if (found->kind != Selector::Kind::rule) {
                fault(line_of(value), "\"" + found->text + "\" is no rule");
                continue;
            }
            if (const auto severity = severity_of(*name))
                file_->severity.push_back({found->rule, {*severity, line_of(value)}});
            else
                no_severity(value, *name);
        }
    }

    void read_targets(const toml::node& node) {
        const auto* table = node.as_table();
        if (!table) return wrong_type(node, "target", "a table");
        Target plain;
        for (const auto& [key, value] : *table) {
            if (const auto* named = value.as_table()) {
                Target target{std::string(key.str()), {}};
                for (const auto& [inner, inner_value] : *named)
                    read_target_value(inner.str(), inner_value, target);
                file_->targets.push_back(std::move(target));
            } else {
                read_target_value(key.str(), value, plain);
            }
        }
        if (!plain.values.empty()) file_->targets.push_back(std::move(plain));
    }

    void read_target_value(std::string_view key, const toml::node& node, Target& target) {
        std::string value;
        if (const auto* string = node.as_string())
            value = string->get();
        else if (const auto* integer = node.as_integer())
            value = std::to_string(integer->get());
        else
            return wrong_type(node, key, "a string (\">=2.4,<2.8\") or a whole number");
        std::string why;
        if (auto read = read_target(key, value, why)) {
            read->line = line_of(node);
            target.values.push_back(std::move(*read));
        } else {
            fault(line_of(node), std::move(why));
        }
    }

    void read_path_ignores(const toml::node& node) {
        const auto* array = node.as_array();
        if (!array) return wrong_type(node, "[[ignore]]", "a list of tables");
        for (const auto& element : *array)
            if (const auto* table = element.as_table()) read_path_ignore(*table);
    }

    void read_path_ignore(const toml::table& table) {
        constexpr std::array<std::string_view, 4> known{"rule", "path", "key", "reason"};
        std::string rule, path, key, reason;
        std::uint32_t line = line_of(table);
        for (const auto& [name, node] : table) {
            const auto value = text(name.str(), node);
            if (!value) return;
            if (name.str() == "rule")
                rule = *value, line = line_of(node);
            else if (name.str() == "path")
                path = *value;
            else if (name.str() == "key")
                key = *value;
            else if (name.str() == "reason")
                reason = *value;
            else
                return fault(line_of(node), "[[ignore]] has no key \"" + std::string(name.str()) +
                                                "\"" + suggestion(name.str(), known));
        }
        if (rule.empty() || path.empty())
            return fault(line, "[[ignore]] needs \"rule\" and \"path\"");
        auto parsed = parse_selector(rule, rules_);
        if (auto* why = std::get_if<std::string>(&parsed)) return fault(line, std::move(*why));
        file_->path_ignores.push_back({std::get<Selector>(std::move(parsed)), path, Glob(path),
                                       std::move(key), std::move(reason), line});
    }

    Rules rules_;
    std::shared_ptr<ConfigFile> file_ = std::make_shared<ConfigFile>();
};

}  // namespace

std::shared_ptr<const ConfigFile> read_config(std::string_view path, std::string_view folder,
                                              std::string_view text, Rules rules) {
    return ConfigReader(path, folder, rules).read(text);
}

std::string_view name_of(Severity severity) {
    constexpr std::array<std::string_view, 4> names{"style", "performance", "warning", "error"};
    return names[std::size_t(severity)];
}

std::string_view name_of(Confidence confidence) {
    constexpr std::array<std::string_view, 3> names{"low", "medium", "high"};
    return names[std::size_t(confidence)];
}

std::optional<Severity> severity_of(std::string_view name) {
    for (const auto severity :
         {Severity::style, Severity::performance, Severity::warning, Severity::error})
        if (name_of(severity) == name) return severity;
    return std::nullopt;
}

std::optional<Confidence> confidence_of(std::string_view name) {
    for (const auto confidence : {Confidence::low, Confidence::medium, Confidence::high})
        if (name_of(confidence) == name) return confidence;
    return std::nullopt;
}

}  // namespace trainlint::engine
