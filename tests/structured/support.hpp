/// Trees as short text, for tests.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/stated.hpp"
#include "frontends/structured/state.hpp"
#include "frontends/structured/tree.hpp"
#include "text/edits.hpp"
#include "trainlint/facts.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::structured::tests {

using facts::Value;
using text::Language;

/// Holes as `@`.
inline std::string with_marks(std::string text) {
    for (auto at = text.find(text::hole_text); at != std::string::npos;
         at = text.find(text::hole_text)) {
        text.replace(at, text::hole_text.size(), "@");
    }
    return text;
}

/// {a: 1, b: "text", c: [~, true, 1.5, ?"@"]}
inline std::string show(const Value& value) {
    using Kind = Value::Kind;
    std::string out;
    switch (value.kind) {
        case Kind::null:
            return "~" + value.text;
        case Kind::boolean:
        case Kind::integer:
            return value.text;
        case Kind::real:
            return value.text + "r";
        case Kind::string:
            return '"' + with_marks(value.text) + '"';
        case Kind::unknown:
            out = value.text.empty() ? "?" : "?\"" + with_marks(value.text) + '"';
            if (value.members.empty()) return out;
            [[fallthrough]];
        case Kind::sequence:
        case Kind::mapping:
            break;
    }
    const bool keys =
        value.kind != Kind::sequence && (value.members.empty() || !value.members[0].key.empty());
    std::string inside;
    for (const Value::Member& member : value.members) {
        if (!inside.empty()) inside += ", ";
        if (keys) inside += with_marks(member.key) + ": ";
        inside += show(member.value);
    }
    return out + (keys ? '{' + inside + '}' : '[' + inside + ']');
}

/// The documents, one after another.
inline std::string show(const Tree& tree) {
    std::string out;
    for (const Value& document : tree.documents) {
        if (!out.empty()) out += " --- ";
        out += show(document);
    }
    return out;
}

inline std::string yaml(std::string_view text) {
    const Tree tree = read(text, Language::yaml);
    INFO(text);
    CHECK(tree.faults.empty());
    return show(tree);
}

/// The tree and what was wrong, for texts that are broken.
inline std::string broken(std::string_view text, Language language = Language::yaml) {
    const Tree tree = read(text, language);
    std::string out = show(tree);
    for (const Fault& fault : tree.faults) {
        const auto line = std::count(text.begin(), text.begin() + fault.at.begin, '\n') + 1;
        out += " | " + std::to_string(line) + ": " + std::string(fault.what);
    }
    return out;
}

inline std::string_view slice(std::string_view text, text::Span span) {
    REQUIRE(span.begin <= span.end);
    REQUIRE(span.end <= text.size());
    return text.substr(span.begin, span.size());
}

/// One text with all that is stated of it.
struct Reading {
    explicit Reading(std::string text, Language language = Language::yaml,
                     const frontends::Demand& demand = {}) {
        root = text::Fragment::of_document(text::DocumentId{1}, language, std::move(text));
        state(root, demand, names, stated);
    }

    std::string words(std::size_t command) const { return words(stated.commands.at(command)); }
    static std::string words(const facts::Command& command) {
        std::string out;
        for (const facts::Word& word : command.words) {
            if (!out.empty()) out += ' ';
            out += word.text.find(' ') == std::string::npos ? with_marks(word.text)
                                                            : '<' + with_marks(word.text) + '>';
        }
        return out;
    }
    std::string environment(const std::vector<facts::Assignment>& assignments) const {
        std::string out;
        for (const facts::Assignment& assignment : assignments) {
            if (!out.empty()) out += ' ';
            out +=
                std::string(names.text(assignment.name)) + '=' + with_marks(assignment.value.text);
        }
        return out;
    }
    std::string script(std::size_t index) const {
        return with_marks(std::string(stated.derived.at(index).fragment->text()));
    }

    Names names;
    std::shared_ptr<const text::Fragment> root;
    frontends::Stated stated;
};

/// The file after `old` in the fragment has been made to read `fresh`.
inline std::string rewritten(const Reading& reading, const text::Fragment& fragment,
                             std::string_view old, std::string_view fresh) {
    const auto at = fragment.text().find(old);
    REQUIRE(at != std::string_view::npos);
    const auto begin = static_cast<std::uint32_t>(at);
    const auto end = begin + static_cast<std::uint32_t>(old.size());
    const auto outcome = fragment.rewrite({begin, end}, fresh);
    if (const auto* refusal = std::get_if<text::Refusal>(&outcome)) {
        return "refused: " + std::string(refusal->why);
    }
    const text::Edit& edit = std::get<text::Edit>(outcome);
    const auto text = text::apply_edits(reading.root->text(), {&edit, 1});
    REQUIRE(text);
    return *text;
}

}  // namespace trainlint::structured::tests
