#include <catch2/catch.hpp>

#include "engine/directives.hpp"
#include "project.hpp"
#include "text/edits.hpp"

using namespace trainlint;
using test::check;

namespace {

std::string told_in(const std::string& name, const std::string& text, const Request& request = {}) {
    const auto path = "p/" + name;
    auto all = check({{path, text}}, request).told();
    std::string out;
    for (std::size_t at = 0; at < all.size();) {
        const auto end = all.find('\n', at);
        out += all.substr(at + path.size() + 1, end - at - path.size() - 1) + "|";
        at = end + 1;
    }
    return out;
}

/// The text after the fixes of all findings.
std::string fixed(const std::string& name, const std::string& text) {
    const auto checked = check({{"p/" + name, text}});
    std::vector<text::Edit> edits;
    for (const auto& finding : checked.result.findings)
        if (finding.fix)
            edits.insert(edits.end(), finding.fix->edits.begin(), finding.fix->edits.end());
    return text::apply_edits(text, edits).value_or("conflict");
}

}  // namespace

TEST_CASE("a comment on the logical line or above it suppresses") {
    CHECK(told_in("a.sh", "torchrun BAD # trainlint: ignore[bad-word] why\n") == "");
    CHECK(told_in("a.sh", "# trainlint: ignore[bad-word]\ntorchrun BAD\n") == "");
    CHECK(told_in("a.sh", "# trainlint: ignore[bad-word]\ntorchrun \\\n  x \\\n  BAD\n") == "");
    CHECK(told_in("a.sh", "torchrun \\\n  BAD # trainlint: ignore[launch]\n") == "");
    CHECK(told_in("a.sh", "  # trainlint: ignore[naughty-word] by its alias\n  torchrun BAD\n") ==
          "");
    CHECK(told_in("a.sh",
                  "# trainlint: ignore[worse-word]\n# trainlint: ignore[bad-word]\n"
                  "torchrun BAD WORSE\n",
                  [] {
                      Request r;
                      r.least_confidence = Confidence::low;
                      return r;
                  }()) == "");
    CHECK(told_in("a.sh", "# trainlint: ignore[bad-word, worse-word]\ntorchrun BAD WORSE\n", [] {
              Request r;
              r.least_confidence = Confidence::low;
              return r;
          }()) == "");
}

TEST_CASE("a comment elsewhere does not suppress, and is told with why") {
    CHECK(told_in("a.sh", "# trainlint: ignore[bad-word]\n\ntorchrun BAD\n") ==
          "1:3 useless-suppression This suppression does nothing: \"bad-word\" is told on line 3, "
          "not on this one|3:10 bad-word a BAD word|");
    CHECK(told_in("a.sh", "torchrun x # trainlint: ignore[bad-word]\n") ==
          "1:14 useless-suppression This suppression does nothing: the rule \"bad-word\" ran and "
          "finds nothing on this line|");
    CHECK(
        told_in("a.sh", "torchrun # trainlint: ignore[launch]\n",
                [] {
                    Request r;
                    r.least_confidence = Confidence::low;
                    return r;
                }()) ==
        "1:12 useless-suppression This suppression does nothing: no rule of the family \"launch\" "
        "finds anything on this line|");
}

TEST_CASE("what did not run is not called useless") {
    Request request;
    request.select = {"worse-word", "useless-suppression"};
    CHECK(told_in("a.sh", "torchrun x # trainlint: ignore[bad-word]\n", request) == "");
    CHECK(told_in("a.py", "import torch  # trainlint: ignore[launched-script]\n") == "");
    CHECK(told_in("a.sh", "torchrun # trainlint: ignore[launch]\n", request) == "");
    request.select = {"bad-word"};
    CHECK(told_in("a.sh", "torchrun x # trainlint: ignore[bad-word]\n", request) == "");
}

TEST_CASE("a finding that would not be told all the same makes its suppression needed") {
    CHECK(told_in("a.sh", "torchrun WORSE # trainlint: ignore[worse-word]\n") == "");
    CHECK(check({{"p/tests/a.sh", "torchrun WORSE # trainlint: ignore[worse-word]\n"}}).told() ==
          "");
}

TEST_CASE("a directive for the file") {
    CHECK(told_in("a.sh", "torchrun BAD\n# trainlint: ignore-file[bad-word]\ntorchrun BAD\n") ==
          "");
    CHECK(told_in("a.sh", "# trainlint: ignore-file[bad-word]\ntorchrun x\n") ==
          "1:3 useless-suppression This suppression does nothing: the rule \"bad-word\" ran and "
          "finds nothing in this file|");
}

TEST_CASE("malformed directives and unknown names are told") {
    const auto why = [](const std::string& comment) {
        auto text = told_in("a.sh", "torchrun x " + comment + "\n");
        const std::string head = "does nothing: ";
        const auto at = text.find(head);
        return at == std::string::npos ? text : text.substr(at + head.size());
    };
    CHECK(why("# trainlint: ignore") ==
          "it does not name what to ignore: write \"ignore[NAME]\", "
          "with a rule, an alias or a family|");
    CHECK(why("# trainlint: ignore[]") == "an empty name selects nothing|");
    CHECK(why("# trainlint: ignore[bad-word") == "its bracket is not closed|");
    CHECK(why("# trainlint: ingore[bad-word]") ==
          "there is no \"ingore\" (did you mean \"ignore\"?); write \"ignore[NAME]\" or "
          "\"ignore-file[NAME]\"|");
    CHECK(why("# trainlint:") == "it says nothing: write \"ignore[NAME]\"|");
    CHECK(why("# trainlint: ignore[bad-wrd]") ==
          "there is no rule and no family \"bad-wrd\" (did you mean \"bad-word\"?)|");
    CHECK(why("# see trainlint: it knows") == "");
    CHECK(why("# noqa # trainlint: ignore[bad-wrd]") != "");
}

TEST_CASE("suppressions in every language") {
    CHECK(told_in(
              "a.py",
              "import subprocess, torch\n"
              "subprocess.run([  # trainlint: ignore[bad-word]\n    'torchrun',\n    'BAD'])\n") ==
          "");
    CHECK(told_in("a.py",
                  "import subprocess, torch\n# trainlint: ignore[bad-word]\n"
                  "subprocess.run(['torchrun',\n    'BAD'])\n") == "");
    CHECK(told_in("a.yaml",
                  "spec:\n  containers:\n  - name: x\n    image: y\n"
                  "    # trainlint: ignore[bad-word]\n    command: [torchrun, BAD]\n") == "");
    CHECK(told_in("a.yaml",
                  "spec:\n  containers:\n  - name: x\n    image: y\n"
                  "    command: [sh, -c]\n    args:\n    - |\n"
                  "      torchrun BAD  # trainlint: ignore[bad-word]\n") == "");
    const std::string notebook =
        "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"!torchrun BAD  # trainlint: "
        "ignore[bad-word]\\n\"]}], \"metadata\": {}, \"nbformat\": 4}";
    CHECK(told_in("a.ipynb", notebook) == "");
}

TEST_CASE("a suppression at a related place counts") {
    Request request;
    request.preview = true;
    const auto checked =
        check({{"p/run.sh", "torchrun train.py # trainlint: ignore[launched-script]\n"},
               {"p/train.py", "import torch.distributed\n"}},
              request);
    CHECK(checked.told() == "");
}

TEST_CASE("the fix removes what is useless and nothing else") {
    CHECK(fixed("a.sh", "torchrun x  # trainlint: ignore[bad-word] because\necho\n") ==
          "torchrun x\necho\n");
    CHECK(fixed("a.sh", "  # trainlint: ignore[bad-word]\n\ntorchrun x\n") == "\ntorchrun x\n");
    CHECK(fixed("a.sh", "torchrun x # noqa # trainlint: ignore[bad-word]\n") ==
          "torchrun x # noqa\n");
    CHECK(fixed("a.sh", "torchrun BAD # trainlint: ignore[bad-word, useless-suppression] y\n") ==
          "torchrun BAD # trainlint: ignore[bad-word] y\n");
}

TEST_CASE("useless suppressions can be suppressed themselves") {
    CHECK(told_in("a.sh",
                  "# trainlint: ignore[useless-suppression]\n"
                  "torchrun x  # trainlint: ignore[bad-word]\n") == "");
    CHECK(told_in("a.sh", "torchrun x  # trainlint: ignore[useless-suppression]\n") ==
          "1:15 useless-suppression This suppression does nothing: the rule "
          "\"useless-suppression\" ran and finds nothing on this line|");
}

TEST_CASE("[[ignore]] entries, by path and key") {
    const std::string entry = "[[ignore]]\nrule = 'bad-word'\npath = 'a/*.yaml'\n";
    const std::string manifest =
        "spec:\n  containers:\n  - name: x\n    image: y\n    command: [torchrun, BAD]\n";
    CHECK(check({{"p/trainlint.toml", entry}, {"p/a/x.yaml", manifest}}).told() == "");
    CHECK(check({{"p/trainlint.toml", entry + "key = 'spec'"}, {"p/a/x.yaml", manifest}}).told() ==
          "");
    CHECK(
        check({{"p/trainlint.toml", entry + "key = 'metadata'"}, {"p/a/x.yaml", manifest}})
            .told() ==
        "p/a/x.yaml:5:25 bad-word a BAD word\n"
        "p/trainlint.toml:2:1 useless-suppression This suppression does nothing: \"bad-word\" ran "
        "and finds nothing in \"a/*.yaml\" at \"metadata\"\n");
    CHECK(check({{"p/trainlint.toml", entry}, {"p/b/x.yaml", manifest}}).told() ==
          "p/b/x.yaml:5:25 bad-word a BAD word\n"
          "p/trainlint.toml:2:1 useless-suppression This suppression does nothing: no file that is "
          "read has the path \"a/*.yaml\"\n");
}

TEST_CASE("only a comment that begins so speaks to us") {
    using engine::directive_in;
    CHECK(directive_in("# trainlint: ignore[x]") == 2);
    CHECK(directive_in("trainlint: ignore[x]") == 0);
    CHECK(directive_in("// trainlint: ignore[x]") == 3);
    CHECK(directive_in("<!-- trainlint: ignore[x] -->") == 5);
    CHECK(directive_in("# noqa  # trainlint: ignore[x]") == 10);
    CHECK(directive_in("# about trainlint: ignore[x]") == std::string_view::npos);
    CHECK(directive_in("# nothing") == std::string_view::npos);
}

TEST_CASE("many suppressions and many findings in one file") {
    std::string needed, useless, whole;
    for (int i = 0; i < 20'000; ++i) {
        needed += "torchrun BAD # trainlint: ignore[bad-word]\n";
        useless += "# trainlint: ignore[bad-word]\n";
        whole += "# trainlint: ignore-file[bad-word]\n";
    }
    CHECK(told_in("a.sh", needed) == "");
    CHECK(told_in("a.sh", whole + "torchrun BAD\n") == "");
    // They all speak of the one line below them.
    CHECK(told_in("a.sh", useless + "torchrun BAD\n") == "");
    const auto checked = check({{"p/a.sh", useless + "\ntorchrun BAD\n"}});
    CHECK(checked.result.findings.size() == 20'001);
}
