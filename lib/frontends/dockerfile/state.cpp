#include "frontends/dockerfile/state.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
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

constexpr std::size_t word_limit = 10'000;
constexpr std::size_t longest_folder = 256;
/// Of environments and words that are stated for each instruction anew, in bytes.
constexpr std::size_t most_copied = std::size_t{64} << 20;

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
    std::shared_ptr<const Environment> environment;  ///< ENV; null: none
    Environment arguments;                           ///< ARG, while it is built
    std::string folder;                              ///< WORKDIR
    bool holds_context = false;                      ///< COPY . to where it works
    bool posix_shell = true;                         ///< SHELL
    std::shared_ptr<const Start> entry, command;     ///< null: none
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
        at_ = instruction.at;
        if (keyword == "FROM") return from(instruction);
        if (keyword == "ARG") return arg(instruction);
        if (!stage_) return;
        if (keyword == "ENV") return env(instruction);
        if (keyword == "RUN") return run(instruction);
        if (keyword == "CMD") stage().command = start(instruction);
        if (keyword == "ENTRYPOINT") {
            // A new entry point forgets the command of the image below.
            stage().entry = start(instruction);
            if (!command_is_own_) stage().command.reset();
        }
        if (keyword == "CMD") command_is_own_ = true;
        if (keyword == "WORKDIR") work_in(instruction);
        if (keyword == "COPY" || keyword == "ADD") copy(instruction);
        if (keyword == "SHELL") {
            const auto shell = list(instruction);
            stage().posix_shell = shell.words.empty() || is_shell(shell.words[0].text);
        }
    }

    ImageStage& stage() { return *stage_; }

    /// `FROM image AS name`; a stage may begin with an earlier one, and then has what that had.
    void from(const Instruction& instruction) {
        end_stage();
        auto words = words_.read(instruction, {nullptr, &global_arguments_});
        std::erase_if(words, [](const auto& word) { return word.text.starts_with("--"); });
        ImageStage made;
        const auto before = words.empty() ? stages_.end() : stages_.find(words[0].text);
        if (before != stages_.end()) made = before->second;
        made.name = words.size() >= 3 ? words[2].text : std::string();
        command_is_own_ = false;
        own_environment_.reset();
        stage_ = std::move(made);
    }

    void arg(const Instruction& instruction) {
        for (auto& pair : words_.pairs(instruction, in_force())) {
            const auto name = names_.intern(pair.name);
            auto& arguments = stage_ ? stage().arguments : global_arguments_;
            if (pair.has_value) {
                note(pair, Stage::image_build, false);
                arguments.set({name, pair.value});
                continue;
            }
            // An argument from above the first FROM is brought in by its name alone.
            const auto* global = stage_ ? global_arguments_.find(name) : nullptr;
            if (global && copied_.spend(facts::weight(*global))) arguments.set({name, *global});
        }
    }

    void env(const Instruction& instruction) {
        for (auto& pair : words_.pairs(instruction, in_force())) {
            if (!pair.has_value) continue;
            note(pair, Stage::container, true);
            if (auto* environment = own_environment())
                environment->set({names_.intern(pair.name), pair.value});
        }
    }

    /// That of this stage alone, with what the stage below had. Null: it became too much.
    Environment* own_environment() {
        if (own_environment_) return own_environment_.get();
        const auto below = stage().environment;
        if (below && !may_copy(below->weight())) return nullptr;
        own_environment_ = below ? std::make_shared<Environment>(*below)
                                 : std::make_shared<Environment>();
        stage().environment = own_environment_;
        return own_environment_.get();
    }

    /// What is left out is told once.
    bool may_copy(std::size_t bytes) {
        if (copied_.spend(bytes)) return true;
        if (!std::exchange(too_much_, true))
            out_.problems.push_back({"too many instructions with too large an environment: the "
                                     "rest of them was read without it",
                                     fragment_->place(at_)});
        return false;
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

    InForce in_force() {
        if (!stage_) return {nullptr, &global_arguments_};
        return {stage().environment.get(), &stage().arguments};
    }

    std::vector<Assignment> copied(const InForce& in_force) {
        return may_copy(in_force.weight()) ? in_force.list() : std::vector<Assignment>();
    }

    void work_in(const Instruction& instruction) {
        const auto words = words_.read(instruction, in_force());
        if (words.empty() || !words[0].known()) return;
        const auto& path = words[0].text;
        if (path.starts_with('/'))
            stage().folder = path;
        else
            stage().folder += "/" + path;
        // Every command behind it keeps a copy.
        if (stage().folder.size() > longest_folder) stage().folder = text::hole_text;
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
        if (auto exec = list(instruction); !exec.words.empty())
            return state(exec, Stage::image_build, copied(in_force()));
        if (!stage().posix_shell) return;
        const auto shell = shell_text(instruction);
        if (shell) derive(shell, Stage::image_build, copied(in_force()));
    }

    std::shared_ptr<const Start> start(const Instruction& instruction) {
        auto made = list(instruction);
        if (made.words.empty() && stage().posix_shell) made.shell = shell_text(instruction);
        return made.empty() ? nullptr : std::make_shared<const Start>(std::move(made));
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
                std::vector<Assignment> environment, std::uint32_t inside = flow::no_index) {
        frontends::Derived derived{.fragment = std::move(fragment), .stage = stage};
        derived.environment = std::move(environment);
        derived.inside = inside;
        derived.maybe = demand_.maybe;
        out_.derived.push_back(std::move(derived));
    }

    void state(const Start& start, Stage stage, std::vector<Assignment> environment) {
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
        if (!may_copy(facts::weight(environment))) environment.clear();
        text::Derivation shell(Language::shell, fragment_);
        text::Piece like;
        like.spelling = text::Spelling::json_string;
        like.quote = '"';
        const auto& word = start.words[*text];
        shell.copy(word.parts[0].source, like, word.text);
        derive(shell.finish(), stage, std::move(environment), index);
    }

    /// What a container of the stage starts: the entry point with the command as its arguments.
    void end_stage() {
        if (!stage_) return;
        const auto& ended = stage();
        const auto& first = ended.entry ? ended.entry : ended.command;
        if (first) {
            const InForce environment{ended.environment.get(), nullptr};
            if (first->shell)
                derive(first->shell, Stage::container, copied(environment));
            else
                state_start(ended, *first, environment);
        }
        stage().arguments = {};
        if (!ended.name.empty()) stages_.insert_or_assign(ended.name, std::move(*stage_));
        stage_.reset();
    }

    void state_start(const ImageStage& ended, const Start& first, const InForce& environment) {
        const Start* arguments = ended.entry ? ended.command.get() : nullptr;
        const std::size_t weight =
            facts::weight(first.words) + (arguments ? facts::weight(arguments->words) : 0);
        if (!may_copy(weight)) return;
        Start start = first;
        if (arguments)
            start.words.insert(start.words.end(), arguments->words.begin(), arguments->words.end());
        state(start, Stage::container, copied(environment));
    }

    std::shared_ptr<const text::Fragment> fragment_;
    string_view text_;
    const frontends::Demand& demand_;
    Names& names_;
    frontends::Stated& out_;
    Words words_;
    Environment global_arguments_;
    std::unordered_map<std::string, ImageStage> stages_;  // those that ended, by name
    std::optional<ImageStage> stage_;
    std::shared_ptr<Environment> own_environment_;        // stage_'s, if it has one of its own
    facts::Allowance copied_{most_copied};
    bool too_much_ = false;
    text::Span at_;                                       // the instruction
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
