// The matcher against a search that tries every trigger at every place.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "knowledge/tables.hpp"
#include "knowledge/triggers.hpp"

namespace fs = std::filesystem;
using namespace trainlint;
using text::Language;

namespace {

bool identifier(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

/// Tries every trigger at every place.
bool searched(std::string_view text, Language language) {
    for (const auto& trigger : knowledge::triggers()) {
        if ((trigger.languages >> static_cast<unsigned>(language) & 1) == 0) continue;
        const auto size = trigger.literal.size();
        for (auto at = text.find(trigger.literal); at != std::string_view::npos;
             at = text.find(trigger.literal, at + 1)) {
            if (trigger.left_boundary && at > 0 && identifier(text[at - 1])) continue;
            if (trigger.right_boundary && at + size < text.size() && identifier(text[at + size]))
                continue;
            return true;
        }
    }
    return false;
}

/// The matcher may read beyond the end of a text.
bool keeps(std::string text, Language language) {
    const auto size = text.size();
    text.append(16, '\0');
    return knowledge::has_trigger(std::string_view(text).substr(0, size), language);
}

void expect_equal(std::string_view text, Language language) {
    CHECK(keeps(std::string(text), language) == searched(text, language));
}

std::string read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

constexpr Language every_language[] = {
    Language::python, Language::notebook, Language::shell,     Language::cxx,  Language::yaml,
    Language::json,   Language::toml,     Language::ini,       Language::make, Language::prose,
    Language::log,    Language::unknown,  Language::dockerfile};

}  // namespace

TEST_CASE("every trigger is found at every offset, and only where it stands") {
    for (const auto& trigger : knowledge::triggers())
        for (const auto language : {Language::python, Language::shell, Language::yaml}) {
            for (std::size_t shift = 0; shift < 9; ++shift)
                expect_equal(std::string(shift, ' ') + std::string(trigger.literal), language);
            const std::string literal(trigger.literal);
            expect_equal("x" + literal + "x " + literal + "9\n" + literal + literal, language);
            expect_equal(literal.substr(1) + " " + literal.substr(0, literal.size() - 1), language);
        }
}

TEST_CASE("texts mixed from triggers and noise") {
    std::mt19937 random(7);
    const auto triggers = knowledge::triggers();
    constexpr std::string_view noise = "ab_. (\n\"9\xC3\xA9";
    for (int round = 0; round < 400; ++round) {
        std::string text;
        const auto often = 4 + random() % 40;  // else some trigger stands in all of them
        while (text.size() < 300) {
            if (random() % often == 0) {
                const auto literal = triggers[random() % triggers.size()].literal;
                text += literal.substr(0, literal.size() - std::min(literal.size(), random() % 3));
            }
            for (auto n = random() % 7; n > 0; --n) text += noise[random() % noise.size()];
        }
        expect_equal(text, every_language[random() % std::size(every_language)]);
    }
}

TEST_CASE("texts that end within a trigger, are empty, or hold any byte") {
    const std::string text = "import torch.distributed as dist";
    for (std::size_t size = 0; size <= text.size(); ++size)
        expect_equal(std::string_view(text).substr(0, size), Language::python);
    std::string bytes;
    for (int i = 0; i < 2048; ++i) bytes += static_cast<char>(i * 7);
    for (const auto language : every_language) expect_equal(bytes, language);
}

TEST_CASE("real texts") {
    for (const auto& entry : fs::recursive_directory_iterator(TRAINLINT_SOURCE "/rules"))
        if (entry.is_regular_file()) {
            INFO(entry.path().string());
            expect_equal(read_file(entry.path()), Language::python);
            expect_equal(read_file(entry.path()), Language::shell);
        }
}

TEST_CASE("a launcher's command keeps its file, as a line and as a list") {
    for (const auto& row : knowledge::launchers()) {
        if (row.wrapper) continue;
        for (const auto command : row.commands) {
            std::string line, list;
            for (const auto word : command) {
                line += std::string(word) + " ";
                list += "\"" + std::string(word) + "\", ";
            }
            if (line.starts_with("sbatch")) continue;  // its script is read by its directives
            INFO(line);
            CHECK(keeps(line + "train.py\n", Language::shell));
            // Of these no single word tells that it is a launcher's.
            const bool of_plain_words =
                line == "tune run " || line == "fabric run " || line == "lightning run model ";
            if (!of_plain_words)
                CHECK(keeps("command: [" + list + "\"train.py\"]\n", Language::yaml));
            CHECK(keeps("RUN " + line + "train.py\n", Language::dockerfile));
        }
    }
}

TEST_CASE("a collective's call keeps its file") {
    for (const auto& row : knowledge::collectives()) {
        if (row.kind != "collective" && row.kind != "group-creating") continue;
        const auto top = row.name.substr(0, row.name.find('.'));
        if (top != "torch" && top != "jax" && top != "paddle" && top != "deepspeed" &&
            top != "horovod")
            continue;
        const auto parent = std::string(row.name.substr(0, row.name.rfind('.')));
        INFO(row.name);
        CHECK(keeps("import " + parent + "\n\n\ndef step():\n    " + std::string(row.name) + "()\n",
                    Language::python));
    }
}

TEST_CASE("a variable that nothing reads any more keeps its file") {
    for (const auto& row : knowledge::variables()) {
        if (!row.never_existed && row.deprecated_in.empty() && row.removed_in.empty()) continue;
        INFO(row.name);
        CHECK(keeps("export " + std::string(row.name) + "=1\n", Language::shell));
        CHECK(keeps("os.environ['" + std::string(row.name) + "'] = '1'\n", Language::python));
        CHECK(keeps("- name: " + std::string(row.name) + "\n", Language::yaml));
    }
}
