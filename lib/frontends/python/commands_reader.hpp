/// Follows the functions of one document in the order in which they run, and notes the commands
/// that they start and the environment variables that they touch.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "facts/weight.hpp"
#include "flow/function.hpp"
#include "frontends/python/commands_names.hpp"
#include "frontends/python/commands_values.hpp"
#include "frontends/python/commands_words.hpp"
#include "frontends/python/parser.hpp"
#include "frontends/python/tree.hpp"
#include "frontends/stated.hpp"

namespace trainlint::python {

/// One document's worth of reading; see state_commands.
class CommandReader {
public:
    CommandReader(std::shared_ptr<const text::Fragment>, const flow::Source&,
                  const frontends::Demand&, const CommandWords&, Names&, Parser&, Tree&,
                  frontends::Stated&);
    /// The top level is always read; of the other functions these, in order.
    void read(std::span<const std::uint32_t> interesting);

private:
    using Id = flow::Id;
    using Expression = flow::Expression;
    using Statement = flow::Statement;
    using Variables = std::vector<std::pair<Symbol, Value>>;

    // Statements in order (commands_walk.cpp).
    void read_function(std::uint32_t index);
    void block(const flow::Block&);
    void statement(Id);
    void nested(const Statement&);
    void loop(const Statement&);
    void assign(const Statement&);
    void augment(const Statement&);
    void bind_target(Id target, const Value&, const Statement&);
    void mark_changed(const flow::Block&, unsigned depth);
    void merge(const Variables& before, const Variables& other);
    void finish_lists();
    Value* find(Symbol);
    [[nodiscard]] bool names_outer(Symbol) const;
    void set(Symbol, Value);
    void forget(Symbol name);

    // Expressions for what they do (commands_calls.cpp).
    void visit(Id);
    [[nodiscard]] bool may_be_command(Id sequence) const;
    [[nodiscard]] bool is_expectation(const Expression&, Id) const;
    void call(Id);
    void start_list(Id call, std::size_t position, std::string_view keyword);
    void start_shell(Id call, Id text);
    void start_words(Id call);
    void state_command(const std::vector<TextValue>& words, text::Span, Id call);
    void state_list(const ListValue&, Id call);
    void change_list(Id call, Symbol variable, const ListValue&, std::string_view method);
    void derive_shell(const TextValue&, Id call);
    void take_surroundings(Id call, std::vector<facts::Assignment>& environment,
                           std::string& folder);
    [[nodiscard]] Id argument(Id call, std::size_t position, std::string_view keyword) const;
    [[nodiscard]] Id keyword(Id call, std::string_view name) const;
    [[nodiscard]] bool is_true(Id) const;

    // Expressions for what they hold (commands_evaluate.cpp).
    Value evaluate(Id);
    Value evaluate_within(Id);
    Value evaluate_name(Id);
    Value evaluate_known(Id call);
    Value inherited();
    Value evaluate_call(Id);
    Value evaluate_sum(Id);
    Value evaluate_sequence(Id);
    Value join(const TextValue& separator, const ListValue&, text::Span at);
    Value format(const TextValue& pattern, text::Span at, bool percent);
    Value decoded(Id literal);
    TextValue text_or_unknown(Id);
    TextValue text_or_unknown(Id, const Value&);
    void add_elements(Id sequence, ListValue& to);
    Value remember(ListValue list);
    Value keep(TextValue);
    Value keep(ListValue);
    bool spend(std::size_t bytes);

    // Environment variables (environment.cpp).
    bool is_environment(Id);
    Value evaluate_mapping(Id);
    Value evaluate_dict_call(Id);
    bool environment_call(Id call, std::string_view dotted);
    bool environment_method(Id call, Id object, std::string_view method);
    void read_variable(Id key, text::Span at);
    void set_variable(Id key, Id value, text::Span at, bool maybe);
    void remove_variable(Id key, text::Span at);
    void update(const EnvironmentValue& to, Symbol variable, Id call);
    void note_uses(const std::vector<facts::VariableUse>&);
    bool set_element(const Value& object, Symbol variable, Id key, Id value, text::Span at);
    bool named_use(facts::VariableUse::Action, Id key, text::Span at, facts::VariableUse& out);
    void add_pairs(Id mapping, std::vector<facts::VariableUse>& out);
    void add_keywords(Id call, std::vector<facts::VariableUse>& out);

    [[nodiscard]] const flow::Function& function() const { return source_.functions[index_]; }
    [[nodiscard]] std::span<const Id> operands(Id id) const { return function().operands_of(id); }
    [[nodiscard]] bool maybe() const { return demand_.maybe || branches_ > 0; }
    bool dotted(Id id) { return names_of_.dotted(index_, id, dotted_); }

    std::shared_ptr<const text::Fragment> fragment_;
    std::string_view text_;
    const flow::Source& source_;
    const frontends::Demand& demand_;
    const CommandWords& words_;
    Names& names_;
    Parser& parser_;
    Tree& tree_;  // of single literals
    frontends::Stated& out_;
    ImportedNames names_of_;
    Symbol environ_{};

    std::uint32_t index_ = 0;  // the function at hand
    unsigned branches_ = 0;    // around the statement at hand
    unsigned depth_ = 0;       // of expressions
    unsigned expected_ = 0;    // expressions around that compare
    Variables variables_;
    Variables outer_;  // of the top level, when it has run
    std::unordered_map<std::uint32_t, std::shared_ptr<const ListValue>> lists_;  // by root
    std::unordered_map<std::uint32_t, bool> lists_maybe_;
    std::unordered_set<std::uint32_t> stated_roots_;
    std::unordered_set<std::uint32_t> noted_;  // places of names in plain dicts
    Id last_value_ = flow::no_id;              // of `a = b = value`
    std::string dotted_, scratch_;
    facts::Allowance copied_{std::size_t{32} << 20};  // of values, and of what is stated of them
};

}  // namespace trainlint::python
