/// Follows a script from top to bottom, without running anything: what variables hold, which
/// commands stand where, with which words and environment.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontends/shell/fields.hpp"
#include "frontends/shell/tree.hpp"
#include "frontends/shell/value.hpp"
#include "frontends/shell/variables.hpp"
#include "frontends/stated.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::shell {

class Evaluator {
public:
    Evaluator(std::shared_ptr<const text::Fragment> script, const Tree&,
              const frontends::Demand&, Names&, frontends::Stated&);

    void run();

private:
    /// How a list or a command ends.
    enum class Flow : std::uint8_t { on, returned, ended };
    enum class Splitting : std::uint8_t { split, joined };

    /// What the shell knows of a parameter.
    struct Held {
        enum class Kind : std::uint8_t { unknown, unset, scalar, list } kind = Kind::unknown;
        std::uint32_t variable = 0xFFFFFFFFu;  ///< none: `$#`, `$?`
        bool touched = false;                  ///< the script set or removed it
        Contents content;
        Symbol symbol{};
    };
    /// The variable that brings in what is being expanded: `${X:-8}` brings in 8.
    struct Bring {
        Symbol variable{};
        text::Span use;
        facts::Origin origin{};
    };
    /// What the names were that a function made its own.
    struct Locals {
        std::vector<std::pair<std::uint32_t, VariableState>> before;
        std::unordered_set<std::uint32_t> names;
    };
    struct Condition {
        std::optional<bool> value;
        std::uint32_t tested = 0xFFFFFFFFu;  ///< a variable that is empty if `empty_if` holds
        bool empty_if = true;
    };
    /// While it lives, commands may not run.
    class Perhaps {
    public:
        explicit Perhaps(Evaluator& evaluator, bool perhaps = true)
            : evaluator_(evaluator), before_(evaluator.maybe_) {
            evaluator_.maybe_ |= perhaps;
        }
        ~Perhaps() { evaluator_.maybe_ = before_; }
        Perhaps(const Perhaps&) = delete;
        Perhaps& operator=(const Perhaps&) = delete;

    private:
        Evaluator& evaluator_;
        bool before_;
    };

    // Lists and compound commands.
    Flow run_list(Index list);
    Flow run_chain(Index first, Index last);
    Flow run_conditional(Index first, Index last, const Condition&, bool on_success);
    Flow run_node(Index node);
    Flow run_pipeline(const Node&);
    Flow run_branch(const Node&);
    Flow run_loop(const Node&);
    Flow run_for(const Node&);
    Flow run_loop_body(const Node&, bool runs_for_sure, bool always_maybe);
    Flow run_choose(const Node&);
    Flow run_function(std::string_view name, const Node&, std::span<const Field> words);
    void run_isolated(Index list);
    void run_dead(Index list);
    Outcome take_outcome(Flow);
    void run_redirections(Range);
    void bind_for_variable(const Node&, std::vector<Field>&&, bool all_known);
    void forget(Range changes, unsigned depth);
    void forget_expression(text::Span);
    void run_uncalled_functions();
    void count_calls();

    // Conditions that the script itself decides.
    [[nodiscard]] bool is_test_command(Index node) const;
    Condition condition_of(Index list);
    Condition condition_of_node(Index node);
    Condition condition_of_words(std::span<const Index> words, bool patterns);
    Condition compare(Index left, std::string_view operation, Index right, bool patterns);
    Condition empty_test(Index word, bool empty_if);
    std::optional<std::string> exact(Index word);
    std::optional<bool> arm_matches(const Arm&, const std::string& value);

    // Simple commands.
    Flow run_simple(Index node);
    Flow run_command(Index node, std::vector<Field>& fields, std::vector<Index>& prefixes);
    void expand_items(const Node&, std::vector<Field>&, std::vector<Index>& prefixes);
    Flow run_builtin(std::string_view name, std::vector<Field>&);
    [[nodiscard]] std::string folder() const;
    void declare(std::string_view command, const Node&, std::span<const Field>);
    void export_name(const Field&, bool exported);
    void remove(std::span<const Field>);
    void set_unknown(std::span<const Field>, std::size_t from);
    void set_options(std::span<const Field>);
    void set_parameters(std::span<const Field>);
    void shift(std::span<const Field>);
    void change_folder(std::string_view command, std::span<const Field>);
    void assign(Index assignment, bool exported, bool local);
    Contents assigned_array(const AssignmentNode&, const VariableState& before);
    Contents assigned_element(const AssignmentNode&, const VariableState& before);
    Contents assigned_scalar(const AssignmentNode&, const VariableState& before);
    void set_variable(std::uint32_t variable, Contents, bool exported);
    void make_local(std::uint32_t variable);
    void run_launch_alternatives(Index node);

    // Stating.
    std::uint32_t state_command(Index node, std::span<Field>, bool keep,
                                std::span<const Index> prefixes, bool again);
    void add_environment(facts::Command&, std::span<const Index> prefixes);
    void state_read(Symbol, text::Span name, text::Span at);
    void state_use(facts::VariableUse::Action, Symbol, text::Span name, text::Span at,
                   const Contents&, bool environment);
    facts::Word word_of(Field&&) const;
    facts::Word word_of(const Text&, std::string text, text::Span span) const;
    facts::Word word_of(const Content&, text::Span span) const;
    facts::Part part_of(const Text&, std::size_t stretch) const;
    const facts::Word& exported_word(const Content&);
    std::vector<facts::Assignment> environment();
    bool spend_environment(const facts::Word&);
    bool spend_environment(std::span<const facts::Assignment>);
    bool first_visit(std::uint32_t offset);
    void add_inherited(const frontends::Demand&);
    Text foreign_text(const facts::Word&);

    // Text for other readers.
    [[nodiscard]] bool may_derive(const Node&, std::span<const Field>) const;
    void derive(Index node, std::uint32_t command, std::span<const Field>);
    bool derive_script(std::span<const Field>, std::size_t at, std::uint32_t command);
    void derive_heredocs(const Node&, std::uint32_t command, std::span<const Field>);
    std::optional<text::Language> heredoc_language(const Node&, std::span<const Field>,
                                                   bool& runs_here);
    std::optional<text::Language> file_language(const Node&, std::span<const Field>);
    void add_derived(text::Language, std::span<const Field>, std::uint32_t command,
                     std::span<const Field> words, bool runs_here);
    void copy_into(text::Derivation&, const Text&, text::Language) const;
    void add_own_variables(std::span<const Field>, std::vector<facts::Assignment>&);

    // Expansion.
    void expand(Index word, Fields&, Splitting);
    void expand_pieces(std::span<const Piece>, Fields&, Splitting, bool split_literals = false);
    void expand_piece(const Piece&, Fields&, Splitting, bool split_literals);
    void expand_word_pieces(const WordNode&, Fields&);
    std::vector<Field> expand_words(std::span<const Index>);
    Field expand_joined(Index word);
    Field expand_heredoc(const Heredoc&);
    void expand_literal(const Piece&, Fields&, bool split_literals);
    void expand_parameter(const Piece&, Fields&, bool is_split);
    void expand_substitution(const Piece&, Fields&, bool is_split);
    void expand_arithmetic(const Piece&, Fields&);
    void put_held(Fields&, const Held&, const Parameter&, const Piece&, bool is_split);
    void put_unknown(Fields&, Symbol, const Piece&, bool from_environment);
    void put_computed(Fields&, std::string, const Piece&, facts::Origin);
    void put_list(Fields&, std::span<const Text>, const Parameter&, const Piece&, Symbol,
                  bool is_split);
    bool expand_test_operation(const Held&, const Parameter&, const Piece&, Fields&,
                               bool is_split);
    std::optional<std::string> operate(const Text&, const Parameter&);
    std::optional<std::string> replaced(std::string text, const Parameter&);
    std::optional<std::span<const Text>> sliced(const Content&, const Parameter&);
    Held hold(const Parameter&, text::Span at);
    Held hold_name(std::string_view name, bool is_read, text::Span name_at, text::Span at);
    const Text* element(const Held&, const Parameter&);
    Stretch stretch_of(const Piece&) const;
    std::optional<Text> output_of(Index list);
    std::optional<Text> output_of_command(std::span<const Field>);
    std::vector<std::vector<Piece>> braces_of(const WordNode&);
    [[nodiscard]] bool splits_as_usual() const;
    void expand_oddly(const Piece&, Fields&);

    // Arithmetic.
    Text computed(Field&& expression, const Piece&);

    [[nodiscard]] std::string_view view(text::Span span) const {
        return text_.substr(span.begin, span.size());
    }
    [[nodiscard]] std::span<const Index> links(Range range) const {
        return std::span(tree_.links).subspan(range.first, range.count);
    }
    [[nodiscard]] std::span<const Piece> pieces(Range range) const {
        return std::span(tree_.pieces).subspan(range.first, range.count);
    }
    Symbol symbol(std::string_view name) { return names_.intern(name); }

    std::shared_ptr<const text::Fragment> script_;
    std::string_view text_;
    const Tree& tree_;
    Names& names_;
    frontends::Stated& out_;
    facts::Stage stage_;
    bool maybe_;
    bool full_ = false;
    bool export_all_ = false;
    bool jumps_ = false;          ///< a loop's body has a break or continue
    bool returns_early_ = false;  ///< a function may return before its end
    unsigned calls_ = 0;          ///< depth of functions
    Index piped_into_ = none;     ///< the command that reads what this one writes
    std::uint64_t steps_ = 0;
    std::uint64_t most_steps_;
    std::size_t environment_left_;  ///< bytes that environments of commands may still take
    ExpansionBudget budget_;
    Variables variables_;
    std::uint32_t folder_;
    std::uint32_t parameters_;
    std::uint32_t separators_;
    const Bring* bring_ = nullptr;
    bool guessed_ = false;        ///< a default was taken that leaves no characters to say so
    std::vector<facts::Part> foreign_;
    std::vector<bool> visited_;                   ///< bytes where facts were stated
    std::vector<std::uint32_t> stated_;           ///< by node: index into out_.commands, or none
    std::unordered_map<std::string_view, Index> functions_;
    std::unordered_map<std::string_view, std::uint32_t> call_counts_;
    std::vector<bool> called_;                    ///< by node: functions
    std::vector<Index> running_;                  ///< functions
    Locals* locals_ = nullptr;
    std::vector<std::string> folders_;            ///< pushd
    std::deque<std::string> generated_;           ///< of brace ranges
    std::vector<text::Span> generated_at_;
};

}  // namespace trainlint::shell
