// Annotations of GitHub's workflows: a command a line, which the runner takes from the log.
#include "output/json_text.hpp"
#include "trainlint/output.hpp"

namespace trainlint::output {

namespace {

std::string_view command_of(Severity severity) {
    switch (severity) {
        case Severity::error: return "error";
        case Severity::warning: return "warning";
        case Severity::performance:
        case Severity::style: return "notice";
    }
    return "warning";
}

/// `%`, and what would end the command; in a property also what would end the property.
std::string escaped(std::string_view text, bool property) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '%': out += "%25"; break;
            case '\r': out += "%0D"; break;
            case '\n': out += "%0A"; break;
            case ':': out += property ? "%3A" : ":"; break;
            case ',': out += property ? "%2C" : ","; break;
            default: out += c;
        }
    }
    return out;
}

}  // namespace

std::string github(const Snapshot& snapshot, const Result& result, const Style& style) {
    std::string out;
    for (const auto& finding : result.findings) {
        const auto at = region(snapshot, finding.at);
        const auto path = shown_path(snapshot.path(finding.at.document), style);
        const bool one_line = at.start.line == at.end.line;
        out += "::" + std::string(command_of(finding.severity)) + " file=" + escaped(path, true) +
               ",line=" + std::to_string(at.start.line) +
               ",endLine=" + std::to_string(at.end.line);
        // Columns are only taken within one line.
        if (one_line)
            out += ",col=" + std::to_string(at.start.column) +
                   ",endColumn=" + std::to_string(at.end.column);
        out += ",title=" + escaped("trainlint: " + full_name(finding), true) +
               "::" + escaped(valid(snapshot.message(finding)), false) + "\n";
    }
    return out;
}

}  // namespace trainlint::output
