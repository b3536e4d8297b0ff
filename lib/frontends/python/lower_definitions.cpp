#include <algorithm>

#include "frontends/python/lower.hpp"

namespace trainlint::python {

using flow::Definition;
using flow::Id;
using flow::no_index;

namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\f' || c == '\r' || c == '\n' || c == '\\';
}

template <typename T>
std::vector<T> exact_copy(const std::vector<T>& from) {
    return {from.begin(), from.end()};
}

}  // namespace

void Lowering::module(std::string_view text, const Tree& tree, flow::Source& out) {
    text_ = text;
    tree_ = &tree;
    out_ = &out;
    depth_ = 0;
    open(no_symbol, no_index);
    finish(block(tree.root));
}

std::uint32_t Lowering::open(Symbol name, std::uint32_t definition) {
    const auto parent = depth_ == 0 ? no_index : frame().index;
    if (depth_ == frames_.size()) frames_.push_back(std::make_unique<Frame>());
    ++depth_;
    auto& opened = frame();
    auto& f = opened.function;
    f.name = name;
    f.definition = definition;
    f.parent = parent;
    f.complete = true;
    f.body = {};
    f.parameters.clear();
    f.expressions.clear();
    f.operands.clear();
    f.statements.clear();
    f.sequence.clear();
    f.blocks.clear();
    opened.operands.clear();
    opened.statements.clear();
    opened.opaque = flow::no_id;
    opened.index = static_cast<std::uint32_t>(out_->functions.size());
    out_->functions.emplace_back();
    return opened.index;
}

void Lowering::finish(flow::Block body) {
    const auto& f = function();
    auto& to = out_->functions[frame().index];
    to.name = f.name;
    to.definition = f.definition;
    to.parent = f.parent;
    to.parameters = exact_copy(f.parameters);
    to.expressions = exact_copy(f.expressions);
    to.operands = exact_copy(f.operands);
    to.statements = exact_copy(f.statements);
    to.sequence = exact_copy(f.sequence);
    to.blocks = exact_copy(f.blocks);
    to.body = body;
    to.complete = f.complete;
    --depth_;
}

Symbol Lowering::qualified(std::uint32_t parent, std::string_view name) {
    if (parent == no_index) return symbols_.intern(name);
    scratch_ = symbols_.text(out_->definitions[parent].qualified);
    scratch_ += '.';
    scratch_ += name;
    return symbols_.intern(scratch_);
}

/// A `function`, `class_` or `decorated` statement.
void Lowering::definition(Index statement) {
    const bool decorated = node(statement).kind == python::Kind::decorated;
    const auto inner = decorated ? tree_->last_child(statement) : statement;
    const auto made = new_definition(statement, inner);
    const auto block_node = tree_->last_child(inner);
    if (node(block_node).kind != python::Kind::block || node(block_node).has(flag::absent)) return;
    if (node(inner).kind == python::Kind::class_) return class_body(made, block_node);
    auto at = tree_->next(tree_->first(inner));
    if (node(at).kind == python::Kind::type_parameters) at = tree_->next(at);
    function_body(made, at, block_node);
}

/// Adds the definition and the statement that makes it; its body comes later.
std::uint32_t Lowering::new_definition(Index statement, Index inner) {
    const auto index = static_cast<std::uint32_t>(out_->definitions.size());
    const Node& n = node(inner);
    const auto name = tree_->first(inner);
    const auto block_node = tree_->last_child(inner);
    Definition made;
    made.kind =
        n.kind == python::Kind::class_ ? Definition::Kind::class_ : Definition::Kind::function;
    made.name = symbol(name);
    made.parent = function().definition;
    made.qualified = qualified(made.parent, written(node(name).span()));
    made.name_at = node(name).span();
    made.at = node(statement).span();
    made.body_at = node(block_node).kind == python::Kind::block ? node(block_node).span()
                                                                : text::Span{n.end, n.end};
    made.asynchronous = n.kind == python::Kind::function && n.has(flag::async);
    made.scope = frame().index;
    out_->definitions.push_back(std::move(made));
    for (auto at = tree_->first(statement); statement != inner && at != inner;
         at = tree_->next(at)) {
        const auto decorator = expression(tree_->first(at));
        out_->definitions[index].decorators.push_back(decorator);
    }
    for (const auto child : tree_->children(inner)) {
        if (node(child).kind == python::Kind::arguments) bases(index, child);
        if (node(child).kind != python::Kind::parameters) continue;
        for (const auto parameter : tree_->children(child))
            out_->definitions[index].parameters.push_back(symbol(tree_->first(parameter)));
    }
    flow::Statement defined{.kind = Step::define};
    defined.index = index;
    defined.count = 1;
    defined.at = node(statement).span();
    add(defined);
    return index;
}

void Lowering::bases(std::uint32_t definition, Index arguments) {
    for (const auto child : tree_->children(arguments)) {
        if (node(child).kind == python::Kind::keyword) continue;
        const auto base = expression(child);
        out_->definitions[definition].bases.push_back(base);
    }
}

void Lowering::function_body(std::uint32_t definition, Index parameters_node, Index block_node) {
    const auto name = out_->definitions[definition].name;
    out_->definitions[definition].function = open(name, definition);
    parameters(parameters_node);
    finish(block(block_node));
}

void Lowering::class_body(std::uint32_t definition, Index block_node) {
    const auto name = out_->definitions[definition].name;
    out_->definitions[definition].function = open(name, definition);
    finish(block(block_node));
}

void Lowering::parameters(Index index) {
    if (index == no_node || node(index).kind != python::Kind::parameters) return;
    for (const auto child : tree_->children(index)) parameter(child);
}

void Lowering::parameter(Index index) {
    flow::Parameter made;
    made.kind = static_cast<flow::Parameter::Kind>(node(index).op);
    auto child = tree_->first(index);
    made.name = symbol(child);
    made.at = node(child).span();
    child = tree_->next(child);
    if (node(index).has(flag::has_annotation) && child != no_node) {
        made.annotation = expression(child);
        child = tree_->next(child);
    }
    if (node(index).has(flag::has_default) && child != no_node)
        made.default_value = expression(child);
    function().parameters.push_back(made);
}

Id Lowering::lambda(Index index) {
    const auto at = node(index).span();
    const auto names = tree_->first(index);
    const auto value_node = tree_->last_child(index);
    const auto made = open(symbols_.intern("<lambda>"), function().definition);
    parameters(names);
    const auto value = expression(value_node);
    flow::Statement result{.kind = Step::leave_function};
    result.value = value;
    result.at = node(value_node).span();
    add(result);
    finish(end_block(0));
    const auto id = leaf(Kind::function, at, no_symbol);
    function().expressions.back().first_operand = made;
    return id;
}

void Lowering::add_import(flow::Import import) {
    import.function = frame().index;
    out_->imports.push_back(import);
}

/// `import a.b as c, d`.
void Lowering::import(Index index) {
    flow::Statement made{.kind = Step::import_};
    made.at = node(index).span();
    made.index = static_cast<std::uint32_t>(out_->imports.size());
    for (const auto child : tree_->children(index)) {
        const auto module = tree_->first(child);
        if (module == no_node) continue;
        const auto alias = tree_->next(module);
        flow::Import import{.at = made.at};
        import.module_at = import.name_at = node(module).span();
        const auto dotted = this->dotted(module);
        import.module = symbols_.intern(dotted);
        import.bound =
            alias != no_node ? symbol(alias) : symbols_.intern(dotted.substr(0, dotted.find('.')));
        add_import(import);
        ++made.count;
    }
    add(made);
}

/// `from ..a.b import c as d, e`.
void Lowering::import_from(Index index) {
    flow::Statement made{.kind = Step::import_};
    made.at = node(index).span();
    made.index = static_cast<std::uint32_t>(out_->imports.size());
    flow::Import import{.at = made.at};
    import.level = static_cast<std::uint8_t>(std::min<unsigned>(node(index).flags & 0xFF, 255));
    import.module_at = {made.at.begin, made.at.begin};
    for (const auto child : tree_->children(index)) {
        if (node(child).kind == python::Kind::dotted_name) {
            import.module_at = node(child).span();
            import.module = symbols_.intern(dotted(child));
            continue;
        }
        const auto name = tree_->first(child);
        import.star = name == no_node;
        import.name_at = node(import.star ? child : name).span();
        import.name = import.star ? no_symbol : symbol(name);
        const auto alias = import.star ? no_node : tree_->next(name);
        import.bound = alias != no_node ? symbol(alias) : import.name;
        add_import(import);
        ++made.count;
    }
    add(made);
}

/// "a.b" without the blanks that may stand around its dots. Valid until the next call.
std::string_view Lowering::dotted(Index index) {
    const auto as_written = written(node(index).span());
    if (std::none_of(as_written.begin(), as_written.end(), is_blank)) return as_written;
    scratch_.clear();
    std::remove_copy_if(as_written.begin(), as_written.end(), std::back_inserter(scratch_),
                        is_blank);
    return scratch_;
}

}  // namespace trainlint::python
