#include <algorithm>
#include <map>
#include <vector>

#include "trainlint/output.hpp"

namespace trainlint::output {

std::string statistics(const Result& result) {
    struct Row {
        std::size_t count = 0, fixable = 0;
    };
    std::map<std::string_view, Row> rows;
    for (const auto& finding : result.findings) {
        auto& row = rows[finding.rule->name];
        ++row.count;
        row.fixable += finding.fix ? 1 : 0;
    }
    std::vector<std::pair<std::string_view, Row>> sorted(rows.begin(), rows.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
    std::string out;
    for (const auto& [name, row] : sorted) {
        const auto count = std::to_string(row.count);
        out += std::string(count.size() < 6 ? 6 - count.size() : 0, ' ') + count + "  " +
               std::string(name);
        if (row.fixable > 0) out += " (" + std::to_string(row.fixable) + " with a fix)";
        out += '\n';
    }
    return out;
}

}  // namespace trainlint::output
