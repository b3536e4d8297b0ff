// The other side of tests/prove/parser.py, and two measurements of the parser on its own.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>

#include "ast_dump.hpp"
#include "frontends/python/parser.hpp"
#include "measure.hpp"

namespace {

constexpr const char* usage =
    "usage: prove_parser dump [--before-3.12]   texts on standard input, each as SIZE LF BYTES;\n"
    "                                           answers ERRORS SIZE LF DUMP\n"
    "       prove_parser speed FOLDER           bytes a second over all Python files\n"
    "       prove_parser scanner FOLDER         the outline against the tree\n"
    "       prove_parser damage FOLDER [SEED]   what survives around damaged lines\n";

int dump(bool before_3_12) {
    const trainlint::prove::DumpRules rules{!before_3_12, before_3_12};
    trainlint::python::Parser parser;
    trainlint::python::Tree tree;
    std::string line, text;
    while (std::getline(std::cin, line)) {
        text.resize(std::strtoul(line.c_str(), nullptr, 10));
        std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
        parser.parse(text, tree);
        const std::string shown = trainlint::prove::dump_ast(text, tree, rules);
        std::string first;
        if (!tree.errors.empty()) {
            first += ' ';
            first += std::to_string(tree.errors[0].at.begin);
            first += ' ';
            first += tree.errors[0].message;
        }
        std::cout << tree.error_count << ' ' << shown.size() << first << '\n' << shown;
        std::cout.flush();
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string command = argc > 1 ? argv[1] : "";
    if (command == "dump") return dump(argc > 2 && std::strcmp(argv[2], "--before-3.12") == 0);
    if (command == "speed" && argc > 2) return trainlint::prove::speed(argv[2]);
    if (command == "scanner" && argc > 2) return trainlint::prove::check_scanner(argv[2]);
    if (command == "damage" && argc > 2) {
        return trainlint::prove::damage(argv[2], argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 1);
    }
    std::fputs(usage, stderr);
    return 2;
}
