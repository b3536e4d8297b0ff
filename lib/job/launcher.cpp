#include "job/launcher.hpp"

#include <algorithm>

namespace trainlint::job {

namespace {

constexpr std::size_t most_rows = 16;  // wrappers around wrappers; more is no real command

std::string_view basename(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool is_hole(const facts::Word& word) { return word.text == text::hole_text; }

bool is_python(const facts::Word& word) {
    const auto name = basename(word.text);
    if (name == "python" || name == "pypy") return true;
    if (!name.starts_with("python")) return false;
    const auto version = name.substr(6);
    return version.find_first_not_of("0123456789.") == std::string_view::npos;
}

/// The word behind the interpreter's own options, where `-m`, `-c` or a script stands.
std::size_t behind_python_options(const facts::Command& command, std::size_t at) {
    for (; at < command.words.size(); ++at) {
        const std::string_view word = command.words[at].text;
        if (word.size() < 2 || word[0] != '-' || word == "-m" || word == "-c") return at;
        if (word == "-W" || word == "-X") ++at;
    }
    return at;
}

bool same_word(const facts::Word& word, std::string_view expected, bool first) {
    return word.text == expected || (first && basename(word.text) == expected);
}

/// Does one spelling of a row stand at `at`? Returns the word behind it, else `at`.
std::size_t match(const facts::Command& command, std::size_t at, knowledge::Texts spelling) {
    const auto& words = command.words;
    std::size_t word = at;
    std::size_t expected = 0;
    if (spelling.front() == "python" && spelling.size() > 2) {
        // `$PYTHON -m torch.distributed.launch` starts it too, whatever the variable holds.
        if (!is_python(words[at]) && !is_hole(words[at])) return at;
        word = is_hole(words[at]) ? at + 1 : behind_python_options(command, at + 1);
        expected = 1;
    }
    for (; expected < spelling.size(); ++expected, ++word) {
        if (word >= words.size() || !words[word].known()) return at;
        if (!same_word(words[word], spelling[expected], expected == 0)) return at;
    }
    return word;
}

const knowledge::LauncherFlag* exact_flag(const knowledge::Launcher& row, std::string_view name) {
    for (const auto& flag : row.flags)
        for (const auto spelling : flag.names)
            if (spelling == name) return &flag;
    return nullptr;
}

std::string dashed(std::string_view name) {
    std::string text(name);
    for (std::size_t i = 2; i < text.size(); ++i)
        if (text[i] == '_') text[i] = '-';
    return text;
}

struct Lookup {
    const knowledge::LauncherFlag* flag = nullptr;
    bool ambiguous = false;
};

Lookup by_prefix(const knowledge::Launcher& row, std::string_view name) {
    Lookup found;
    std::size_t spellings = 0;
    for (const auto& flag : row.flags)
        for (const auto spelling : flag.names)
            if (spelling.starts_with("--") && spelling.starts_with(name)) {
                found.flag = &flag;
                ++spellings;
            }
    if (spellings > 1) return {nullptr, true};
    return found;
}

Lookup look_up(const knowledge::Launcher& row, std::string_view name) {
    if (const auto* flag = exact_flag(row, name)) return {flag};
    if (row.dash_spellings)
        for (const auto& flag : row.flags)
            for (const auto spelling : flag.names)
                if (spelling.starts_with("--") && dashed(spelling) == dashed(name)) return {&flag};
    if (row.prefixes && name.starts_with("--") && name.size() > 2) return by_prefix(row, name);
    return {};
}

/// `-N4`, `-np4`: a short option with its value in the same word.
const knowledge::LauncherFlag* joined_short(const knowledge::Launcher& row, std::string_view word,
                                            std::size_t& value) {
    if (word.size() < 3 || word[1] == '-') return nullptr;
    const auto* flag = exact_flag(row, word.substr(0, 2));
    if (!flag || flag->most == 0) return nullptr;
    value = 2;
    return flag;
}

void describe(LaunchOption& option, const knowledge::LauncherFlag& flag) {
    option.role = flag.role;
    option.row_name = flag.names.front();
    option.kind = flag.kind;
    option.choices = flag.choices;
    option.deprecated = flag.deprecated;
    option.replaced_by = flag.replaced_by;
}

struct Reader {
    const facts::Command& command;
    Met& met;

    void take_value(LaunchOption& option, std::size_t word, std::size_t begin) const {
        const auto& text = command.words[word];
        option.value_word = word;
        const auto slice = from(text, begin);
        option.value_at = place_of(slice);
        if (slice.known()) option.value = std::string(slice.text());
    }

    /// Takes the values of a flag that stand in the words behind it; returns the next word.
    std::size_t take_following(const knowledge::LauncherFlag& flag, LaunchOption& option,
                               std::size_t at) const {
        int taken = 0;
        const int most = flag.most < 0 ? 1 << 20 : flag.most;
        while (taken < most && at < command.words.size()) {
            const auto& word = command.words[at];
            const bool optional = taken >= flag.least;
            if (optional && (flag.optional_joined || word.text.starts_with('-'))) break;
            if (taken == 0) take_value(option, at, 0);
            ++taken;
            ++at;
        }
        return at;
    }

    /// Reads the option at word `at`; returns the word behind it.
    std::size_t option(std::size_t at) const {
        const auto& word = command.words[at];
        const std::string_view text = word.text;
        const auto equals = text.find('=');
        const auto name = text.substr(0, equals);
        LaunchOption option;
        option.spelled = name;
        option.word = at;
        option.sure = met.understood;
        option.at = place_of({&word, 0, name.size()});

        auto [flag, ambiguous] = look_up(*met.row, name);
        std::size_t joined = equals == std::string_view::npos ? 0 : equals + 1;
        if (!flag && !text.starts_with("--")) {
            if (const auto* with_value = joined_short(*met.row, text, joined)) {
                flag = with_value;
                option.spelled = std::string(text.substr(0, 2));
                option.at = place_of({&word, 0, 2});
            }
        }
        // A word that a branch may leave out or change is no proof of an unknown option.
        option.known = flag != nullptr || !word.alternatives.empty() || !word.known();
        option.ambiguous = ambiguous;
        if (flag) {
            describe(option, *flag);
        }
        ++at;
        if (joined != 0) {
            take_value(option, at - 1, joined);
        } else if (flag && flag->most != 0) {
            at = take_following(*flag, option, at);
        } else if (!flag) {
            met.understood = false;  // whether it takes a value is not known
        }
        met.options.push_back(std::move(option));
        return at;
    }
};

bool is_assignment(std::string_view word) {
    const auto equals = word.find('=');
    if (equals == std::string_view::npos || equals == 0) return false;
    const auto name = word.substr(0, equals);
    return std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
               (c >= 'a' && c <= 'z');
    });
}

/// The first word of the command that a wrapper starts.
std::size_t behind_positionals(const facts::Command& command, const Met& met) {
    std::size_t at = met.rest;
    for (int i = 0; i < met.row->positionals && at < command.words.size(); ++i) ++at;
    while (met.row->assignments && at < command.words.size() &&
           is_assignment(command.words[at].text))
        ++at;
    return at;
}

}  // namespace

const knowledge::Launcher* row_at(const facts::Command& command, std::size_t at,
                                  std::size_t& last) {
    if (at >= command.words.size()) return nullptr;
    const knowledge::Launcher* found = nullptr;
    last = at;
    for (const auto& row : knowledge::launchers())
        for (const auto spelling : row.commands) {
            const auto end = match(command, at, spelling);
            if (end <= last) continue;  // the longest spelling wins: `tune run` over `tune`
            last = end;
            found = &row;
        }
    return found;
}

void read_options(const facts::Command& command, std::size_t at, Met& met) {
    const Reader reader{command, met};
    while (at < command.words.size()) {
        const auto& word = command.words[at];
        if (word.text.starts_with(text::hole_text)) {
            met.understood = false;  // it may hold any number of options
            ++at;
            continue;
        }
        if (word.text == "--") {
            ++at;
            break;
        }
        if (word.text.size() < 2 || word.text[0] != '-') break;
        at = reader.option(at);
    }
    met.rest = at;
}

std::vector<Met> read_rows(const facts::Command& command) {
    std::vector<Met> rows;
    std::size_t at = 0;
    // `$PREFIX torchrun ...`: what a variable puts before it starts it all the same.
    while (at < command.words.size() && is_hole(command.words[at])) ++at;
    std::size_t behind = 0;
    const bool skipped = at > 0;
    if (skipped && row_at(command, 0, behind)) at = 0;
    if (skipped && at > 0) {
        const auto* row = row_at(command, at, behind);
        if (!row || row->wrapper) return rows;
    }
    while (rows.size() < most_rows) {
        Met met;
        met.first = at;
        met.row = row_at(command, at, met.last);
        if (!met.row) break;
        read_options(command, met.last, met);
        const bool wrapper = met.row->wrapper;
        if (wrapper) met.rest = behind_positionals(command, met);
        at = met.rest;
        rows.push_back(std::move(met));
        if (!wrapper) break;
    }
    return rows;
}

std::vector<LaunchOption> options_behind_script(const facts::Command& command, std::size_t at,
                                                const knowledge::Launcher& row) {
    std::vector<LaunchOption> found;
    for (; at < command.words.size() && command.words[at].text != "--"; ++at) {
        const auto& word = command.words[at];
        const auto equals = word.text.find('=');
        const auto name = std::string_view(word.text).substr(0, equals);
        if (!name.starts_with("--") || !word.alternatives.empty()) continue;
        const auto* flag = exact_flag(row, name);
        if (!flag) continue;
        LaunchOption option;
        option.spelled = name;
        option.word = at;
        option.at = place_of({&word, 0, name.size()});
        describe(option, *flag);
        if (equals != std::string::npos) option.value_word = at;
        else if (flag->most != 0 && at + 1 < command.words.size()) option.value_word = at + 1;
        found.push_back(std::move(option));
    }
    return found;
}

std::string_view launcher_at(const facts::Command& command, std::size_t at) {
    const std::string_view word = command.words[at].text;
    // Nearly every script is a file whose name has an ending.
    if (word.ends_with(".py")) return {};
    std::size_t last = at;
    if (const auto* row = row_at(command, at, last)) return row->wrapper ? "" : row->name;
    const bool runs = at + 1 < command.words.size() && is_python(command.words[at]) &&
                      word.find('/') == std::string_view::npos;
    return runs ? "python" : std::string_view{};
}

const LaunchOption* find_role(const std::vector<LaunchOption>& options, std::string_view role) {
    for (auto it = options.rbegin(); it != options.rend(); ++it)
        if (it->role == role) return &*it;
    return nullptr;
}

}  // namespace trainlint::job
