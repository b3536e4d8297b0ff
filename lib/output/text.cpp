#include <fmt/format.h>

#include <algorithm>

#include "output/excerpt.hpp"
#include "text/utf8.hpp"
#include "trainlint/output.hpp"

namespace trainlint::output {

namespace {

struct Paint {
    bool on = false;

    [[nodiscard]] std::string operator()(std::string_view code, std::string_view text) const {
        return on ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
    }
};

constexpr std::string_view bold = "1";
constexpr std::string_view dim = "2";
constexpr std::string_view blue = "1;34";
constexpr std::string_view green = "32";

std::string_view colour_of(Severity severity) {
    switch (severity) {
        case Severity::error: return "1;31";
        case Severity::warning: return "1;33";
        case Severity::performance: return "1;35";
        case Severity::style: return "1;36";
    }
    return bold;
}

std::string where(const Snapshot& snapshot, text::Place place, const Style& style) {
    const auto location = snapshot.location(place);
    const auto path = shown_path(location.file, style);
    const auto cell = location.cell ? fmt::format("cell {}:", *location.cell) : std::string();
    return fmt::format("{}:{}{}:{}", path, cell, location.start.line, location.start.column);
}

class Writer {
public:
    Writer(const Snapshot& snapshot, const Style& style)
        : snapshot_(snapshot), style_(style), paint_{style.colour} {}

    void finding(const Finding& finding) {
        head(finding);
        source(finding.at, colour_of(finding.severity));
        for (const auto& related : finding.related) {
            out_ += fmt::format("  {} {} {}\n", paint_(blue, "->"),
                                where(snapshot_, related.at, style_),
                                text::printable(snapshot_.message(finding, related)));
            source(related.at, blue);
        }
        fix(finding);
        out_ += '\n';
    }

    [[nodiscard]] std::string take() { return std::move(out_); }

private:
    void head(const Finding& finding) {
        out_ += fmt::format("{}: {}: {} {}\n", paint_(bold, where(snapshot_, finding.at, style_)),
                            paint_(colour_of(finding.severity), name_of(finding.severity)),
                            text::printable(snapshot_.message(finding)),
                            paint_(dim, "[" + text::printable(full_name(finding)) + "]"));
    }

    void source(text::Place place, std::string_view colour) {
        const auto text = snapshot_.text(place.document);
        if (text.empty()) return;
        const auto line = excerpt(text, place.span);
        const auto number = std::to_string(snapshot_.location(place).start.line);
        const std::string margin(number.size(), ' ');
        out_ += fmt::format(" {} {}\n", paint_(dim, number + " |"), line.line);
        out_ += fmt::format(" {} {}{}\n", paint_(dim, margin + " |"), std::string(line.begin, ' '),
                            paint_(colour, std::string(line.width, '^')));
    }

    void fix(const Finding& finding) {
        if (finding.fix) {
            const bool safe = finding.fix->applicability == Applicability::safe;
            out_ += fmt::format("  {} {}\n", paint_(green, safe ? "fix:" : "unsafe fix:"),
                                text::printable(finding.fix->description));
        } else if (!finding.no_fix.empty()) {
            out_ += fmt::format("  {} {}\n", paint_(dim, "no fix:"),
                                text::printable(finding.no_fix));
        }
    }

    const Snapshot& snapshot_;
    const Style& style_;
    Paint paint_;
    std::string out_;
};

}  // namespace

std::string text(const Snapshot& snapshot, const Result& result, const Style& style) {
    Writer writer(snapshot, style);
    for (const auto& finding : result.findings) writer.finding(finding);
    return writer.take();
}

std::string concise(const Snapshot& snapshot, const Result& result, const Style& style) {
    const Paint paint{style.colour};
    std::string out;
    for (const auto& finding : result.findings)
        out += fmt::format("{}: {}: {} [{}]\n", where(snapshot, finding.at, style),
                           paint(colour_of(finding.severity), name_of(finding.severity)),
                           text::printable(snapshot.message(finding)),
                           text::printable(full_name(finding)));
    return out;
}

std::string explanation(const Snapshot& snapshot, const Result& result, const Style& style,
                        std::string_view rule, std::string_view file, std::uint32_t line) {
    const auto stands_here = [&](text::Place place) {
        const auto location = snapshot.location(place);
        return location.file == file && location.start.line <= line && line <= location.end.line;
    };
    Writer writer(snapshot, style);
    std::string silences;
    for (const auto& finding : result.findings) {
        const bool near = stands_here(finding.at) ||
                          std::any_of(finding.related.begin(), finding.related.end(),
                                      [&](const auto& related) { return stands_here(related.at); });
        if (finding.rule->name == rule && near) writer.finding(finding);
    }
    for (const auto& [silent, why] : result.silences)
        if (silent->name == rule && stands_here(why.at))
            silences += fmt::format("{}: silent: {} [{}]\n", where(snapshot, why.at, style),
                                    text::printable(why.because), rule);
    auto told = writer.take() + silences;
    if (told.empty())
        told = fmt::format(
            "{}:{}: `{}` looked at nothing on this line: no fact of the kind that it reads stands "
            "here\n",
            shown_path(file, style), line, rule);
    return told;
}

}  // namespace trainlint::output
