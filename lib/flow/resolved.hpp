/// A program whose names are resolved when it is asked what they mean: what flow reads beside the
/// functions themselves. Whoever binds names (program/ for Python and C++) fills it; flow gives the
/// names their sense.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "flow/function.hpp"
#include "trainlint/names.hpp"

namespace trainlint::flow {

/// What an expression denotes.
struct Meaning {
    enum class Kind : std::uint8_t {
        unknown,
        external,   ///< name: dotted, in another package ("torch.distributed.get_rank"), or built in
        member,     ///< name: "Class.member" of an object whose maker is known
        variable,   ///< index: into Resolved::variables
        function,   ///< index: into Source::definitions
        class_      ///< index: into Source::definitions
    } kind = Kind::unknown;
    bool weak = false;          ///< known by the spelling of a variable alone
    bool built_in = false;      ///< external: no import binds it ("int", "exit")
    bool assigned = false;      ///< external: the variable was assigned it, `x = torch.y`
    bool looked_up = false;     ///< found, or being found
    Symbol name{};
    std::uint32_t index = no_index;
};

/// How a statement binds a variable.
enum class Binding : std::uint8_t {
    plain, augment, loop, context, handler, import_, definition, removal, unknown
};

inline constexpr std::uint16_t whole_value = 0xFFFF;

struct Assigned {
    std::uint32_t variable = no_index;
    std::uint32_t function = 0;              ///< in which the binding stands
    Id value = no_id;                        ///< plain: the value; loop, context: what it is taken of
    std::uint16_t element = whole_value;     ///< `a, b = value`: position in the value
    Binding how = Binding::unknown;
    std::uint32_t index = no_index;          ///< import_, definition: which one
};

/// A name of one scope, or an attribute that this program sets (`self.rank`, `args.rank`).
struct Variable {
    Symbol name{};
    std::uint32_t function = no_index;       ///< whose name it is; attributes: no_index
    std::uint32_t parameter = no_index;      ///< its position in the function's parameters
    std::uint32_t first = 0, count = 0;      ///< into Resolved::assigned
};

/// Finds what expressions denote. Of most of them nobody ever asks it.
class Binder {
public:
    virtual ~Binder() = default;
    virtual const Meaning& meaning(std::uint32_t function, Id id) = 0;
    /// False: the expression denotes no name of a table. Much cheaper than its meaning.
    [[nodiscard]] virtual bool may_be_known(std::uint32_t function, Id id) const = 0;
    /// The method that runs when an object is called, `self.block(x)` of a module; no_index: the
    /// callee is no object of a class of this program.
    virtual std::uint32_t called_method(std::uint32_t function, Id callee) = 0;
    /// Does the import name a module of this project?
    virtual bool is_own(const Import& import) = 0;
};

struct Resolved {
    const Source* source = nullptr;
    Binder* binder = nullptr;
    std::vector<Meaning> meanings;                   ///< found so far, function by function
    std::vector<std::uint32_t> first_meaning;        ///< by function
    std::vector<Variable> variables;
    std::vector<Assigned> assigned;                  ///< sorted by variable
    std::vector<std::vector<std::uint32_t>> bases;   ///< for each definition: its classes' bases here
    std::unordered_map<std::uint64_t, std::uint32_t> members;  ///< (class, name) to a definition

    [[nodiscard]] const Meaning& meaning(std::uint32_t function, Id id) const {
        const auto& known = meanings[first_meaning[function] + static_cast<std::uint32_t>(id)];
        return known.looked_up ? known : binder->meaning(function, id);
    }
    [[nodiscard]] std::span<const Assigned> bindings(std::uint32_t variable) const {
        const auto& v = variables[variable];
        return {assigned.data() + v.first, v.count};
    }
    static std::uint64_t member_key(std::uint32_t class_definition, Symbol name) {
        return (std::uint64_t{class_definition} << 32) | static_cast<std::uint32_t>(name);
    }
    /// The method or nested class of that name, in the class or its bases here; no_index: none.
    [[nodiscard]] std::uint32_t member(std::uint32_t class_definition, Symbol name) const;
    /// The definition whose body the function is; no_index: the top level, or a lambda.
    [[nodiscard]] std::uint32_t definition_of(std::uint32_t function) const;
    /// The class in which the function's definition stands; no_index: it is no method.
    [[nodiscard]] std::uint32_t class_of(std::uint32_t function) const;
};

}  // namespace trainlint::flow
