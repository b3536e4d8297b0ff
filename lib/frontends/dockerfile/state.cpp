#include "frontends/dockerfile/state.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "frontends/dockerfile/instructions.hpp"
#include "frontends/dockerfile/words.hpp"
#include "frontends/shells.hpp"
#include "syntax/json_reader.hpp"

namespace trainlint::dockerfile {

namespace {

using facts::Assignment;
using facts::Command;
using facts::Stage;
using frontends::is_shell;
using frontends::text_for_shell;
using std::string_view;
using text::Language;

constexpr std::size_t environment_limit = 1'000;
constexpr std::size_t word_limit = 10'000;

/// What CMD or ENTRYPOINT starts: a list of words, or text for a shell.
struct Start {
    std::vector<facts::Word> words;
    std::shared_ptr<const text::Fragment> shell;
    [[nodiscard]] bool empty() const { return words.empty() && !shell; }
};

/// Stretches of an instruction as one text, and the way back.
struct Joined {
    Joined(string_view whole, std::vector<text::Span> parts) : stretches(std::move(parts)) {
        for (const auto& stretch : stretches) text += whole.substr(stretch.begin, stretch.size());
    }
    [[nodiscard]] text::Span source(text::Span span) const {
        return {place(span.begin), span.size() == 0 ? place(span.begin) : place(span.end - 1) + 1};
    }

    std::string text;
    std::vector<text::Span> stretches;

private:
    [[nodiscard]] std::uint32_t place(std::uint32_t offset) const {
        for (const auto& stretch : stretches) {
            if (offset < stretch.size()) return stretch.begin + offset;
            offset -= stretch.size();
        }
        return stretches.empty() ? 0 : stretches.back().end;
    }
};

struct ImageStage {
    std::string name;
    std::vector<Assignment> environment;  ///< ENV
    std::vector<Assignment> arguments;    ///< ARG, while it is built
    std::string folder;                   ///< WORKDIR
    bool holds_context = false;           ///< COPY . to where it works
    bool posix_shell = true;              ///< SHELL
    Start entry, command;
};

class StateReader {
public:
    StateReader(std::shared_ptr<const text::Fragment> fragment, const frontends::Demand& demand,
                Names& names, frontends::Stated& out)
        : fragment_(std::move(fragment)),
          text_(fragment_->text()),
          demand_(demand),
          names_(names),
          out_(out),
          words_(fragment_, names) {
        out_.fragment = fragment_;
    }

    void read() {
        const auto instructions = dockerfile::read(text_);
        for (const auto& comment : instructions.comments) {
            const auto line = text_.substr(comment.begin, comment.size());
            if (line.find("trainlint:") != string_view::npos)
                out_.comments.push_back({std::string(line), comment});
        }
        for (const auto& [what, at] : instructions.faults)
            out_.problems.push_back({std::string(what), fragment_->place(at)});
        for (const auto& instruction : instructions.all) one(instruction);
        end_stage();
    }

private:
    void one(const Instruction& instruction) {
        const string_view keyword = instruction.keyword;
        if (keyword == "FROM") return from(instruction);
        if (keyword == "ARG") return arg(instruction);
        if (stages_.empty()) return;
        if (keyword == "ENV") return env(instruction);
        if (keyword == "RUN") return run(instruction);
        if (keyword == "CMD") stage().command = start(instruction);
        if (keyword == "ENTRYPOINT") {
            // A new entry point forgets the command of the image below.
            stage().entry = start(instruction);
            if (!command_is_own_) stage().command = {};
        }
        if (keyword == "CMD") command_is_own_ = true;
        if (keyword == "WORKDIR") work_in(instruction);
        if (keyword == "COPY" || keyword == "ADD") copy(instruction);
        if (keyword == "SHELL") {
            const auto shell = list(instruction);
            stage().posix_shell = shell.words.empty() || is_shell(shell.words[0].text);
        }
    }

    ImageStage& stage() { return stages_.back(); }

    /// `FROM image AS name`; a stage may begin with an earlier one, and then has what that had.
    void from(const Instruction& instruction) {
        end_stage();
        auto words = words_.read(instruction, global_arguments_);
        std::erase_if(words, [](const auto& word) { return word.text.starts_with("--"); });
        ImageStage made;
        if (!words.empty())
            for (const auto& before : stages_)
                if (before.name == words[0].text && !before.name.empty()) made = before;
        made.arguments.clear();
        made.name = words.size() >= 3 ? words[2].text : std::string();
        command_is_own_ = false;
        stages_.push_back(std::move(made));
    }

    void arg(const Instruction& instruction) {
        for (auto& pair : words_.pairs(instruction, in_force())) {
            const auto name = names_.intern(pair.name);
            auto& arguments = stages_.empty() ? global_arguments_ : stage().arguments;
            if (pair.has_value) {
                note(pair, Stage::image_build, false);
                add(arguments, {name, pair.value});
                continue;
            }
            // An argument from above the first FROM is brought in by its name alone.
            for (const auto& global : std::vector(global_arguments_))
                if (global.name == name) add(arguments, global);
        }
    }

    void env(const Instruction& instruction) {
        for (auto& pair : words_.pairs(instruction, in_force())) {
            if (!pair.has_value) continue;
            note(pair, Stage::container, true);
            add(stage().environment, {names_.intern(pair.name), pair.value});
        }
    }

    static void add(std::vector<Assignment>& to, Assignment assignment) {
        std::erase_if(to, [&](const Assignment& old) { return old.name == assignment.name; });
        if (to.size() < environment_limit) to.push_back(std::move(assignment));
    }

    void note(const Pair& pair, Stage stage, bool environment) {
        facts::VariableUse use{.action = facts::VariableUse::Action::set};
        use.name = names_.intern(pair.name);
        use.value = pair.value;
        use.environment = environment;
        use.maybe = demand_.maybe;
        use.stage = stage;
        use.name_at = fragment_->place(pair.name_at);
        use.at = fragment_->place(pair.at);
        use.fragment = fragment_;
        use.name_span = pair.name_at;
        out_.variables.push_back(std::move(use));
    }

    /// ENV goes before ARG of the same name.
    std::vector<Assignment> in_force() {
        if (stages_.empty()) return global_arguments_;
        auto all = stage().arguments;
        for (const auto& set : stage().environment) add(all, set);
        return all;
    }

    void work_in(const Instruction& instruction) {
        const auto words = words_.read(instruction, in_force());
        if (words.empty() || !words[0].known()) return;
        const auto& path = words[0].text;
        if (path.starts_with('/'))
            stage().folder = path;
        else
            stage().folder += "/" + path;
        stage().holds_context = false;
    }

    /// `COPY . .`: what lies beside the Dockerfile lies where the commands run.
    void copy(const Instruction& instruction) {
        auto words = words_.read(instruction, in_force());
        std::erase_if(words, [](const auto& word) { return word.text.starts_with("--"); });
        if (words.size() != 2 || (words[0].text != "." && words[0].text != "./")) return;
        auto target = words[1].text;
        while (target.size() > 1 && target.ends_with('/')) target.pop_back();
        if (target == "." || target == stage().folder) stage().holds_context = true;
    }

    /// Relative to the Dockerfile; a folder of the image alone is none of the project's.
    [[nodiscard]] std::string folder() {
        return stage().holds_context || stage().folder.empty() ? std::string() : stage().folder;
    }

    void run(const Instruction& instruction) {
        const auto environment = in_force();
        if (auto exec = list(instruction); !exec.words.empty())
            return state(exec, Stage::image_build, environment);
        if (!stage().posix_shell) return;
        const auto shell = shell_text(instruction);
        if (shell) derive(shell, Stage::image_build, environment);
    }

    Start start(const Instruction& instruction) {
        auto made = list(instruction);
        if (made.words.empty() && stage().posix_shell) made.shell = shell_text(instruction);
        return made;
    }

    /// The exec form, a JSON array of strings; else there are no words.
    Start list(const Instruction& instruction) const {
        const Joined joined(text_, behind_options(instruction));
        const auto first = joined.text.find_first_not_of(" \t\r");
        if (first == std::string::npos || joined.text[first] != '[') return {};
        using Token = syntax::json::Reader::Token;
        syntax::json::Reader reader(joined.text);
        Start made;
        for (auto token = reader.next(); token != Token::end; token = reader.next()) {
            if (token == Token::begin_array && reader.depth() == 1) continue;
            if (token == Token::end_array && reader.depth() == 0) continue;
            if (token != Token::string || made.words.size() >= word_limit) return {};
            made.words.push_back(word_of(joined, reader.span()));
        }
        return reader.faults().empty() ? made : Start{};
    }

    [[nodiscard]] facts::Word word_of(const Joined& joined, text::Span quoted) const {
        facts::Word word;
        word.text = syntax::json::decode(joined.text, quoted);
        word.span = joined.source(quoted);
        word.at = fragment_->place(word.span);
        facts::Part part;
        part.span = {0, static_cast<std::uint32_t>(word.text.size())};
        part.source = {word.span.begin + 1, word.span.end - 1};
        part.at = fragment_->place(part.source);
        part.fragment = fragment_;
        word.parts.push_back(std::move(part));
        return word;
    }

    /// Behind `--mount=...` and its like.
    std::vector<text::Span> behind_options(const Instruction& instruction) const {
        auto stretches = instruction.stretches;
        for (auto& stretch : stretches) {
            for (;;) {
                const auto first = text_.find_first_not_of(" \t\r", stretch.begin);
                if (first >= stretch.end) {
                    stretch.begin = stretch.end;
                    break;
                }
                if (text_.substr(first, 2) != "--") return stretches;
                const auto end = std::min<std::size_t>(text_.find_first_of(" \t\r", first),
                                                       stretch.end);
                stretch.begin = static_cast<std::uint32_t>(end);
            }
        }
        return stretches;
    }

    static void copy_stretches(const std::vector<text::Span>& stretches, text::Derivation& to) {
        text::Piece like;
        like.spelling = text::Spelling::dockerfile_run;
        for (const auto& stretch : stretches)
            if (stretch.size() > 0) to.copy(stretch, like);
    }

    /// What a shell is given. Here-documents alone are a script of their own.
    std::shared_ptr<const text::Fragment> shell_text(const Instruction& instruction) {
        const auto stretches = behind_options(instruction);
        const auto joined = Joined(text_, stretches).text;
        const auto first = joined.find_first_not_of(" \t\r");
        if (first == std::string::npos) return nullptr;
        if (instruction.documents.size() == 1 && is_document_alone(joined))
            return document_text(instruction.documents[0]);
        text::Derivation shell(Language::shell, fragment_);
        copy_stretches(stretches, shell);
        if (instruction.documents_at.size() > 0) {
            shell.insert("\n");
            shell.copy(instruction.documents_at);
        }
        return shell.finish();
    }

    static bool is_document_alone(string_view joined) {
        joined.remove_prefix(joined.find_first_not_of(" \t\r"));
        joined = joined.substr(0, joined.find_last_not_of(" \t\r") + 1);
        return joined.starts_with("<<") && joined.find_first_of(" \t;|&") == string_view::npos;
    }

    std::shared_ptr<const text::Fragment> document_text(const HereDocument& document) {
        const auto body = text_.substr(document.body.begin, document.body.size());
        auto language = Language::shell;
        if (body.starts_with("#!")) {
            const auto line = body.substr(0, body.find('\n'));
            if (line.find("python") != string_view::npos)
                language = Language::python;
            else if (line.find("sh") == string_view::npos)
                return nullptr;
        }
        text::Derivation derivation(language, fragment_);
        if (!document.drops_tabs) {
            derivation.copy(document.body);
            return derivation.finish();
        }
        for (auto at = document.body.begin; at < document.body.end;) {
            const auto end = std::min<std::size_t>(text_.find('\n', at), document.body.end - 1) + 1;
            while (at < end && text_[at] == '\t') ++at;
            derivation.copy({at, static_cast<std::uint32_t>(end)});
            at = static_cast<std::uint32_t>(end);
        }
        return derivation.finish();
    }

    void derive(std::shared_ptr<const text::Fragment> fragment, Stage stage,
                const std::vector<Assignment>& environment,
                std::uint32_t inside = flow::no_index) {
        frontends::Derived derived{.fragment = std::move(fragment), .stage = stage};
        derived.environment = environment;
        derived.inside = inside;
        derived.maybe = demand_.maybe;
        out_.derived.push_back(std::move(derived));
    }

    void state(const Start& start, Stage stage, const std::vector<Assignment>& environment) {
        Command command{.form = Command::Form::list};
        command.words = start.words;
        command.environment = environment;
        command.stage = stage;
        command.folder = folder();
        command.maybe = demand_.maybe;
        command.span = start.words.front().span;
        for (const auto& word : start.words) {
            command.span.begin = std::min(command.span.begin, word.span.begin);
            command.span.end = std::max(command.span.end, word.span.end);
        }
        command.fragment = fragment_;
        const auto index = static_cast<std::uint32_t>(out_.commands.size());
        const auto text = text_for_shell(command.words);
        out_.commands.push_back(std::move(command));
        if (!text) return;
        text::Derivation shell(Language::shell, fragment_);
        text::Piece like;
        like.spelling = text::Spelling::json_string;
        like.quote = '"';
        const auto& word = start.words[*text];
        shell.copy(word.parts[0].source, like, word.text);
        derive(shell.finish(), stage, environment, index);
    }

    /// What a container of the stage starts: the entry point with the command as its arguments.
    void end_stage() {
        if (stages_.empty()) return;
        auto& ended = stage();
        auto start = ended.entry.empty() ? ended.command : ended.entry;
        if (!ended.entry.words.empty() && !ended.command.words.empty()) {
            start.words.insert(start.words.end(), ended.command.words.begin(),
                               ended.command.words.end());
        }
        if (!start.words.empty())
            state(start, Stage::container, ended.environment);
        else if (start.shell)
            derive(start.shell, Stage::container, ended.environment);
    }

    std::shared_ptr<const text::Fragment> fragment_;
    string_view text_;
    const frontends::Demand& demand_;
    Names& names_;
    frontends::Stated& out_;
    Words words_;
    std::vector<Assignment> global_arguments_;
    std::vector<ImageStage> stages_;
    bool command_is_own_ = false;  // CMD stands in this stage, not in the one below
};

/// Instructions first: a comment may stand between the lines of one.
std::vector<text::Span> lines_of(string_view text) {
    const auto instructions = read(text);
    std::vector<text::Span> spans;
    for (const auto& instruction : instructions.all) spans.push_back(instruction.at);
    spans.insert(spans.end(), instructions.comments.begin(), instructions.comments.end());
    return spans;
}

}  // namespace

void state(std::shared_ptr<const text::Fragment> fragment, const frontends::Demand& demand,
           Names& names, frontends::Stated& out) {
    StateReader(std::move(fragment), demand, names, out).read();
}

LogicalLines::LogicalLines(string_view text) : lines_(text.size(), lines_of(text)) {}

text::Span LogicalLines::at(std::uint32_t offset) const {
    return lines_.at(offset).value_or(text::Span{offset, offset});
}

text::Span logical_line(string_view text, std::uint32_t offset) {
    return LogicalLines(text).at(offset);
}

}  // namespace trainlint::dockerfile
