/// Interned names: equal text, equal value within one workspace.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace trainlint {

/// An interned name ("torch.distributed.all_reduce", "NCCL_DEBUG", "model").
enum class Symbol : std::uint32_t {};

/// The symbol of the empty text: "no name".
inline constexpr Symbol no_symbol{0};

/// The names of one workspace; names are only added. Safe to use from several threads.
class Names {
public:
    Names();
    ~Names();
    Names(const Names&) = delete;
    Names& operator=(const Names&) = delete;

    Symbol intern(std::string_view text);
    /// The symbol of a text that is already interned, else no_symbol.
    [[nodiscard]] Symbol find(std::string_view text) const;
    /// Valid while the Names live.
    [[nodiscard]] std::string_view text(Symbol symbol) const;

private:
    struct Store;
    std::unique_ptr<Store> store_;
};

}  // namespace trainlint
