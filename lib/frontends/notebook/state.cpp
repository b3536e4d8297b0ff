#include "frontends/notebook/state.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "frontends/notebook/cell_text.hpp"
#include "frontends/notebook/cells.hpp"
#include "frontends/notebook/magics.hpp"

namespace trainlint::notebook {

namespace {

using frontends::Derived;
using std::string_view;
using text::Language;
using text::Span;

constexpr std::size_t problem_limit = 10;
/// Every shell line takes a copy of them.
constexpr std::size_t environment_limit = 100;
/// What Python reads where a shell command gives a value.
constexpr string_view unknown_name = "__unknown__";

bool is_name_start(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_name(char c) {
    return is_name_start(c) || (c >= '0' && c <= '9');
}

bool is_name(string_view text) {
    return !text.empty() && is_name_start(text[0]) &&
           std::all_of(text.begin(), text.end(), [](char c) { return is_name(c); });
}

struct Suffix {
    string_view suffix;
    Language language;
};
constexpr std::array<Suffix, 21> suffixes = {{{".py", Language::python},
                                              {".sh", Language::shell},
                                              {".bash", Language::shell},
                                              {".sbatch", Language::shell},
                                              {".slurm", Language::shell},
                                              {".yaml", Language::yaml},
                                              {".yml", Language::yaml},
                                              {".json", Language::json},
                                              {".toml", Language::toml},
                                              {".ini", Language::ini},
                                              {".cfg", Language::ini},
                                              {".mk", Language::make},
                                              {"Makefile", Language::make},
                                              {"Dockerfile", Language::dockerfile},
                                              {".dockerfile", Language::dockerfile},
                                              {".md", Language::prose},
                                              {".cu", Language::cxx},
                                              {".cuh", Language::cxx},
                                              {".cpp", Language::cxx},
                                              {".cc", Language::cxx},
                                              {".cxx", Language::cxx}}};

Language language_of(string_view file) {
    while (!file.empty() && (file.back() == '"' || file.back() == '\'')) file.remove_suffix(1);
    const auto slash = file.rfind('/');
    if (slash != string_view::npos) file.remove_prefix(slash + 1);
    if (file.starts_with("Dockerfile")) return Language::dockerfile;
    for (const auto& row : suffixes)
        if (file.ends_with(row.suffix)) return row.language;
    return Language::unknown;
}

/// The inside of `{expression}` at `at` of a shell line, as IPython would evaluate it; empty: the
/// shell reads these braces.
Span interpolated(string_view line, std::uint32_t at) {
    if (at > 0 && (line[at - 1] == '$' || line[at - 1] == '{')) return {};
    if (at + 1 >= line.size() || !is_name_start(line[at + 1])) return {};
    const auto end = line.find_first_of("}{ ,;$\n", at + 1);
    if (end == string_view::npos || line[end] != '}') return {};
    if (line.substr(at, end - at).find("..") != string_view::npos) return {};
    return {at + 1, static_cast<std::uint32_t>(end)};
}

class NotebookReader {
public:
    NotebookReader(std::shared_ptr<const text::Fragment> document, const frontends::Demand& demand,
                   Names& names, frontends::Stated& out)
        : document_(std::move(document)),
          demand_(demand),
          names_(names),
          out_(out),
          environment_(demand.environment.begin(), demand.environment.end()) {
        out_.fragment = document_;
    }

    void read() {
        std::vector<Cell> code;
        Cells cells(document_->text());
        for (Cell cell; cells.next(cell);)
            if (cell.code && cell.source.size() > 0) code.push_back(cell);
        const auto& language = cells.language();
        const bool is_shell = language == "bash" || language == "sh";
        is_python_ = language.empty() || language.find("python") != std::string::npos;
        for (const auto& cell : code) {
            if (is_python_)
                read_code(cell);
            else if (is_shell)
                read_shell(CellText(document_->text(), cell));
        }
        finish_python();
        for (const auto& fault : cells.faults()) add_problem(std::string(fault.what), fault.at);
    }

private:
    void read_code(const Cell& cell) {
        const CellText source(document_->text(), cell);
        const auto reading = read_cell(source.text());
        switch (reading.kind) {
            case CellReading::Kind::python:
                read_python(source, reading, cell);
                break;
            case CellReading::Kind::program:
                derive(Language::python, facts::Stage::process, source, reading.body);
                break;
            case CellReading::Kind::shell:
                derive(Language::shell, shell_stage(), source, reading.body);
                break;
            case CellReading::Kind::file:
                if (const auto language = language_of(reading.name); language != Language::unknown)
                    derive(language, shell_stage(), source, reading.body);
                break;
            case CellReading::Kind::skipped:
                break;
        }
    }

    /// IPython hands shell lines to a shell on the machine where the notebook runs.
    [[nodiscard]] facts::Stage shell_stage() const {
        return demand_.stage == facts::Stage::process ? facts::Stage::batch_shell : demand_.stage;
    }

    void read_shell(const CellText& source) {
        derive(Language::shell, shell_stage(), source,
               {0, static_cast<std::uint32_t>(source.text().size())});
    }

    void read_python(const CellText& source, const CellReading& reading, const Cell& cell) {
        if (!reading.complete)
            return add_problem(
                "cell " + std::to_string(cell.number) + " ends within a bracket or a string",
                cell.source);
        if (!python_) python_.emplace(Language::python, document_);
        std::uint32_t at = 0;
        for (const auto& foreign : reading.foreign) {
            source.copy({at, foreign.span.begin}, *python_);
            at = read_foreign(source, foreign);
        }
        source.copy({at, static_cast<std::uint32_t>(source.text().size())}, *python_);
        python_->insert("\n");
    }

    /// Returns where the Python goes on.
    std::uint32_t read_foreign(const CellText& source, const Foreign& foreign) {
        if (foreign.kind == Foreign::Kind::statement) return foreign.body.begin;
        python_->hole(source.origin(foreign.span), no_symbol,
                      foreign.is_value ? unknown_name : "pass");
        if (foreign.kind == Foreign::Kind::shell)
            derive_line(source, foreign.body, "");
        else if (foreign.kind == Foreign::Kind::magic)
            read_magic(source, foreign);
        return foreign.span.end;
    }

    void read_magic(const CellText& source, const Foreign& magic) {
        const auto body = source.text().substr(magic.body.begin, magic.body.size());
        if (magic.name == "pip" || magic.name == "conda" || magic.name == "mamba") {
            const auto name = magic.name.data() - source.text().data();
            derive_line(source, {static_cast<std::uint32_t>(name), magic.body.end}, "");
        } else if (magic.name == "run") {
            const bool is_program =
                body.starts_with("-m ") || body.find(".py") != string_view::npos;
            if (is_program) derive_line(source, magic.body, "python ");
        } else if (magic.name == "env" || magic.name == "set_env") {
            set_variable(source, magic.body);
        }
    }

    /// `%env NAME=VALUE`, `%env NAME VALUE`; the value is the rest of the line, quotes included.
    void set_variable(const CellText& source, Span body) {
        const auto text = source.text().substr(body.begin, body.size());
        const auto end = text.find_first_of("= \t");
        const auto name = text.substr(0, end);
        if (end == string_view::npos || !is_name(name)) return;
        auto begin = text.find_first_not_of(" \t", end);
        if (begin != string_view::npos && text[begin] == '=')
            begin = text.find_first_not_of(" \t", begin + 1);
        if (begin == string_view::npos) return;
        const auto name_end = body.begin + static_cast<std::uint32_t>(name.size());
        facts::VariableUse use{.action = facts::VariableUse::Action::set};
        use.name = names_.intern(name);
        use.value = word(source, {body.begin + static_cast<std::uint32_t>(begin), body.end});
        use.maybe = demand_.maybe;
        use.stage = facts::Stage::process;
        use.name_span = source.origin({body.begin, name_end});
        use.name_at = document_->place(use.name_span);
        use.at = document_->place(source.origin(body));
        use.fragment = document_;
        remember({use.name, *use.value});
        out_.variables.push_back(std::move(use));
    }

    void remember(facts::Assignment assignment) {
        const auto same = std::find_if(environment_.begin(), environment_.end(),
                                       [&](const auto& a) { return a.name == assignment.name; });
        if (same != environment_.end())
            *same = std::move(assignment);
        else if (environment_.size() < environment_limit)
            environment_.push_back(std::move(assignment));
    }

    facts::Word word(const CellText& source, Span span) {
        facts::Word word;
        const auto text = source.text().substr(span.begin, span.size());
        const bool is_known = text.find_first_of("{$") == string_view::npos;
        word.text = is_known ? text : text::hole_text;
        word.span = source.origin(span);
        word.at = document_->place(word.span);
        facts::Part part{.span = {0, static_cast<std::uint32_t>(word.text.size())}, .at = word.at};
        part.origin = is_known ? facts::Origin::literal : facts::Origin::unknown;
        part.fragment = document_;
        part.source = word.span;
        word.parts.push_back(std::move(part));
        return word;
    }

    /// A line that a shell runs; IPython puts values into it first.
    void derive_line(const CellText& source, Span line, string_view before) {
        if (line.size() == 0) return;
        text::Derivation shell(Language::shell, document_);
        if (!before.empty()) shell.insert(before);
        const auto text = source.text().substr(0, line.end);
        auto copied = line.begin;
        for (auto at = line.begin; at < line.end; ++at) {
            if (text[at] != '{') continue;
            const auto inside = interpolated(text, at);
            if (inside.size() == 0) continue;
            source.copy({copied, at}, shell);
            const auto name = text.substr(inside.begin, inside.size());
            const auto symbol = is_name(name) ? names_.intern(name) : no_symbol;
            copied = inside.end + 1;
            shell.hole(source.origin({at, copied}), symbol);
            at = inside.end;
        }
        source.copy({copied, line.end}, shell);
        add(shell, shell_stage());
    }

    void derive(Language language, facts::Stage stage, const CellText& source, Span body) {
        if (body.size() == 0) return;
        text::Derivation derived(language, document_);
        source.copy(body, derived);
        add(derived, stage);
    }

    void add(text::Derivation& derived, facts::Stage stage) {
        Derived entry{.fragment = derived.finish(), .stage = stage, .maybe = demand_.maybe};
        entry.environment = environment_;
        out_.derived.push_back(std::move(entry));
    }

    void finish_python() {
        if (!python_) return;
        Derived entry{
            .fragment = python_->finish(), .stage = facts::Stage::process, .maybe = demand_.maybe};
        entry.environment.assign(demand_.environment.begin(), demand_.environment.end());
        out_.derived.insert(out_.derived.begin(), std::move(entry));
    }

    void add_problem(std::string what, Span at) {
        if (out_.problems.size() < problem_limit)
            out_.problems.push_back({std::move(what), document_->place(at)});
    }

    std::shared_ptr<const text::Fragment> document_;
    const frontends::Demand& demand_;
    Names& names_;
    frontends::Stated& out_;
    std::vector<facts::Assignment> environment_;  // what `%env` has set so far
    std::optional<text::Derivation> python_;
    bool is_python_ = true;
};

}  // namespace

void state(std::shared_ptr<const text::Fragment> document, const frontends::Demand& demand,
           Names& names, frontends::Stated& out) {
    NotebookReader(std::move(document), demand, names, out).read();
}

}  // namespace trainlint::notebook
