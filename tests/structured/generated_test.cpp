// Values written as YAML in many styles read back as the same values; places are where they should
// be, and tree-sitter sees the same scalars.
#include <tree_sitter/api.h>

#include <random>
#include <set>

#include "support.hpp"

using namespace trainlint;
using namespace trainlint::structured;
using namespace trainlint::structured::tests;

extern "C" const TSLanguage* tree_sitter_yaml();

namespace {

/// Writes random values in random styles, and what they should read as.
class Writer {
public:
    explicit Writer(unsigned seed) : random_(seed) {}

    std::string text;
    std::string expected;

    void document() {
        text = pick(3) == 0 ? "---\n" : "";
        if (pick(2)) {
            mapping(0, 0);
        } else {
            sequence(0, 0);
        }
    }

private:
    unsigned pick(unsigned below) {
        return std::uniform_int_distribution<unsigned>(0, below - 1)(random_);
    }
    std::string spaces(int count) { return std::string(static_cast<std::size_t>(count), ' '); }

    void comment() {
        if (pick(8) == 0) text += "   # it's a \"comment\": [";
    }
    void gap(int indent) {
        if (pick(10) == 0) text += "\n";
        if (pick(12) == 0) text += spaces(indent) + "# line\n";
    }

    std::string word() {
        constexpr std::string_view letters = "abcxyz-_./=$:#'\"[]{},&*!|>%@`?~";
        std::string out(1, static_cast<char>('a' + pick(26)));
        for (unsigned i = pick(6); i > 0; --i) out += letters[pick(6)];
        if (pick(4) == 0) out += letters[pick(static_cast<unsigned>(letters.size()))];
        return out;
    }
    std::string words() {
        std::string out = word();
        for (unsigned i = pick(4); i > 0; --i) out += " " + word();
        return out;
    }

    /// May it stand as a plain scalar in a flow collection?
    static bool is_plain(std::string_view value) {
        return value.find_first_of("[]{},:#'\"&*!|>%@`?~") == std::string_view::npos;
    }
    static std::string single(std::string_view value) {
        std::string out = "'";
        for (const char c : value) out += c == '\'' ? std::string("''") : std::string(1, c);
        return out + "'";
    }
    static std::string doubled(std::string_view value) {
        std::string out = "\"";
        for (const char c : value) {
            if (c == '"' || c == '\\') out += '\\';
            out += c == '\n' ? std::string("\\n") : std::string(1, c);
        }
        return out + "\"";
    }

    void inline_scalar() {
        const std::string value = words();
        expected += '"' + value + '"';
        const unsigned style = pick(3);
        text += style == 0 && is_plain(value) ? value : style == 1 ? single(value) : doubled(value);
    }

    void scalar(int parent) {
        switch (pick(8)) {
            case 0:
                text += " 12";
                expected += "12";
                break;
            case 1:
                expected += "~";
                break;
            case 2:
                block(parent);
                return;
            case 3:
                folded_lines(parent);
                return;
            case 4:
                text += " ";
                flow(2);
                break;
            default:
                text += " ";
                inline_scalar();
        }
        comment();
        text += "\n";
    }

    void block(int parent) {
        const bool fold = pick(2);
        const bool strip = pick(2);
        const int indent = std::max(parent, 0) + 1 + static_cast<int>(pick(3));
        text += fold ? " >" : " |";
        if (pick(4) == 0) text += std::to_string(indent - std::max(parent, 0));
        text += strip ? "-\n" : "\n";
        std::string value;
        const unsigned lines = 1 + pick(3);
        for (unsigned i = 0; i < lines; ++i) {
            const std::string line = words();
            if (i > 0) value += fold ? " " : "\n";
            value += line;
            text += spaces(indent) + line + "\n";
        }
        expected += '"' + value + (strip ? "" : "\n") + '"';
    }

    /// A plain or quoted scalar over several lines.
    void folded_lines(int parent) {
        const bool quoted = pick(2);
        std::string value;
        text += quoted ? " '" : " ";
        for (unsigned i = 0; i < 3; ++i) {
            const std::string line = words();
            const std::string kept = is_plain(line) ? line : "k";
            const unsigned empty = i > 0 ? pick(3) : 0;
            if (i > 0) {
                value += empty == 0 ? std::string(" ") : std::string(empty, '\n');
                text += std::string(empty + 1, '\n') +
                        spaces(std::max(parent, 0) + 1 + static_cast<int>(pick(3)));
            }
            value += kept;
            text += kept;
        }
        text += quoted ? "'\n" : "\n";
        expected += '"' + value + '"';
    }

    void flow(unsigned depth) {
        const bool map = pick(2);
        text += map ? "{" : "[";
        expected += map ? "{" : "[";
        for (unsigned i = 0, count = pick(4); i < count; ++i) {
            if (i > 0) text += pick(2) ? ", " : ",";
            if (i > 0) expected += ", ";
            if (map) {
                const std::string key = "k" + std::to_string(i);
                text += key + ": ";
                expected += key + ": ";
            }
            if (depth > 0 && pick(3) == 0) {
                flow(depth - 1);
            } else {
                inline_scalar();
            }
        }
        text += map ? "}" : "]";
        expected += map ? "}" : "]";
    }

    /// The lines of a mapping; the first one is indented already if `indent` columns are written.
    void mapping(int indent, unsigned depth, bool begun = false) {
        expected += "{";
        for (unsigned i = 0, count = 1 + pick(4); i < count; ++i) {
            if (i > 0) expected += ", ";
            const std::string key = "k" + std::to_string(i);
            if (!begun || i > 0) {
                gap(indent);
                text += spaces(indent);
            }
            text += (pick(3) == 0 ? doubled(key) : key) + ":";
            expected += key + ": ";
            const unsigned what = depth < 4 ? pick(4) : 3;
            if (what > 1) {
                scalar(indent);
                continue;
            }
            comment();
            text += "\n";
            if (what == 0) {
                mapping(indent + 1 + static_cast<int>(pick(3)), depth + 1);
            } else {
                sequence(indent + static_cast<int>(pick(3)), depth + 1);
            }
        }
        expected += "}";
    }

    void sequence(int indent, unsigned depth) {
        expected += "[";
        for (unsigned i = 0, count = 1 + pick(4); i < count; ++i) {
            if (i > 0) expected += ", ";
            gap(indent);
            text += spaces(indent) + "-";
            const unsigned what = depth < 4 ? pick(3) : 2;
            if (what == 0) {
                text += " ";
                mapping(indent + 2, depth + 1, true);
            } else if (what == 1) {
                text += "\n";
                sequence(indent + 1 + static_cast<int>(pick(2)), depth + 1);
            } else {
                scalar(indent);
            }
        }
        expected += "]";
    }

    std::mt19937 random_;
};

/// Does every member lie in its parent, and all of them in the text?
bool places_hold(std::string_view text, const Value& value) {
    bool hold = value.span.begin <= value.span.end && value.span.end <= text.size();
    for (const Value::Member& member : value.members) {
        const bool keyed = member.key_span.size() > 0;
        hold = hold && value.span.contains(member.value.span) &&
               (!keyed || value.span.contains(member.key_span)) && places_hold(text, member.value);
    }
    return hold;
}

void spans_of(const Value& value, std::set<std::pair<std::uint32_t, std::uint32_t>>& out) {
    using Kind = Value::Kind;
    const bool scalar = value.kind != Kind::mapping && value.kind != Kind::sequence;
    if (scalar && value.span.size() > 0) out.insert({value.span.begin, value.span.end});
    for (const Value::Member& member : value.members) {
        if (member.key_span.size() > 0) out.insert({member.key_span.begin, member.key_span.end});
        spans_of(member.value, out);
    }
}

void scalars_of(TSNode node, std::string_view text,
                std::set<std::pair<std::uint32_t, std::uint32_t>>& out) {
    const std::string_view type = ts_node_type(node);
    if (type.ends_with("_scalar") && !type.starts_with("block")) {
        if (type == "plain_scalar" || type.starts_with("single") || type.starts_with("double")) {
            out.insert({ts_node_start_byte(node), ts_node_end_byte(node)});
            return;
        }
    }
    if (type.ends_with("_quote_scalar") || type == "block_scalar") {
        std::uint32_t end = ts_node_end_byte(node);
        while (end > ts_node_start_byte(node) && (text[end - 1] == '\n' || text[end - 1] == ' '))
            --end;
        out.insert({ts_node_start_byte(node), end});
        return;
    }
    for (std::uint32_t i = 0; i < ts_node_child_count(node); ++i) {
        scalars_of(ts_node_child(node, i), text, out);
    }
}

}  // namespace

TEST_CASE("values in any style read as what was written") {
    for (unsigned seed = 0; seed < 400; ++seed) {
        Writer writer(seed);
        writer.document();
        INFO("seed " << seed << "\n" << writer.text);
        const Tree tree = read(writer.text, Language::yaml);
        REQUIRE(tree.faults.empty());
        REQUIRE(show(tree) == writer.expected);
        REQUIRE(places_hold(writer.text, tree.documents.at(0)));
        // With carriage returns the same.
        std::string carriage;
        for (const char c : writer.text)
            carriage += c == '\n' ? std::string("\r\n") : std::string(1, c);
        REQUIRE(show(read(carriage, Language::yaml)) == writer.expected);
    }
}

TEST_CASE("tree-sitter sees the same scalars") {
    TSParser* parser = ts_parser_new();
    ts_parser_set_language(parser, tree_sitter_yaml());
    std::size_t compared = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        Writer writer(seed);
        writer.document();
        TSTree* other = ts_parser_parse_string(parser, nullptr, writer.text.data(),
                                               static_cast<std::uint32_t>(writer.text.size()));
        const TSNode root = ts_tree_root_node(other);
        if (!ts_node_has_error(root)) {
            std::set<std::pair<std::uint32_t, std::uint32_t>> ours, theirs;
            for (const Value& document : read(writer.text, Language::yaml).documents) {
                spans_of(document, ours);
            }
            scalars_of(root, writer.text, theirs);
            INFO("seed " << seed << "\n" << writer.text);
            CHECK(ours == theirs);
            ++compared;
        }
        ts_tree_delete(other);
    }
    ts_parser_delete(parser);
    CHECK(compared > 150);
}

TEST_CASE("texts cut off anywhere and with a byte changed anywhere") {
    std::mt19937 random(7);
    for (unsigned seed = 0; seed < 12; ++seed) {
        Writer writer(seed);
        writer.document();
        const std::string& text = writer.text;
        for (std::size_t cut = 0; cut < text.size(); cut += 5) {
            for (const std::string_view put :
                 {"", "{", "\"", "\n", "\t", "- ", "&a *a", "{{ x }}"}) {
                std::string damaged = text.substr(0, cut) + std::string(put);
                if (!put.empty()) damaged += text.substr(cut);
                const Tree tree = read(damaged, Language::yaml);
                const bool nested = damaged.find('*') == std::string::npos;
                bool hold = true;
                for (const Value& document : tree.documents) {
                    hold = hold && (!nested || places_hold(damaged, document));
                }
                for (const Fault& fault : tree.faults)
                    hold = hold && fault.at.end <= damaged.size();
                INFO(damaged);
                REQUIRE(hold);
            }
        }
    }
}
