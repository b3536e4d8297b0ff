#include <algorithm>

#include "output/json_text.hpp"
#include "text/utf8.hpp"
#include "trainlint/output.hpp"

namespace trainlint::output {

std::string_view name_of(Severity severity) {
    switch (severity) {
        case Severity::error: return "error";
        case Severity::warning: return "warning";
        case Severity::performance: return "performance";
        case Severity::style: return "style";
    }
    return "error";
}

std::string_view name_of(Confidence confidence) {
    switch (confidence) {
        case Confidence::high: return "high";
        case Confidence::medium: return "medium";
        case Confidence::low: return "low";
    }
    return "low";
}

std::string full_name(const Finding& finding) {
    std::string name(finding.rule->name);
    if (!finding.row.empty()) name += ":" + finding.row;
    return name;
}

namespace {

/// `../..` steps from the folder to the nearest common one, then down.
std::string relative(std::string_view path, std::string_view folder) {
    std::size_t common = 0;
    for (std::size_t i = 0; i <= std::min(path.size(), folder.size()); ++i) {
        const bool path_ends = i == path.size() || path[i] == '/';
        const bool folder_ends = i == folder.size() || folder[i] == '/';
        if (path_ends && folder_ends) common = i;
        if (i == path.size() || i == folder.size() || path[i] != folder[i]) break;
    }
    std::string up;
    const auto rest = folder.substr(common);
    for (std::size_t i = 0; i < rest.size(); ++i)
        if (rest[i] == '/' && i + 1 < rest.size()) up += "../";
    auto down = path.substr(common);
    if (down.starts_with('/')) down.remove_prefix(1);
    return up + std::string(down);
}

}  // namespace

std::string relative_path(std::string_view path, const Style& style) {
    const bool both_absolute = path.starts_with('/') && style.folder.starts_with('/');
    if (!both_absolute) return std::string(path);
    const auto steps = relative(path, style.folder);
    return steps.empty() ? "." : steps;
}

std::string shown_path(std::string_view path, const Style& style) {
    return text::printable(relative_path(path, style));
}

std::string summary(const Result& result) {
    std::size_t counts[4] = {};
    std::size_t safe = 0;
    std::size_t unsafe = 0;
    for (const auto& finding : result.findings) {
        ++counts[static_cast<std::size_t>(finding.severity)];
        if (finding.fix) ++(finding.fix->applicability == Applicability::safe ? safe : unsafe);
    }
    const auto files = std::to_string(result.files) + (result.files == 1 ? " file" : " files");
    if (result.findings.empty()) return "nothing to report in " + files;
    std::string line;
    for (const auto severity : {Severity::error, Severity::warning, Severity::performance,
                                Severity::style}) {
        const auto count = counts[static_cast<std::size_t>(severity)];
        if (count == 0) continue;
        if (!line.empty()) line += ", ";
        line += std::to_string(count) + " ";
        switch (severity) {
            case Severity::error: line += count == 1 ? "error" : "errors"; break;
            case Severity::warning: line += count == 1 ? "warning" : "warnings"; break;
            case Severity::performance: line += "of performance"; break;
            case Severity::style: line += "of style"; break;
        }
    }
    line += " in " + files;
    if (safe > 0) line += "; " + std::to_string(safe) + " can be fixed by --fix";
    if (unsafe > 0)
        line += std::string(safe > 0 ? ", " : "; ") + std::to_string(unsafe) + " by --unsafe-fixes";
    return line;
}

}  // namespace trainlint::output
