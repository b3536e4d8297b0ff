// Breaks copies of files in one place each and asks which statements stayed as they were.
//
// A statement counts if its logical line (of a compound statement or clause: its header's) is not
// touched by the damage. It stayed if the damaged copy's tree has a statement of the same kind with
// the same subtree at the same place, moved by the length of the damage.
#include <algorithm>
#include <array>
#include <cstdio>
#include <random>
#include <unordered_set>

#include "frontends/python/parser.hpp"
#include "frontends/python/scanner.hpp"
#include "measure.hpp"

namespace trainlint::prove {

namespace {

using python::Index;
using python::Kind;
using python::Node;

struct Damage {
    std::uint32_t at = 0;  // bytes of the original
    std::uint32_t deleted = 0;
    std::string inserted;
};

/// Statements and clauses as numbers: kind, place, and what stands in their own logical line.
class Statements {
public:
    Statements(const python::Tree& tree, const Damage& damage, bool is_damaged_copy)
        : tree_(tree), damage_(damage), copy_(is_damaged_copy) {
        hashes_.resize(tree.nodes.size());
        for (Index at = 1; at < tree.nodes.size(); ++at) visit(at);
    }

    struct Statement {
        std::uint32_t begin;
        std::uint64_t key;
    };
    std::vector<Statement> all;

private:
    static bool is_statement(Kind kind) {
        return (kind >= Kind::expression && kind <= Kind::nonlocal && kind != Kind::alias &&
                kind != Kind::dotted_name) ||
               kind == Kind::type_alias || (kind >= Kind::if_ && kind <= Kind::handler) ||
               kind == Kind::with || kind == Kind::decorator || kind == Kind::function ||
               kind == Kind::class_ || kind == Kind::match || kind == Kind::case_;
    }

    /// Offsets of the original, so that both trees can be compared.
    [[nodiscard]] std::uint64_t moved(std::uint32_t at) const {
        const auto added = static_cast<std::uint32_t>(damage_.inserted.size());
        if (!copy_ || at < damage_.at + added) return at;
        return std::uint64_t{at} + damage_.deleted - added;
    }

    static std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
        a ^= b + 0x9E3779B97F4A7C15u + (a << 6) + (a >> 2);
        return a * 0xFF51AFD7ED558CCDu;
    }

    void visit(Index at) {
        const Node& node = tree_[at];
        const bool statement = is_statement(node.kind);
        std::uint64_t hash = mix(static_cast<std::uint64_t>(node.kind) << 8 | node.op,
                                 node.flags & ~python::flag::damaged);
        hash = mix(hash, moved(node.begin));
        bool block = false;
        for (const Index child : tree_.children(at)) {
            const Kind kind = tree_[child].kind;
            block |= kind == Kind::block;
            if (kind != Kind::block && kind != Kind::error && !is_statement(kind)) {
                hash = mix(hash, hashes_[child]);
            }
        }
        if (!block) hash = mix(hash, moved(node.end));  // the end of a block may change
        hashes_[at] = hash;
        if (statement) all.push_back({node.begin, hash});
    }

    const python::Tree& tree_;
    const Damage& damage_;
    bool copy_;
    std::vector<std::uint64_t> hashes_;
};

struct Share {
    std::size_t kept = 0, all = 0, files = 0, whole = 0;
};

constexpr std::array<const char*, 7> sorts{"a byte deleted",
                                           "a byte inserted",
                                           "a bracket deleted",
                                           "a bracket inserted",
                                           "a quote deleted",
                                           "20 bytes deleted",
                                           "cut off"};

class DamageRun {
public:
    explicit DamageRun(std::uint64_t seed) : random_(seed) {}

    void file(const std::string& text) {
        parser_.parse(text, whole_);
        if (whole_.error_count != 0 || text.size() < 100) return;
        python::scan(text, outline_);
        for (std::size_t sort = 0; sort < sorts.size(); ++sort) {
            Damage damage;
            if (choose(sort, text, damage)) measure(text, damage, shares_[sort]);
        }
    }

    void print() const {
        Share sum;
        for (std::size_t sort = 0; sort < sorts.size(); ++sort) {
            print(sorts[sort], shares_[sort]);
            sum.kept += shares_[sort].kept;
            sum.all += shares_[sort].all;
            sum.files += shares_[sort].files;
            sum.whole += shares_[sort].whole;
        }
        print("together", sum);
    }

    /// Of the copies that lost most: for a person to look at.
    std::vector<std::pair<std::size_t, std::string>> worst;

private:
    static void print(const char* name, const Share& share) {
        std::printf(
            "%-20s %6zu copies, %9zu statements outside: %.3f %% stayed; %.2f %% of the "
            "copies kept all\n",
            name, share.files, share.all,
            100.0 * static_cast<double>(share.kept) / static_cast<double>(share.all),
            100.0 * static_cast<double>(share.whole) / static_cast<double>(share.files));
    }

    std::uint32_t below(std::size_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

    /// The next byte of a kind from a random place on.
    bool find(const std::string& text, const char* bytes, std::uint32_t& at) {
        const std::size_t found = text.find_first_of(bytes, below(text.size()));
        at = static_cast<std::uint32_t>(std::min(found, text.size()));
        return found != std::string::npos;
    }

    bool choose(std::size_t sort, const std::string& text, Damage& damage) {
        static const std::string letters = "a0 ()[]{}'\"\\:,.=#@\n\t+*";
        damage.at = below(text.size());
        switch (sort) {
            case 0:
                damage.deleted = 1;
                return true;
            case 1:
                damage.inserted = letters[below(letters.size())];
                return true;
            case 2:
                damage.deleted = 1;
                return find(text, "()[]{}", damage.at);
            case 3:
                damage.inserted = "()[]{}"[below(6)];
                return true;
            case 4:
                damage.deleted = 1;
                return find(text, "'\"", damage.at);
            case 5:
                damage.deleted = std::min<std::uint32_t>(
                    20, static_cast<std::uint32_t>(text.size()) - damage.at);
                return true;
            default:
                damage.deleted = static_cast<std::uint32_t>(text.size()) - damage.at;
                return true;
        }
    }

    void measure(const std::string& text, const Damage& damage, Share& share) {
        std::string copy = text;
        copy.replace(damage.at, damage.deleted, damage.inserted);
        parser_.parse(copy, part_);
        const Statements before(whole_, damage, false), after(part_, damage, true);
        std::unordered_multiset<std::uint64_t> found;
        for (const auto& statement : after.all) found.insert(statement.key);
        std::size_t kept = 0, all = 0;
        for (const auto& statement : before.all) {
            if (!is_outside(statement.begin, damage)) continue;
            ++all;
            const auto same = found.find(statement.key);
            if (same == found.end()) continue;
            ++kept;
            found.erase(same);
        }
        share.kept += kept;
        share.all += all;
        ++share.files;
        share.whole += kept == all ? 1 : 0;
        if (all - kept > 5) {
            worst.emplace_back(all - kept, "byte " + std::to_string(damage.at) + " -" +
                                               std::to_string(damage.deleted) + " +" +
                                               damage.inserted);
        }
    }

    /// Whether the logical line at `begin` is not touched: what is cut off is not outside either.
    [[nodiscard]] bool is_outside(std::uint32_t begin, const Damage& damage) const {
        const auto line =
            std::ranges::upper_bound(outline_.lines, begin, {}, &python::LogicalLine::begin) - 1;
        const std::uint32_t start = line->begin - std::min(line->begin, line->indent);
        return line->end <= damage.at || start > damage.at + damage.deleted;
    }

    std::mt19937_64 random_;
    python::Parser parser_;
    python::Tree whole_, part_;
    python::Outline outline_;
    std::array<Share, sorts.size()> shares_{};
};

}  // namespace

int damage(const std::filesystem::path& folder, std::uint64_t seed) {
    DamageRun run(seed);
    std::vector<std::pair<std::size_t, std::string>> worst;
    for (const SourceFile& file : python_files(folder)) {
        run.worst.clear();
        run.file(file.text);
        for (const auto& [lost, where] : run.worst) {
            worst.emplace_back(lost, file.path.string() + ": " + where);
        }
    }
    run.print();
    std::ranges::sort(worst, std::greater<>{});
    for (std::size_t i = 0; i < std::min<std::size_t>(worst.size(), 30); ++i) {
        std::printf("lost %5zu: %s\n", worst[i].first, worst[i].second.c_str());
    }
    return 0;
}

}  // namespace trainlint::prove
