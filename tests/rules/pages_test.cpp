// The blocks of the rules' pages, run as the command line would run them.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "project.hpp"

namespace fs = std::filesystem;
using namespace trainlint;
using pages::Block;
using test::TestProject;

namespace {

struct RulePage {
    std::string path;
    const RuleInfo* rule = nullptr;
    pages::Page page;
};

const RuleInfo* rule_named(std::string name) {
    std::replace(name.begin(), name.end(), '_', '-');
    for (const auto& rule : all_rules())
        if (rule.name == name) return &rule;
    return nullptr;
}

std::vector<RulePage> read_pages() {
    std::vector<RulePage> found;
    for (const auto& family : fs::directory_iterator(TRAINLINT_SOURCE "/rules")) {
        if (!family.is_directory() || family.path().filename() == "tables") continue;
        for (const auto& entry : fs::directory_iterator(family)) {
            const auto stem = entry.path().stem();
            if (entry.path().extension() != ".md" || stem.has_extension()) continue;
            std::ifstream in(entry.path(), std::ios::binary);
            const std::string text{std::istreambuf_iterator<char>(in), {}};
            found.push_back(
                {entry.path().string(), rule_named(stem.string()), pages::parse_page(text)});
        }
    }
    std::sort(found.begin(), found.end(),
              [](const RulePage& a, const RulePage& b) { return a.path < b.path; });
    return found;
}

// The rules that run by default, and this one whatever it is.
Request request_for(const RuleInfo& rule) {
    Request request;
    request.preview = rule.preview;
    if (rule.confidence == Confidence::low) request.least_confidence = Confidence::low;
    return request;
}

bool is_related(const RuleInfo& rule, const pages::Mark& mark, std::string& key) {
    key = mark.text.substr(0, mark.text.find(':'));
    return key.size() < mark.text.size() &&
           std::any_of(rule.related.begin(), rule.related.end(),
                       [&](const auto& entry) { return entry.first == key; });
}

std::string line_of(const TestProject& project, const pages::Mark& mark) {
    const auto& text = project.files().at(mark.file);
    std::size_t begin = 0;
    for (std::size_t line = 1; line < mark.line && begin != std::string::npos; ++line)
        begin = text.find('\n', begin) + 1;
    return text.substr(begin, text.find('\n', begin) - begin);
}

// The carets stand below the place; of one that goes on, below all of its first line.
bool stands_at(const TestProject& project, const pages::Mark& mark, text::Place place) {
    const auto span = project.span_of(place);
    if (span.file != mark.file || span.line != mark.line || span.column != mark.column)
        return false;
    const auto end = mark.column + mark.length;
    if (span.end_line == span.line) return end == span.end_column;
    return end == test::code_points(line_of(project, mark)) + 1;
}

std::string trimmed(std::string text) {
    const auto begin = text.find_first_not_of(' ');
    return begin == std::string::npos ? "" : text.substr(begin);
}

struct Verdict {
    std::vector<std::string> wrong;

    void add(std::size_t line, const std::string& what) {
        wrong.push_back("line " + std::to_string(line) + ": " + what);
    }
};

void check_related(const TestProject& project, const std::vector<const Finding*>& findings,
                   const pages::Mark& mark, const std::string& key, Verdict& verdict) {
    const auto part = trimmed(mark.text.substr(key.size() + 1));
    for (const auto* finding : findings)
        for (const auto& related : finding->related)
            if (related.key == key && stands_at(project, mark, related.at) &&
                project.snapshot().message(*finding, related).find(part) != std::string::npos)
                return;
    verdict.add(mark.page_line, "no related place \"" + key + "\" here");
}

// Exactly the marked findings.
Verdict judge(const TestProject& project, const RuleInfo& rule, const Block& block) {
    Verdict verdict;
    const auto findings = project.findings_of(rule.name);
    std::vector<bool> told(findings.size());
    for (const auto& mark : block.marks) {
        std::string key;
        if (is_related(rule, mark, key)) {
            check_related(project, findings, mark, key, verdict);
            continue;
        }
        bool met = false;
        for (std::size_t i = 0; i < findings.size() && !met; ++i) {
            if (told[i] || !stands_at(project, mark, findings[i]->at)) continue;
            met = told[i] = true;
            if (project.snapshot().message(*findings[i]).find(mark.text) == std::string::npos)
                verdict.add(mark.page_line, "another message than \"" + mark.text + '"');
        }
        if (!met) verdict.add(mark.page_line, "nothing is reported here");
    }
    for (std::size_t i = 0; i < findings.size(); ++i)
        if (!told[i]) verdict.add(block.line, "an unmarked finding");
    return verdict;
}

std::string spoken(const Verdict& verdict) {
    std::string text;
    for (const auto& line : verdict.wrong) text += line + "\n";
    return text;
}

void check_bad(const RuleInfo& rule, const Block& block) {
    const TestProject project(test::texts_of(block), request_for(rule));
    const auto verdict = judge(project, rule, block);
    INFO("told:\n" << project.told());
    CHECK(spoken(verdict) == "");
}

void check_todo(const RuleInfo& rule, const Block& block) {
    const TestProject project(test::texts_of(block), request_for(rule));
    INFO("told:\n" << project.told());
    INFO("this gap is closed: make it a bad block");
    if (block.marks.empty())
        CHECK(project.findings_of(rule.name).empty());
    else
        CHECK(spoken(judge(project, rule, block)) != "");
}

void check_good(const RuleInfo& rule, const Block& block) {
    const TestProject project(test::texts_of(block), request_for(rule));
    std::string told;
    for (const auto& finding : project.result().findings)
        if (!finding.rule->preview || finding.rule == &rule) told = project.told();
    CHECK(told == "");
    if (block.unreached) return;
    std::string said;
    bool because = false;
    for (const auto& [silent, silence] : project.result().silences) {
        said += "  " + std::string(silent->name) + ": " + std::string(silence.because) + "\n";
        because |= silent->name == rule.name && silence.because == block.because;
    }
    INFO("said:\n" << said);
    INFO("expected: " << block.because);
    CHECK(because);
}

void check_fixed(const RuleInfo& rule, const Block& bad, const Block& fixed) {
    const TestProject before(test::texts_of(bad), request_for(rule));
    INFO("told:\n" << before.told());
    const auto files = before.fixed(before.findings_of(rule.name));
    REQUIRE(files);
    auto expected = before.files();
    for (const auto& [name, text] : test::texts_of(fixed)) expected[name] = text;
    for (const auto& [name, text] : expected) {
        INFO(name);
        REQUIRE(files->count(name) == 1);
        CHECK(files->at(name) == text);
    }
    const TestProject after(*files, request_for(rule));
    INFO("told of the fixed files:\n" << after.told());
    const auto again = after.fixed(after.findings_of(rule.name));
    REQUIRE(again);
    CHECK(*again == *files);
}

void check_block(const RulePage& page, std::size_t index) {
    const auto& block = page.page.blocks[index];
    INFO(page.path << ":" << block.line);
    switch (block.kind) {
        case Block::Kind::bad:
            return check_bad(*page.rule, block);
        case Block::Kind::good:
            return check_good(*page.rule, block);
        case Block::Kind::todo:
            return check_todo(*page.rule, block);
        case Block::Kind::fixed:
            return check_fixed(*page.rule, page.page.blocks.at(index - 1), block);
    }
}

}  // namespace

TEST_CASE("every page has a rule, every rule a page") {
    const auto pages = read_pages();
    CHECK(pages.size() == all_rules().size());
    for (const auto& page : pages) {
        INFO(page.path);
        CHECK(page.rule != nullptr);
        CHECK(page.page.faults.empty());
    }
    CHECK(std::is_sorted(all_rules().begin(), all_rules().end(),
                         [](const RuleInfo& a, const RuleInfo& b) { return a.name < b.name; }));
}

TEST_CASE("pages") {
    for (const auto& page : read_pages()) {
        if (!page.rule) continue;
        DYNAMIC_SECTION(page.rule->name) {
            for (std::size_t i = 0; i < page.page.blocks.size(); ++i) check_block(page, i);
        }
    }
}
