#include "program/guards.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "program/packages.hpp"

namespace trainlint::program {

namespace {

using flow::Expression;
using flow::Id;
using flow::no_id;
using flow::Statement;

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

constexpr std::array<std::string_view, 5> absences{"ImportError", "ModuleNotFoundError",
                                                   "AttributeError", "Exception",
                                                   "BaseException"};

}  // namespace

void Guards::read() {
    read_ = true;
    for (std::uint32_t i = 0; i < resolved_.source->functions.size(); ++i) read_function(i);
    merge();
}

void Guards::read_function(std::uint32_t index) {
    const auto& function = resolved_.source->functions[index];
    for (const auto& statement : function.statements) read_statement(index, statement);
    // What follows `if not hasattr(...): return` stands under the test as well.
    read_block(index, function.body);
    for (const auto& statement : function.statements)
        for (const auto& block : function.blocks_of(statement)) read_block(index, block);
    for (const auto& e : function.expressions) {
        const auto operands = function.operands_of(e);
        const bool decides = e.kind == Expression::Kind::choose ||
                             e.kind == Expression::Kind::both ||
                             e.kind == Expression::Kind::either;
        if (!decides || operands.size() < 2) continue;
        if (tests_presence(index, operands[0], 0)) stretches_.push_back(e.at);
    }
}

void Guards::read_statement(std::uint32_t index, const Statement& statement) {
    if (statement.kind == Statement::Kind::attempt && catches_absence(index, statement))
        stretches_.push_back(statement.at);
    if (statement.kind == Statement::Kind::branch && tests_presence(index, statement.value, 0))
        stretches_.push_back(statement.at);
}

void Guards::read_block(std::uint32_t index, const flow::Block& block) {
    const auto& function = resolved_.source->functions[index];
    const auto statements = function.statements_of(block);
    for (const auto id : statements) {
        const auto& statement = function.statement(id);
        if (statement.kind != Statement::Kind::branch) continue;
        const auto blocks = function.blocks_of(statement);
        if (blocks.empty() || !leaves(function, blocks[0])) continue;
        if (!tests_presence(index, statement.value, 0)) continue;
        const auto end = function.statement(statements.back()).at.end;
        stretches_.push_back({statement.at.begin, end});
        return;
    }
}

bool Guards::leaves(const flow::Function& function, const flow::Block& block) const {
    const auto statements = function.statements_of(block);
    if (statements.empty()) return false;
    switch (function.statement(statements.back()).kind) {
        case Statement::Kind::leave_function:
        case Statement::Kind::leave_loop:
        case Statement::Kind::next_round:
        case Statement::Kind::fail: return true;
        default: return false;
    }
}

bool Guards::catches_absence(std::uint32_t index, const Statement& statement) const {
    const auto& function = resolved_.source->functions[index];
    const auto blocks = function.blocks_of(statement);
    for (std::size_t i = 3; i < blocks.size(); ++i) {
        if (blocks[i].head == no_id) return true;              // except:
        std::vector<Id> types{blocks[i].head};
        const auto& head = function[blocks[i].head];
        if (head.kind == Expression::Kind::sequence) {
            const auto parts = function.operands_of(head);
            types.assign(parts.begin(), parts.end());
        }
        for (const auto type : types)
            if (std::find(absences.begin(), absences.end(), names_.text(function[type].symbol)) !=
                absences.end())
                return true;
    }
    return false;
}

/// Names that hold what a version test, or an attempt to import, came to.
bool Guards::names_presence(Symbol symbol) {
    const auto known = presence_.find(static_cast<std::uint32_t>(symbol));
    if (known != FlatMap::missing) return known != 0;
    const auto name = names_.text(symbol);
    const auto text = lower(name);
    const bool tells =
        name != "version_info" &&                              // of Python itself
        (contains(text, "version") || contains(text, "greater_equal") || text == "dir" ||
         text.ends_with("_available") || text.starts_with("has_") ||
         text.starts_with("_has_") || text.starts_with("is_torch") || text == "hasattr" ||
         text.starts_with("have_") || text.starts_with("supports_") || text == "is_available");
    presence_.insert(static_cast<std::uint32_t>(symbol), tells ? 1 : 0);
    return tells;
}

bool Guards::tests_presence(std::uint32_t index, Id condition, int depth) {
    constexpr std::size_t most_parts = 48;
    if (condition == no_id || depth > 2) return false;
    const auto& function = resolved_.source->functions[index];
    std::array<Id, most_parts> open{condition};
    std::size_t count = 1;
    for (std::size_t i = 0; i < count; ++i) {
        if (open[i] == no_id) continue;
        const auto& e = function[open[i]];
        if (e.kind == Expression::Kind::name || e.kind == Expression::Kind::member) {
            // `torch.distributed.is_available()` and `cuda.is_available()` test the machine.
            if (names_presence(e.symbol) && (e.kind != Expression::Kind::member ||
                                             names_.text(e.symbol) != "is_available"))
                return true;
            const auto& meaning = resolver_.meaning(index, open[i]);
            if (e.kind == Expression::Kind::name &&
                meaning.kind == flow::Meaning::Kind::variable) {
                const auto bindings = resolved_.bindings(meaning.index);
                if (bindings.size() == 1 && bindings[0].how == flow::Binding::plain &&
                    tests_presence(bindings[0].function, bindings[0].value, depth + 1))
                    return true;
            }
        }
        for (const auto part : function.operands_of(e))
            if (count < most_parts) open[count++] = part;
    }
    return false;
}

void Guards::merge() {
    std::sort(stretches_.begin(), stretches_.end(),
              [](text::Span a, text::Span b) { return a.begin < b.begin; });
    std::vector<text::Span> merged;
    for (const auto stretch : stretches_) {
        if (!merged.empty() && stretch.begin <= merged.back().end)
            merged.back().end = std::max(merged.back().end, stretch.end);
        else
            merged.push_back(stretch);
    }
    stretches_ = std::move(merged);
}

bool Guards::cover(text::Span stretch) {
    if (!read_) read();
    auto at = std::upper_bound(
        stretches_.begin(), stretches_.end(), stretch.begin,
        [](std::uint32_t place, text::Span guarded) { return place < guarded.begin; });
    if (at == stretches_.begin()) return false;
    return stretch.end <= (--at)->end;
}

}  // namespace trainlint::program
