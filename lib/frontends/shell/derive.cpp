// Text in a shell script that something else reads: `bash -c "..."`, here-documents.
#include <algorithm>
#include <utility>

#include "frontends/shells.hpp"
#include "frontends/shell/evaluator.hpp"
#include "frontends/shell/names.hpp"

namespace trainlint::shell {
namespace {

using frontends::is_shell;

using text::Language;

constexpr std::size_t most_derived = 2'000;
constexpr std::string_view unknown_name = "__unknown__";  // what Python reads in place of a value

std::string_view basename(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool is_any(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_python(std::string_view word) {
    if (word.size() < 6 || (word.back() != 'n' && !is_digit(word.back()))) return false;
    const auto name = basename(word);
    return name.starts_with("python") &&
           name.substr(6).find_first_not_of("0123456789.") == std::string_view::npos;
}

/// They start a command in another shell, on the nodes of the job.
bool starts_tasks(std::string_view word) {
    return is_any(basename(word), {"srun", "mpirun", "mpiexec", "mpiexec.hydra", "orterun",
                                      "prun", "jsrun", "aprun", "ssh", "pdsh"});
}

bool starts_container(std::string_view word) {
    return is_any(basename(word),
                     {"docker", "podman", "nerdctl", "singularity", "apptainer", "enroot"});
}

/// What runs there does not get this shell's environment.
bool drops_environment(std::string_view word) {
    return is_any(basename(word), {"ssh", "pdsh", "docker", "podman", "nerdctl", "kubectl"});
}

bool only_prints(std::string_view word) {
    return is_any(word, {"echo", "printf", "[", "test", "export", "cd", "grep", "pgrep", "pkill",
                            "which", "command", "type", "apt-get", "apt", "pip", "rm", "ls"});
}

std::string_view text_of(std::span<const Field> fields, std::size_t at) {
    return at < fields.size() ? std::string_view(fields[at].value.text) : std::string_view();
}

/// The word behind `-c`, in the options of a shell (or of Python) that begin at `at`; 0: none.
std::size_t script_behind_option(std::span<const Field> fields, std::size_t at, bool python) {
    for (; at < fields.size(); ++at) {
        const auto word = text_of(fields, at);
        if (word.size() < 2 || (word[0] != '-' && word[0] != '+')) return 0;
        const bool is_long = word.starts_with("--");
        const bool has_c = python ? word == "-c" : word.find('c') != std::string_view::npos;
        if (!is_long && word[0] == '-' && has_c) return at + 1 < fields.size() ? at + 1 : 0;
        if (is_any(word, {"-o", "+o", "-O", "+O", "--rcfile", "--init-file", "-W", "-X"})) ++at;
    }
    return 0;
}

/// The first word of the remote command of ssh or pdsh, whose options begin at `at`.
std::size_t remote_command(std::span<const Field> fields, std::size_t at, bool has_host) {
    constexpr std::string_view with_value = "BbcDEeFIiJLlmOoPpQRSWwx";
    for (; at < fields.size(); ++at) {
        const auto word = text_of(fields, at);
        if (word.size() > 1 && word[0] == '-') {
            if (word.size() == 2 && with_value.find(word[1]) != std::string_view::npos) ++at;
            continue;
        }
        if (!has_host) return at;
        has_host = false;
    }
    return fields.size();
}

std::optional<Language> language_of_name(std::string_view path) {
    const auto name = basename(path);
    if (name.starts_with("Dockerfile") || name.starts_with("Containerfile"))
        return Language::dockerfile;
    if (name == "Makefile") return Language::make;
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const auto ending = name.substr(dot + 1);
    if (is_any(ending, {"sh", "bash", "sbatch", "slurm", "sub"})) return Language::shell;
    if (ending == "py") return Language::python;
    if (ending == "json") return Language::json;
    if (is_any(ending, {"yaml", "yml"})) return Language::yaml;
    if (ending == "toml") return Language::toml;
    if (is_any(ending, {"ini", "cfg", "conf"})) return Language::ini;
    return std::nullopt;
}

/// May text that another program runs stand behind it?
bool starts_script(std::string_view word) {
    return is_shell(word) || is_python(word) || is_any(basename(word), {"ssh", "pdsh", "sbatch"});
}

/// What a program makes of its standard input.
std::optional<Language> language_of_input(std::string_view program, bool has_dash) {
    if (is_shell(program)) return Language::shell;
    if (is_python(program)) return Language::python;
    const auto name = basename(program);
    if (is_any(name, {"sbatch", "qsub", "bsub"})) return Language::shell;
    if (name == "kubectl" && has_dash) return Language::yaml;
    if (name == "docker" && has_dash) return Language::dockerfile;
    return std::nullopt;
}

}  // namespace

/// A quick look before the words are given away.
bool Evaluator::may_derive(const Node& node, std::span<const Field> fields) const {
    for (const auto& redirection :
         std::span(tree_.redirections).subspan(node.redirections.first, node.redirections.count))
        if (redirection.heredoc != none) return true;
    if (fields.size() < 2) return false;
    // bash, sh, ssh, sbatch, pdsh ...; python3.11; eval.
    for (const Field& field : fields) {
        const std::string& word = field.value.text;
        if (word.ends_with("sh") || word.ends_with("sbatch") || is_python(word)) return true;
    }
    return fields.front().value.text == "eval";
}

void Evaluator::derive(Index index, std::uint32_t command, std::span<const Field> fields) {
    const Node& node = tree_.nodes[index];
    derive_heredocs(node, command, fields);
    if (command == none || fields.size() < 2 || only_prints(fields.front().value.text)) return;
    // Each of them may look at all the words behind it.
    constexpr unsigned most_starters = 16;
    unsigned starters = 0;
    for (std::size_t i = 0; i < fields.size() && starters < most_starters; ++i) {
        if (derive_script(fields, i, command)) return;
        starters += starts_script(text_of(fields, i));
    }
}

/// Does the word at `at` run text that stands in later words?
bool Evaluator::derive_script(std::span<const Field> fields, std::size_t at,
                              std::uint32_t command) {
    const auto word = text_of(fields, at);
    const bool python = is_python(word);
    if (!python && !word.ends_with('h') && at > 0) return false;
    if (python || is_shell(word)) {
        const std::size_t script = script_behind_option(fields, at + 1, python);
        if (script == 0) return false;
        add_derived(python ? Language::python : Language::shell, fields.subspan(script, 1), command,
                    fields.first(at), true);
        return true;
    }
    const auto name = basename(word);
    if (at == 0 && name == "eval") {
        add_derived(Language::shell, fields.subspan(1), command, fields.first(1), true);
        return true;
    }
    if (name == "ssh" || name == "pdsh") {
        const std::size_t first = remote_command(fields, at + 1, name == "ssh");
        if (first >= fields.size()) return false;
        add_derived(Language::shell, fields.subspan(first), command, fields.first(at + 1), true);
        return true;
    }
    if (name != "sbatch") return false;
    for (std::size_t i = at + 1; i < fields.size(); ++i) {
        constexpr std::string_view option = "--wrap";
        const auto text = text_of(fields, i);
        if (text == option && i + 1 < fields.size()) {
            add_derived(Language::shell, fields.subspan(i + 1, 1), command, fields.first(at), true);
            return true;
        }
        if (!text.starts_with(option) || text.size() <= option.size() + 1) continue;
        Field script{.span = fields[i].span};
        script.value = fields[i].value.slice(option.size() + 1, text.size());
        add_derived(Language::shell, std::span(&script, 1), command, fields.first(at), true);
        return true;
    }
    return false;
}

void Evaluator::derive_heredocs(const Node& node, std::uint32_t command,
                                std::span<const Field> fields) {
    const auto all =
        std::span(tree_.redirections).subspan(node.redirections.first, node.redirections.count);
    bool runs_here = true;
    bool asked = false;
    std::optional<text::Language> language;
    for (const Redirection& redirection : all) {
        if (redirection.heredoc == none || !first_visit(redirection.span.begin)) continue;
        const Field body = expand_heredoc(tree_.heredocs[redirection.heredoc]);
        if (!std::exchange(asked, true)) language = heredoc_language(node, fields, runs_here);
        if (language && command != none)
            add_derived(*language, std::span(&body, 1), command, fields, runs_here);
    }
}

/// The language of a here-document: of the file that it is written to, or of who reads it.
std::optional<Language> Evaluator::heredoc_language(const Node& node,
                                                    std::span<const Field> fields,
                                                    bool& runs_here) {
    if (fields.empty()) return std::nullopt;
    const auto first = basename(text_of(fields, 0));
    if (first == "cat" || first == "tee" || first == "envsubst") {
        if (const auto language = file_language(node, fields)) {
            runs_here = false;
            return language;
        }
        if (piped_into_ == none) return std::nullopt;
        const Node& next = tree_.nodes[piped_into_];
        if (next.kind != Node::Kind::simple || next.parts.count == 0) return std::nullopt;
        const Item& item = tree_.items[next.parts.first];
        if (item.is_assignment) return std::nullopt;
        const auto written = view(next.span);
        const bool has_dash = written.find(" -") != std::string_view::npos;
        return language_of_input(view(tree_.words[item.index].span), has_dash);
    }
    if (first == "ssh") return Language::shell;
    const bool has_dash = std::any_of(fields.begin(), fields.end(), [](const Field& field) {
        return field.value.text == "-" || field.value.text == "-f-";
    });
    const auto last = std::find_if(fields.rbegin(), fields.rend(), [](const Field& field) {
        return !field.value.text.starts_with('-');
    });
    const auto behind_arguments = static_cast<std::size_t>(fields.rend() - last);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        // A script of its own is what it reads; the here-document is data then.
        const bool reads = i + 1 >= behind_arguments;
        const bool program = is_shell(text_of(fields, i)) || is_python(text_of(fields, i));
        if (program && !reads) return std::nullopt;
        if (i > 0 && !program) continue;
        if (const auto language = language_of_input(text_of(fields, i), has_dash)) return language;
    }
    return std::nullopt;
}

std::optional<Language> Evaluator::file_language(const Node& node, std::span<const Field> fields) {
    const auto all =
        std::span(tree_.redirections).subspan(node.redirections.first, node.redirections.count);
    for (const Redirection& redirection : all) {
        const bool writes = redirection.kind == Redirection::Kind::output ||
                            redirection.kind == Redirection::Kind::append;
        if (writes && redirection.to_standard_output && redirection.target != none)
            if (const auto language = language_of_name(expand_joined(redirection.target).value.text))
                return language;
    }
    if (basename(text_of(fields, 0)) != "tee") return std::nullopt;
    for (const Field& field : fields.subspan(1))
        if (!field.value.text.starts_with('-')) return language_of_name(field.value.text);
    return std::nullopt;
}

/// `words`: those that start it. A script that is only written runs later, who knows where.
void Evaluator::add_derived(Language language, std::span<const Field> parts, std::uint32_t command,
                            std::span<const Field> words, bool runs_here) {
    if (out_.derived.size() >= most_derived) return;
    const bool nothing = std::all_of(parts.begin(), parts.end(), [](const Field& part) {
        return part.value.text.empty() || part.value.only_holes();
    });
    if (nothing) return;
    text::Derivation derivation(language, script_);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) derivation.insert(" ");
        copy_into(derivation, parts[i].value, language);
    }
    frontends::Derived derived;
    derived.fragment = derivation.finish();
    derived.stage = stage_;
    derived.maybe = maybe_;
    derived.inside = command;
    bool keeps_environment = runs_here;
    for (const Field& word : words) {
        const std::string_view name = word.value.text;
        if (starts_tasks(name)) derived.stage = facts::Stage::task_shell;
        if (starts_container(name)) derived.stage = facts::Stage::container;
        if (drops_environment(name)) keeps_environment = false;
    }
    const bool submits = !words.empty() && basename(words.front().value.text) == "sbatch";
    if (submits) derived.stage = facts::Stage::batch_shell;
    const auto& environment = out_.commands[command].environment;
    if (keeps_environment && spend_environment(environment)) derived.environment = environment;
    if (!words.empty() && words.front().value.text == "eval")
        add_own_variables(parts, derived.environment);
    out_.derived.push_back(std::move(derived));
}

void Evaluator::copy_into(text::Derivation& derivation, const Text& value,
                          Language language) const {
    for (std::size_t i = 0; i < value.stretches.size(); ++i) {
        const Stretch& stretch = value.stretches[i];
        const auto characters =
            std::string_view(value.text).substr(stretch.begin, value.end_of(i) - stretch.begin);
        if (stretch.hole) {
            const auto at = stretch.use.size() > 0 ? stretch.use : stretch.source;
            derivation.hole(at, stretch.variable,
                            language == Language::python ? unknown_name : text::hole_text);
        } else if (!stretch.stands || stretch.foreign > 0) {
            derivation.insert(characters);
        } else {
            text::Piece like;
            like.spelling = stretch.spelling;
            like.quote = stretch.quote;
            like.raw = stretch.raw;
            like.indent = stretch.indent;
            derivation.copy(stretch.source, like, characters);
        }
    }
}

/// `eval` reads its text in this very shell: also what is not exported is known there.
void Evaluator::add_own_variables(std::span<const Field> parts,
                                  std::vector<facts::Assignment>& environment) {
    std::unordered_set<Symbol> there;
    for (const auto& other : environment) there.insert(other.name);
    for (const Field& part : parts) {
        const std::string_view text = part.value.text;
        for (auto at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
            std::size_t begin = at + 1;
            if (begin < text.size() && text[begin] == '{') ++begin;
            std::size_t end = begin;
            while (end < text.size() && is_name_character(text[end])) ++end;
            if (end == begin || !is_name_start(text[begin])) continue;
            const auto name = text.substr(begin, end - begin);
            const VariableState& state = variables_.state(variables_.index_of(name));
            if (state.kind != VariableState::Kind::set || state.exported || !state.content ||
                state.content->array)
                continue;
            const Symbol wanted = symbol(name);
            if (!there.insert(wanted).second) continue;
            const facts::Word& word = exported_word(*state.content);
            if (!spend_environment(word)) return;
            environment.push_back({wanted, word});
        }
    }
}

}  // namespace trainlint::shell
