/// Versions and sets of versions, ordered as PEP 440 orders them.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trainlint::engine {

/// A version without its local part ("2.1.0+cu118" is 2.1.0).
struct Version {
    static constexpr std::int64_t none = -1, never = INT64_MAX;

    std::int64_t epoch = 0;
    std::vector<std::int64_t> release;  ///< without zeros at its end
    std::int8_t phase = 3;              ///< -1: only .dev; 0 a, 1 b, 2 rc, 3 none
    std::int64_t phase_number = 0;
    std::int64_t post = none;
    std::int64_t dev = never;  ///< never: it is no development version

    friend std::strong_ordering operator<=>(const Version&, const Version&);
    friend bool operator==(const Version& a, const Version& b) { return (a <=> b) == 0; }
};

/// Nothing: the text is no version. Accepts what PEP 440 normalises (`v1.0-rc.1`), also four and
/// more numbers.
[[nodiscard]] std::optional<Version> parse_version(std::string_view text);

/// Which way of writing sets of versions: they differ in what `1.2` and `=1.2` mean.
enum class Dialect : std::uint8_t {
    pep440,  ///< `>=1.2,<2`, `~=1.2`, `==1.2.*`, `!=1.3`
    poetry,  ///< and `^1.2`, `~1.2`, `1.*`, `>=1 || <0.5`; `1.2` is exactly that
    conda,   ///< and `=1.2`, `1.2|1.3`; `1.2` is 1.2.*
    target   ///< as pep440; `1.2` is 1.2.*
};

/// Sorted, disjoint intervals of versions.
class VersionSet {
public:
    /// No version.
    VersionSet() = default;
    static VersionSet all();
    /// This version, its pre-releases and all later ones.
    static VersionSet since(const Version&);
    /// A version that is newer than all others: what a project without a statement gets.
    static VersionSet newest();
    /// Nothing: the text is not understood (a path, a template).
    static std::optional<VersionSet> parse(std::string_view, Dialect = Dialect::pep440);

    [[nodiscard]] bool empty() const { return intervals_.empty(); }
    [[nodiscard]] bool everything() const;
    [[nodiscard]] VersionSet intersect(const VersionSet&) const;
    [[nodiscard]] VersionSet unite(const VersionSet&) const;
    [[nodiscard]] VersionSet without(const VersionSet&) const;
    [[nodiscard]] bool contains(const VersionSet& other) const {
        return other.without(*this).empty();
    }
    [[nodiscard]] bool contains(const Version&) const;
    [[nodiscard]] bool overlaps(const VersionSet& other) const { return !intersect(other).empty(); }

private:
    /// A cut between versions: just below one, or just above it.
    struct Cut {
        Version version;
        bool above = false;
        std::int8_t infinite = 0;  // -1: below all, 1: above all
        friend std::strong_ordering operator<=>(const Cut& a, const Cut& b) {
            if (a.infinite != b.infinite || a.infinite != 0) return a.infinite <=> b.infinite;
            if (const auto order = a.version <=> b.version; order != 0) return order;
            return a.above <=> b.above;
        }
        friend bool operator==(const Cut& a, const Cut& b) { return (a <=> b) == 0; }
    };
    struct Interval {
        Cut low, high;
    };
    friend class SetReader;
    static Cut lowest() { return {{}, false, -1}; }
    static Cut highest() { return {{}, false, 1}; }
    static VersionSet between(Cut low, Cut high);

    std::vector<Interval> intervals_;
};

/// A version claim of a page or a row: "torch>=2.0".
struct Claim {
    std::string package;  ///< "torch"
    VersionSet set;
    std::string text;  ///< the claim as written
};
/// Nothing: it is no claim.
[[nodiscard]] std::optional<Claim> parse_claim(std::string_view);

}  // namespace trainlint::engine
