#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "common_windows.hpp"
#include "emit.hpp"

namespace trainlint::generate {

namespace {

constexpr std::size_t language_count = 13;

constexpr unsigned sieve_bits = 16;  // as lib/knowledge/sieve.hpp has it

std::uint32_t window_bytes(std::string_view text) {
    std::uint32_t bytes = 0;
    for (std::size_t i = 4; i-- > 0;) bytes = bytes << 8 | static_cast<unsigned char>(text[i]);
    return bytes;
}

std::uint32_t window_hash(std::string_view window) {
    return (window_bytes(window) * 0x9E3779B1u) >> (32 - sieve_bits);
}

// What a window costs in a sieve: how often the text has it, or another with the same bit.
class Costs {
public:
    Costs() : by_bit_(std::size_t{1} << sieve_bits) {
        for (const auto& [per_million, windows] : common_windows())
            for (std::size_t at = 0; at + 4 <= windows.size(); at += 4)
                by_bit_[window_hash(windows.substr(at, 4))] += per_million;
    }

    [[nodiscard]] double of(std::string_view window) const {
        double rare = 1;  // one that is not counted: by how common its characters are
        for (const char c : window) rare *= commonness(c);
        return by_bit_[window_hash(window)] + 60 * rare;
    }

private:
    static double commonness(char c) {
        constexpr std::string_view by_frequency = " etsarionl_.dpcumf(),=hgyb\":-x'0vk1[]2w";
        const auto at = by_frequency.find(c);
        return at == std::string_view::npos ? 0.2 : 1.0 / (1.0 + double(at) * 0.06);
    }

    std::vector<unsigned> by_bit_;
};

// Chooses for each literal the five bytes that are looked for first: rare ones. A window that is
// in the table already costs nothing more; a literal that shares its five bytes is compared too.
class Anchors {
public:
    std::size_t offset_of(std::string_view literal) {
        std::size_t best = 0;
        double least = 1e12;
        for (std::size_t at = 0; at + 5 <= literal.size(); ++at)
            if (const auto cost = cost_of(literal.substr(at, 5)); cost < least)
                least = cost, best = at;
        const auto five = literal.substr(best, 5);
        ++users_[five];
        windows_.insert(five.substr(0, 4));
        windows_.insert(five.substr(1));
        return best;
    }

private:
    [[nodiscard]] double cost_of(std::string_view five) const {
        static const Costs costs;
        const auto first = costs.of(five.substr(0, 4)), second = costs.of(five.substr(1));
        const auto users = users_.find(five);
        return (windows_.contains(five.substr(0, 4)) ? 0 : first) +
               (windows_.contains(five.substr(1)) ? 0 : second) +
               (users == users_.end() ? 0 : 0.3 * users->second * std::min(first, second));
    }

    std::map<std::string_view, int> users_;
    std::set<std::string_view> windows_;
};

std::string anchors_source(std::span<const TriggerRow> rows,
                           const std::vector<std::size_t>& chosen) {
    // Short ones first: they have the fewest anchors to choose from.
    auto by_length = chosen;
    std::stable_sort(by_length.begin(), by_length.end(), [&](std::size_t a, std::size_t b) {
        return rows[a].literal.size() < rows[b].literal.size();
    });
    Anchors anchors;
    std::string body;
    for (const auto index : by_length) {
        const std::string_view literal = rows[index].literal;
        const auto offset = anchors.offset_of(literal);
        const auto fifth = static_cast<unsigned char>(literal[offset + 4]);
        body += fmt::format("    Anchor{{0x{:02X}{:08X}, {}, {}}},\n", fifth,
                            window_bytes(literal.substr(offset, 4)), index, offset);
    }
    return body;
}

// The triggers of each language; languages with the same ones share their tables.
class Sieves {
public:
    explicit Sieves(std::span<const TriggerRow> rows) : rows_(rows) {}

    // The name of the constant for the triggers of this language.
    std::string use(std::size_t language) {
        std::vector<std::size_t> chosen;
        for (std::size_t i = 0; i < rows_.size(); ++i)
            if ((rows_[i].languages >> language & 1) != 0) chosen.push_back(i);
        const auto [found, fresh] = known_.emplace(chosen, known_.size());
        if (fresh)
            source_ += fmt::format(
                "constexpr auto sieve_{} = make_sieve(std::array<Anchor, {}>{{{{\n{}}}}});\n",
                found->second, chosen.size(), anchors_source(rows_, chosen));
        return fmt::format("sieve_{}", found->second);
    }
    [[nodiscard]] const std::string& source() const { return source_; }

private:
    std::span<const TriggerRow> rows_;
    std::map<std::vector<std::size_t>, std::size_t> known_;
    std::string source_;
};

}  // namespace

std::string triggers_source(std::span<const TriggerRow> rows) {
    std::string list;
    for (const auto& row : rows)
        list += fmt::format("    Trigger{{{}, {}, {}, 0x{:X}}},\n", cxx_literal(row.literal), row.left,
                            row.right, row.languages);
    Sieves sieves(rows);
    std::string by_language;
    for (std::size_t language = 0; language < language_count; ++language)
        by_language += fmt::format("    {}.view(),\n", sieves.use(language));
    return fmt::format(
        "#include <array>\n\n#include \"knowledge/sieve.hpp\"\n#include "
        "\"knowledge/triggers.hpp\"\n\n"
        "namespace trainlint::knowledge {{\nnamespace {{\n\n"
        "constexpr std::array<Trigger, {}> rows{{{{\n{}}}}};\n\n{}\n"
        "constexpr std::array<SieveView, {}> sieves{{{{\n{}}}}};\n\n}}  // namespace\n\n"
        "std::span<const Trigger> triggers() {{ return rows; }}\n\n"
        "SieveView sieve_of(text::Language language) {{\n"
        "    return sieves[static_cast<std::size_t>(language) % sieves.size()];\n}}\n\n"
        "}}  // namespace trainlint::knowledge\n",
        rows.size(), list, sieves.source(), language_count, by_language);
}

}  // namespace trainlint::generate
