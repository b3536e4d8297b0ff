#include "frontends/structured/json_values.hpp"

#include <algorithm>
#include <string>

#include "frontends/structured/templates.hpp"
#include "syntax/json_reader.hpp"

namespace trainlint::structured {
namespace {

using facts::Value;
using syntax::json::Node;

class Conversion {
public:
    Conversion(std::string_view text, const syntax::json::Tree& tree) : text_(text), tree_(tree) {}

    void convert(const Node& node, Value& value) const {
        value.span = node.span;
        value.kind = kind_of(node);
        if (node.kind == Node::Kind::array || node.kind == Node::Kind::object) {
            for (auto i = node.first_child; i != syntax::json::no_node; i = tree_.nodes[i].next) {
                member(tree_.nodes[i], value.members.emplace_back());
            }
            return;
        }
        const std::string_view raw = text_.substr(node.span.begin, node.span.size());
        const bool quoted = raw.starts_with('"') || raw.starts_with('\'');
        if (value.kind == Value::Kind::null) return;
        value.text = quoted ? syntax::json::decode(text_, node.span) : std::string(raw);
        if (replace_templates(value.text)) value.kind = Value::Kind::unknown;
    }

private:
    void member(const Node& node, Value::Member& member) const {
        member.key_span = node.key;
        if (node.key.size() > 0) member.key = syntax::json::decode(text_, node.key);
        replace_templates(member.key);
        convert(node, member.value);
    }

    Value::Kind kind_of(const Node& node) const {
        switch (node.kind) {
            case Node::Kind::null:
                return Value::Kind::null;
            case Node::Kind::boolean:
                return Value::Kind::boolean;
            case Node::Kind::number: {
                const std::string_view raw = text_.substr(node.span.begin, node.span.size());
                const bool whole = raw.find_first_of(".eEIN") == std::string_view::npos;
                return whole ? Value::Kind::integer : Value::Kind::real;
            }
            case Node::Kind::string:
                return Value::Kind::string;
            case Node::Kind::array:
                return Value::Kind::sequence;
            case Node::Kind::object:
                return Value::Kind::mapping;
            case Node::Kind::unknown:
                break;
        }
        return Value::Kind::unknown;
    }

    std::string_view text_;
    const syntax::json::Tree& tree_;
};

}  // namespace

Tree read_json(std::string_view text) {
    const syntax::json::Tree read = syntax::json::read(text, depth_limit);
    Tree tree;
    for (const syntax::json::Fault& fault : read.faults) {
        if (tree.faults.size() < fault_limit) tree.faults.push_back({fault.what, fault.at});
    }
    if (read.nodes.empty()) return tree;
    Conversion(text, read).convert(read.nodes.front(), tree.documents.emplace_back());
    return tree;
}

}  // namespace trainlint::structured
