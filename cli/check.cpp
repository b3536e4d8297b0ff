#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>

#include "commands.hpp"
#include "project.hpp"
#include "trainlint/disk_host.hpp"
#include "trainlint/fixes.hpp"
#include "trainlint/output.hpp"

extern char** environ;

namespace trainlint::cli {

namespace {

struct Arguments {
    std::vector<std::string> paths, select, ignore, target, explain, reports;
    std::string format = "text", colour = "auto", root, stdin_filename, fail_on, least_confidence;
    bool preview = false, exit_zero = false, fix = false, unsafe = false, diff = false;
    bool show_timings = false, statistics = false;
    std::string baseline, write_baseline;
    unsigned threads = 0;
};

std::optional<Severity> severity(std::string_view name) {
    for (const auto one : {Severity::style, Severity::performance, Severity::warning,
                           Severity::error})
        if (output::name_of(one) == name) return one;
    return std::nullopt;
}

std::optional<Confidence> confidence(std::string_view name) {
    for (const auto one : {Confidence::low, Confidence::medium, Confidence::high})
        if (output::name_of(one) == name) return one;
    return std::nullopt;
}

std::vector<std::string> split_at_commas(const std::vector<std::string>& words) {
    std::vector<std::string> names;
    for (const auto& word : words)
        for (std::size_t begin = 0; begin <= word.size();) {
            const auto end = std::min(word.find(',', begin), word.size());
            if (end > begin) names.push_back(word.substr(begin, end - begin));
            begin = end + 1;
        }
    return names;
}

Preflight preflight_of(const Project& project, const std::vector<std::string>& words) {
    Preflight preflight{.folder = project.folder, .words = words, .environment = {}};
    for (char** entry = environ; *entry; ++entry) {
        const std::string_view text(*entry);
        const auto equals = text.find('=');
        if (equals == std::string_view::npos) continue;
        preflight.environment.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return preflight;
}

std::string read_standard_input() {
    return {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
}

Request request_of(const Project& project, const Arguments& arguments, const Command& command) {
    Request request;
    request.select = split_at_commas(arguments.select);
    request.ignore = split_at_commas(arguments.ignore);
    request.least_confidence = confidence(arguments.least_confidence);
    request.preview = arguments.preview;
    for (const auto& path : arguments.paths) {
        if (path != "-") {
            request.paths.push_back(project.absolute(path));
            continue;
        }
        const auto name = arguments.stdin_filename.empty() ? "-" : arguments.stdin_filename;
        request.input = Input{name == "-" ? name : project.absolute(name), read_standard_input()};
    }
    if (command) request.preflight = preflight_of(project, *command);
    const bool nothing_named = request.paths.empty() && !request.input && !request.preflight;
    if (nothing_named) request.paths.push_back(project.folder);
    return request;
}

Options options_of(const Project& project, const Arguments& arguments) {
    auto options = project.options;
    options.one_shot = !arguments.fix && !arguments.unsafe && !arguments.diff;
    return options;
}

class Check {
public:
    Check(const Arguments& arguments, const Command& command)
        : arguments_(arguments),
          project_(open_project(arguments.root, arguments.paths, arguments.target, arguments.threads)),
          style_(style_for(project_, arguments.colour)),
          request_(request_of(project_, arguments, command)),
          workspace_(project_.host, options_of(project_, arguments)) {}

    int run() {
        if (arguments_.fix || arguments_.unsafe || arguments_.diff) return run_fixes();
        const auto snapshot = workspace_.snapshot();
        auto result = snapshot.check(request_);
        if (!arguments_.write_baseline.empty() || !arguments_.baseline.empty()) {
            if (told_faults(result)) return fault;
            if (!arguments_.write_baseline.empty()) return record_baseline(snapshot, result);
            if (!apply_baseline(result)) return fault;
        }
        if (!arguments_.explain.empty()) return explain(snapshot, result);
        return report(snapshot, result);
    }

private:
    int report(const Snapshot& snapshot, const Result& result) const {
        if (told_faults(result)) return fault;
        const bool printed = print(rendered(snapshot, result)) && write_reports(snapshot, result);
        tell_failures(result);
        if (arguments_.format == "text") complain(output::summary(result));
        if (arguments_.show_timings) tell_timings(result.timings);
        return printed ? status_of(result) : fault;
    }

    int record_baseline(const Snapshot& snapshot, const Result& result) const {
        const auto path = project_.absolute(arguments_.write_baseline);
        if (!write(path, output::baseline(snapshot, result, style_))) return fault;
        complain(fmt::format("{} findings recorded in {}", result.findings.size(),
                             output::shown_path(path, style_)));
        return clean;
    }

    /// Takes out what is known. False: there is no baseline to go by.
    bool apply_baseline(Result& result) const {
        const auto path = project_.absolute(arguments_.baseline);
        std::ifstream file(path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        std::string why = "cannot be read";
        const auto known = file ? output::read_baseline(text, why) : std::nullopt;
        if (!known) {
            complain(fmt::format("{}: {}", output::shown_path(path, style_), why));
            return false;
        }
        const auto counts = known->remove_known(result);
        if (counts.known > 0) complain(fmt::format("{} known findings not shown", counts.known));
        if (counts.stale > 0)
            complain(fmt::format("{} entries of the baseline are no longer found", counts.stale));
        return true;
    }

    [[nodiscard]] std::string rendered(const Snapshot& snapshot, const Result& result) const {
        if (arguments_.statistics) return output::statistics(result);
        return output::find_format(arguments_.format)->render(snapshot, result, style_);
    }

    /// `--report FORMAT=FILE`, as many as are asked for.
    [[nodiscard]] bool write_reports(const Snapshot& snapshot, const Result& result) const {
        bool written = true;
        auto plain = style_;
        plain.colour = false;
        for (const auto& report : arguments_.reports) {
            const auto equals = report.find('=');
            const auto* format = output::find_format(report.substr(0, equals));
            const auto path = project_.absolute(report.substr(equals + 1));
            written = write(path, format->render(snapshot, result, plain)) && written;
        }
        return written;
    }

    [[nodiscard]] bool told_faults(const Result& result) const {
        for (const auto& wrong : result.faults) {
            const auto line = wrong.line ? fmt::format(":{}", *wrong.line) : std::string();
            complain(wrong.file.empty()
                         ? wrong.message
                         : fmt::format("{}{}: {}", output::shown_path(wrong.file, style_), line,
                                       wrong.message));
        }
        return !result.faults.empty();
    }

    /// Documents that programs read hold the failures themselves.
    void tell_failures(const Result& result) const {
        const bool holds_them = arguments_.format == "json" || arguments_.format == "sarif";
        if (holds_them) return;
        for (const auto& failure : result.failures) {
            const auto line = failure.line ? fmt::format(":{}", *failure.line) : std::string();
            complain(fmt::format("{}{}: {}", output::shown_path(failure.file, style_), line,
                                 failure.message));
        }
    }

    /// Summed over threads.
    static void tell_timings(const Timings& timings) {
        const std::pair<std::string_view, std::uint64_t> stages[] = {
            {"walk", timings.walk},         {"read", timings.read},
            {"match triggers", timings.match}, {"state: python", timings.python},
            {"state: notebook", timings.notebook}, {"state: shell", timings.shell},
            {"state: structured", timings.structured}, {"link", timings.link},
            {"rules", timings.rules}};
        for (const auto& [stage, nanoseconds] : stages)
            complain(fmt::format("{:18} {:10.3f} ms", stage, double(nanoseconds) / 1e6));
        complain(fmt::format("{} documents stated; of {} bytes of Python, {} were parsed",
                             timings.stated, timings.python_bytes, timings.python_bytes_parsed));
    }

    [[nodiscard]] int status_of(const Result& result) const {
        const bool unreadable = std::any_of(result.failures.begin(), result.failures.end(),
                                            [](const auto& failure) { return failure.named; });
        if (unreadable) return fault;
        if (arguments_.exit_zero) return clean;
        const auto least = severity(arguments_.fail_on).value_or(result.fail_on);
        const bool bad = std::any_of(result.findings.begin(), result.findings.end(),
                                     [&](const auto& one) { return one.severity >= least; });
        return bad ? findings : clean;
    }

    int explain(const Snapshot& snapshot, const Result& result) const {
        if (told_faults(result)) return fault;
        const auto& place = arguments_.explain[1];
        const auto colon = place.rfind(':');
        std::uint32_t line = 0;
        if (colon != std::string::npos)
            std::from_chars(place.data() + colon + 1, place.data() + place.size(), line);
        if (line == 0) {
            complain(fmt::format("--explain takes RULE FILE:LINE; '{}' has no line", place));
            return fault;
        }
        const auto rules = all_rules();
        const bool known = std::any_of(rules.begin(), rules.end(), [&](const auto& rule) {
            return rule.name == arguments_.explain[0];
        });
        if (!known) {
            complain(fmt::format("no rule '{}'; `trainlint rule` lists all", arguments_.explain[0]));
            return fault;
        }
        const auto file = project_.absolute(place.substr(0, colon));
        return print(output::explanation(snapshot, result, style_, arguments_.explain[0], file,
                                         line))
                   ? clean
                   : fault;
    }

    int run_fixes() {
        const FixOptions options{.unsafe = arguments_.unsafe, .paths = request_.paths};
        const auto outcome = apply_fixes(
            workspace_, request_, options,
            [&](std::string_view path, const std::string& text) { project_.host->put(path, text); });
        if (told_faults(outcome.result)) return fault;
        for (const auto& dropped : outcome.dropped) complain("fix taken back: " + dropped);
        if (arguments_.diff) return show_diff(outcome);
        bool written = true;
        for (const auto& [path, text] : outcome.files) written = write(path, text.after) && written;
        const bool printed = print(rendered(outcome.snapshot, outcome.result)) &&
                             write_reports(outcome.snapshot, outcome.result);
        tell_failures(outcome.result);
        if (arguments_.format == "text")
            complain(fmt::format("{} fixed; {}", outcome.fixed, output::summary(outcome.result)));
        return written && printed ? status_of(outcome.result) : fault;
    }

    int show_diff(const FixOutcome& outcome) const {
        std::string out;
        for (const auto& [path, text] : outcome.files)
            out += output::diff(path, text.before, text.after, style_);
        complain(fmt::format("{} would be fixed", outcome.fixed));
        if (!print(out)) return fault;
        return out.empty() || arguments_.exit_zero ? clean : findings;
    }

    [[nodiscard]] bool write(const std::string& path, const std::string& text) const {
        if (request_.input && path == request_.input->path) return print(text);
        std::string why;
        if (host::write_atomically(path, text, why)) return true;
        complain(fmt::format("{}: not written: {}", output::shown_path(path, style_), why));
        return false;
    }

    const Arguments& arguments_;
    Project project_;
    output::Style style_;
    Request request_;
    Workspace workspace_;
};

void add_options(CLI::App& command, Arguments& arguments) {
    command.add_option("PATHS", arguments.paths,
                       "files and folders; `-`: standard input; none: the working directory");
    std::vector<std::string> formats;
    for (const auto& format : output::formats()) formats.emplace_back(format.name);
    command.add_option("--output-format", arguments.format, "what is printed")
        ->check(CLI::IsMember(formats));
    command.add_option("--report", arguments.reports,
                       "FORMAT=FILE: also write a report; may be given several times")
        ->allow_extra_args(false);
    command.add_flag("--statistics", arguments.statistics, "count the findings of each rule");
    command.add_option("--baseline", arguments.baseline, "FILE of findings that are not told again");
    command.add_option("--write-baseline", arguments.write_baseline,
                       "record all findings in this file, and tell none");
    command.add_option("--select", arguments.select, "only these families, rules or rule:row")
        ->allow_extra_args(false);
    command.add_option("--ignore", arguments.ignore, "not these families, rules or rule:row")
        ->allow_extra_args(false);
    command.add_option("--min-confidence", arguments.least_confidence, "low, medium or high")
        ->check(CLI::IsMember({"low", "medium", "high"}));
    command.add_flag("--preview", arguments.preview, "also rules on probation");
    command.add_option("--fail-on", arguments.fail_on, "least severity that makes the status 1")
        ->check(CLI::IsMember({"style", "performance", "warning", "error"}));
    command.add_flag("--exit-zero", arguments.exit_zero, "status 0 in spite of findings");
    command.add_flag("--fix", arguments.fix, "apply safe fixes");
    command.add_flag("--unsafe-fixes", arguments.unsafe, "apply all fixes");
    command.add_flag("--diff", arguments.diff, "show what --fix would write, and write nothing");
    command.add_option("--threads", arguments.threads, "0: one a core")
        ->check(CLI::Range(0u, 1024u));
    command.add_option("--target", arguments.target, "KEY=VALUE, as under [target] in the config")
        ->allow_extra_args(false);
    command.add_option("--root", arguments.root, "the project's folder");
    command.add_option("--stdin-filename", arguments.stdin_filename, "what `-` is called");
    command.add_option("--explain", arguments.explain, "RULE FILE:LINE: why it spoke, or why not")
        ->expected(2);
    command.add_option("--color", arguments.colour, "auto, always or never")
        ->check(CLI::IsMember({"auto", "always", "never"}));
    command.add_flag("--show-timings", arguments.show_timings, "time of each stage");
}

}  // namespace

void add_check(CLI::App& app, const Command& command, int& status) {
    auto* check = app.add_subcommand(
        "check", "Check a project; `check -- COMMAND...`: a command that is about to be run");
    auto arguments = std::make_shared<Arguments>();
    add_options(*check, *arguments);
    // Kept with the application, which is not taken apart when the process ends.
    auto running = std::make_shared<std::optional<Check>>();
    check->callback([arguments, running, &command, &status] {
        for (const auto& pair : arguments->target)
            if (pair.find('=') == std::string::npos || pair.starts_with('='))
                throw CLI::ValidationError("--target", "'" + pair + "' is not KEY=VALUE");
        for (const auto& report : arguments->reports) {
            const auto equals = report.find('=');
            if (equals == std::string::npos || equals + 1 == report.size() ||
                !output::find_format(report.substr(0, equals)))
                throw CLI::ValidationError("--report", "'" + report + "' is not FORMAT=FILE");
        }
        if (command && command->empty())
            throw CLI::ValidationError("check", "no command stands behind `--`");
        status = running->emplace(*arguments, command).run();
    });
}

}  // namespace trainlint::cli
