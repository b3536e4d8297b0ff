// Over a folder of real scripts, named by TRAINLINT_CORPUS; not part of the ordinary run:
//   TRAINLINT_CORPUS=~/repositories test_shell "[corpus]"
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "frontends/shell/state.hpp"

namespace fs = std::filesystem;
using namespace trainlint;

namespace {

struct Script {
    std::string path;
    std::string text;
};

std::vector<Script> scripts() {
    std::vector<Script> all;
    const char* folder = std::getenv("TRAINLINT_CORPUS");
    if (!folder) return all;
    for (const auto& entry : fs::recursive_directory_iterator(
             folder, fs::directory_options::skip_permission_denied)) {
        const auto ending = entry.path().extension();
        if (!entry.is_regular_file() ||
            (ending != ".sh" && ending != ".sbatch" && ending != ".slurm"))
            continue;
        std::ifstream in(entry.path(), std::ios::binary);
        std::stringstream text;
        text << in.rdbuf();
        all.push_back({entry.path().string(), text.str()});
    }
    std::sort(all.begin(), all.end(),
              [](const Script& a, const Script& b) { return a.path < b.path; });
    return all;
}

/// All that a script states, with what it derives.
void collect(const std::shared_ptr<const text::Fragment>& fragment, const frontends::Demand& demand,
             Names& names, std::vector<facts::Command>& commands, std::size_t& problems) {
    frontends::Stated stated;
    shell::state(fragment, demand, names, stated);
    problems += stated.problems.size();
    for (auto& command : stated.commands) commands.push_back(std::move(command));
    for (const auto& derived : stated.derived) {
        const bool read = derived.fragment->language() == text::Language::shell;
        if (!read || derived.fragment->depth() > 4) continue;
        frontends::Demand inner;
        inner.stage = derived.stage;
        inner.environment = derived.environment;
        inner.maybe = derived.maybe;
        collect(derived.fragment, inner, names, commands, problems);
    }
}

std::string_view basename(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// The word behind the launcher; 0: the command has none.
std::size_t behind_launcher(const facts::Command& command) {
    for (std::size_t i = 0; i < command.words.size(); ++i) {
        const auto word = basename(command.words[i].text);
        const std::string_view next =
            i + 1 < command.words.size() ? std::string_view(command.words[i + 1].text) : "";
        if (word == "echo" || word == "pip" || word == "pip3" || word == "pkill") return 0;
        if (word == "torchrun" || word == "deepspeed") return i + 1;
        if (word == "accelerate" && next == "launch") return i + 2;
        if (word == "-m" && (next == "torch.distributed.launch" || next == "torch.distributed.run"))
            return i + 2;
    }
    return 0;
}

/// "known", "default", "branch", "unknown", "not given", or "hidden": a word may hold it.
std::string process_count(const facts::Command& command, std::size_t at) {
    bool hidden = false;
    for (; at < command.words.size(); ++at) {
        const auto& word = command.words[at];
        const std::string& text = word.text;
        const auto equals = text.find('=');
        const auto name = text.substr(0, equals);
        const bool flag = name == "--nproc_per_node" || name == "--nproc-per-node" ||
                          name == "--num_processes" || name == "--num_gpus" ||
                          name == "--include" || name == "--num-processes";
        if (flag) {
            const bool joined = equals != std::string::npos;
            if (!joined && at + 1 >= command.words.size()) return "unknown";
            const auto& value = joined ? word : command.words[at + 1];
            if (!value.alternatives.empty()) return "branch";
            if (!value.known()) return "unknown";
            for (const auto& part : value.parts) {
                if (part.origin == facts::Origin::default_value) return "default";
                if (part.origin == facts::Origin::branch) return "branch";
            }
            return "known";
        }
        if (text == text::hole_text) hidden = true;
        if (text.ends_with(".py")) break;
    }
    return hidden ? "hidden" : "not given";
}

}  // namespace

TEST_CASE("real scripts", "[.][corpus]") {
    const auto all = scripts();
    REQUIRE_FALSE(all.empty());
    Names names;
    std::size_t bytes = 0;
    std::size_t with_problems = 0;
    std::map<std::string, std::size_t> counts;
    std::chrono::steady_clock::duration spent{};
    const bool lists = std::getenv("TRAINLINT_LIST") != nullptr;
    for (const auto& script : all) {
        bytes += script.text.size();
        auto fragment = text::Fragment::of_document({}, text::Language::shell, script.text);
        std::vector<facts::Command> commands;
        std::size_t problems = 0;
        const auto begin = std::chrono::steady_clock::now();
        collect(fragment, {}, names, commands, problems);
        spent += std::chrono::steady_clock::now() - begin;
        with_problems += problems > 0 ? 1 : 0;
        for (const auto& command : commands) {
            const auto at = behind_launcher(command);
            if (at == 0) continue;
            const auto kind = process_count(command, at);
            ++counts[kind];
            if (!lists || kind == "known" || kind == "not given") continue;
            std::printf("%s\t%s\t%u\n", kind.c_str(), script.path.c_str(), command.span.begin);
        }
    }
    const double seconds = std::chrono::duration<double>(spent).count();
    std::printf("%zu scripts, %.2f MB, %.1f MB/s, %zu with problems\n", all.size(), bytes / 1e6,
                bytes / 1e6 / seconds, with_problems);
    std::size_t sum = 0;
    for (const auto& [kind, count] : counts) sum += count;
    for (const auto& [kind, count] : counts)
        std::printf("%-10s %5zu  %4.1f %%\n", kind.c_str(), count, 100.0 * count / sum);
}
