#include <algorithm>
#include <vector>

#include "engine/mechanisms.hpp"
#include "engine/spelling.hpp"
#include "knowledge/tables.hpp"

namespace trainlint::engine {

namespace {

using facts::Value;

constexpr unsigned deepest_section = 32;

std::string_view shown_name(std::string_view system) {
    return system == "deepspeed" ? std::string_view("DeepSpeed") : system;
}

/// Does a row's section, in which `*` stands for any key, spell this path?
bool is_section(std::string_view row, std::string_view path) {
    while (!row.empty() && !path.empty()) {
        const auto row_end = std::min(row.find('.'), row.size());
        const auto path_end = std::min(path.find('.'), path.size());
        const auto key = row.substr(0, row_end);
        if (key != "*" && key != path.substr(0, path_end)) return false;
        row.remove_prefix(std::min(row_end + 1, row.size()));
        path.remove_prefix(std::min(path_end + 1, path.size()));
    }
    return row.empty() && path.empty();
}

/// What the table knows of one section of a config.
struct Section {
    std::vector<std::string_view> keys;
    bool any_key = false;   ///< `*`
    bool complete = false;  ///< the table lists all keys
};

Section section_at(std::string_view system, std::string_view path) {
    Section section;
    for (const auto& row : knowledge::config_keys()) {
        if (row.system != system) continue;
        const auto dot = row.path.rfind('.');
        const auto parent =
            dot == std::string_view::npos ? std::string_view{} : row.path.substr(0, dot);
        const auto key = dot == std::string_view::npos ? row.path : row.path.substr(dot + 1);
        if (!path.empty() && is_section(row.path, path)) section.complete = !row.open;
        if (!is_section(parent, path)) continue;
        section.any_key |= key == "*";
        section.keys.push_back(key);
    }
    return section;
}

class ConfigChecker {
public:
    ConfigChecker(const job::Config& config, Report& report) : config_(config), report_(report) {}

    void check(const Value& value, const std::string& path, unsigned depth) {
        if (value.kind != Value::Kind::mapping || depth > deepest_section) return;
        const auto section = section_at(config_.system, path);
        for (const auto& member : value.members) {
            if (!section.keys.empty() && !section.any_key) check_key(member, section, path);
            if (!member.key.empty())
                check(member.value, path.empty() ? member.key : path + "." + member.key, depth + 1);
        }
    }

private:
    void check_key(const Value::Member& member, const Section& section, const std::string& path) {
        const auto& keys = section.keys;
        if (std::find(keys.begin(), keys.end(), member.key) != keys.end()) return;
        if (member.key.find(text::hole_text) != std::string::npos) return;
        const auto meant = nearest(member.key, keys);
        if (meant.empty() && !section.complete) return;
        auto& finding =
            report_.at(config_.fragment->place(member.key_span),
                       {{"system", std::string(shown_name(config_.system))}, {"key", member.key}});
        if (!path.empty()) finding.arguments.push_back({"section", path});
        if (meant.empty()) return;
        finding.arguments.push_back({"nearest", std::string(meant)});
        if (edit_distance(member.key, meant, 1) > 1)
            finding.confidence = std::min(finding.confidence, Confidence::medium);
        offer_key(member, meant, finding);
    }

    void offer_key(const Value::Member& member, std::string_view key, Finding& finding) {
        const auto written = config_.fragment->text().substr(member.key_span.begin);
        std::string text(key);
        if (written.starts_with('"') || written.starts_with('\''))
            text = written.front() + text + written.front();
        auto edit = config_.fragment->rewrite(member.key_span, text);
        if (const auto* refusal = std::get_if<text::Refusal>(&edit))
            finding.no_fix = refusal->why;
        else
            finding.fix = Fix{Applicability::unsafe,
                              "write " + std::string(key),
                              {std::get<text::Edit>(std::move(edit))}};
    }

    const job::Config& config_;
    Report& report_;
};

}  // namespace

void find_unknown_config_keys(const Unit& unit, const TableContext&, Report& report) {
    if (!unit.job || !unit.job->linked) return;
    for (const auto& config : unit.job->linked->configs)
        if (config.root && config.fragment)
            ConfigChecker(config, report).check(*config.root, "", 0);
}

}  // namespace trainlint::engine
