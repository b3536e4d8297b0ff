// JUnit's XML: each finding is a failed test case of the suite of its file.
#include <algorithm>

#include "output/json_text.hpp"
#include "text/utf8.hpp"
#include "trainlint/output.hpp"

namespace trainlint::output {

namespace {

/// XML 1.0 has no place for most control characters, even escaped.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : valid(text)) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\n': out += "&#10;"; break;
            case '\t': out += "&#9;"; break;
            default:
                if (static_cast<unsigned char>(c) < 0x20)
                    text::append_utf8(out, 0xFFFD);
                else
                    out += c;
        }
    }
    return out;
}

std::string test_case(const Snapshot& snapshot, const Finding& finding, const Style& style) {
    const auto at = region(snapshot, finding.at);
    const auto path = shown_path(snapshot.path(finding.at.document), style);
    const auto line = std::to_string(at.start.line), column = std::to_string(at.start.column);
    const auto name = escaped(full_name(finding));
    const auto message = escaped(snapshot.message(finding));
    return "    <testcase name=\"" + name + " " + line + ":" + column + "\" classname=\"" +
           escaped(path) + "\" file=\"" + escaped(path) + "\" line=\"" + line +
           "\">\n      <failure type=\"" + name + "\" message=\"" + message + "\">" +
           escaped(path) + ":" + line + ":" + column + ": " + message +
           "</failure>\n    </testcase>\n";
}

}  // namespace

std::string junit(const Snapshot& snapshot, const Result& result, const Style& style) {
    const auto& findings = result.findings;
    const auto all = std::to_string(findings.size());
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"trainlint\" tests=\"" +
                      std::to_string(std::max<std::size_t>(1, findings.size())) + "\" failures=\"" +
                      all + "\">\n";
    if (findings.empty())
        out += "  <testsuite name=\"trainlint\" tests=\"1\" failures=\"0\">\n"
               "    <testcase name=\"nothing to report\" classname=\"trainlint\"/>\n"
               "  </testsuite>\n";
    // Findings are sorted by file.
    for (auto begin = findings.begin(); begin != findings.end();) {
        const auto document = begin->at.document;
        const auto end = std::find_if(begin, findings.end(), [&](const Finding& finding) {
            return finding.at.document != document;
        });
        const auto count = std::to_string(end - begin);
        out += "  <testsuite name=\"" + escaped(shown_path(snapshot.path(document), style)) +
               "\" tests=\"" + count + "\" failures=\"" + count + "\">\n";
        for (; begin != end; ++begin) out += test_case(snapshot, *begin, style);
        out += "  </testsuite>\n";
    }
    return out + "</testsuites>\n";
}

}  // namespace trainlint::output
