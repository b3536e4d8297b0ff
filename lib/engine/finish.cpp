#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "engine/checking.hpp"
#include "engine/fragments.hpp"
#include "engine/globs.hpp"

namespace trainlint::engine {

namespace {

std::string_view row_or_rule(const Finding& finding) {
    return finding.rule->name;
}

auto key_of(const Finding& finding, const Paths& paths) {
    return std::tuple(paths.path(finding.at.document), finding.at.span.begin, finding.at.span.end,
                      row_or_rule(finding), std::string_view(finding.row));
}

/// Among several of one place the most sure one is told; then the one whose words come first.
auto rank_of(const Finding& finding) {
    return std::tuple(-int(finding.severity), -int(finding.confidence), finding.related.size());
}

bool before(const Finding& a, const Finding& b, const Paths& paths) {
    const auto left = key_of(a, paths), right = key_of(b, paths);
    if (left != right) return left < right;
    if (rank_of(a) != rank_of(b)) return rank_of(a) < rank_of(b);
    return std::lexicographical_compare(a.arguments.begin(), a.arguments.end(), b.arguments.begin(),
                                        b.arguments.end(),
                                        [](const Argument& x, const Argument& y) {
                                            return std::tuple(x.name, std::string_view(x.value)) <
                                                   std::tuple(y.name, std::string_view(y.value));
                                        });
}

class Hash {
public:
    void add(std::string_view text) {
        for (const char c : text) step(static_cast<unsigned char>(c));
        step(0);
    }
    /// Blanks count as one, so that a formatter changes nothing.
    void add_words(std::string_view text) {
        bool blank = true;
        for (const char c : text) {
            const bool is_blank = c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\\';
            if (!is_blank) step(static_cast<unsigned char>(c));
            if (is_blank && !blank) step(' ');
            blank = is_blank;
        }
        step(0);
    }
    [[nodiscard]] std::string text() const {
        constexpr std::string_view digits = "0123456789abcdef";
        std::string out(16, '0');
        for (std::size_t i = 0; i < 16; ++i) out[15 - i] = digits[(value_ >> (4 * i)) & 15];
        return out;
    }

private:
    void step(unsigned char byte) { value_ = (value_ ^ byte) * 1099511628211ull; }
    std::uint64_t value_ = 14695981039346656037ull;
};

/// Hashes of findings that come in the order of their files.
class Hasher {
public:
    explicit Hasher(const Snapshot::State& state) : state_(state) {}

    Hash hash_of(const Finding& finding) {
        enter(finding.at.document);
        const auto line = lines_ ? lines_->at(finding.at) : std::string_view{};
        if (line.data() != line_.data() || line.size() != line_.size()) known_.clear();
        line_ = line;
        // A long line may hold thousands of findings.
        const auto [known, added] = known_.try_emplace({finding.rule->name, finding.row});
        if (!added) return known->second;
        auto& hash = known->second;
        hash.add(finding.rule->name);
        hash.add(finding.row);
        hash.add(path_);
        if (lines_) hash.add_words(line);
        return hash;
    }

private:
    void enter(text::DocumentId document) {
        if (document_ == document) return;
        document_ = document;
        const auto path = state_.shared->paths.path(document);
        const auto inside = below(state_.root, path);
        path_ = inside.empty() ? path : inside;
        known_.clear();
        lines_.reset();
        if (auto found = state_.document(document)) lines_.emplace(std::move(found));
    }

    const Snapshot::State& state_;
    std::optional<text::DocumentId> document_;
    std::string_view path_;
    std::optional<DocumentLines> lines_;
    std::string_view line_;
    std::map<std::pair<std::string_view, std::string>, Hash> known_;
};

}  // namespace

void finish(const Snapshot::State& state, std::vector<Finding>& findings) {
    const auto& paths = state.shared->paths;
    std::sort(findings.begin(), findings.end(),
              [&](const Finding& a, const Finding& b) { return before(a, b, paths); });
    const auto twice = std::unique(
        findings.begin(), findings.end(),
        [&](const Finding& a, const Finding& b) { return key_of(a, paths) == key_of(b, paths); });
    findings.erase(twice, findings.end());
    Hasher hasher(state);
    std::map<std::string, unsigned> seen;
    for (auto& finding : findings) {
        auto hash = hasher.hash_of(finding);
        // The second of two equal lines is told apart from the first.
        const auto count = seen[hash.text()]++;
        if (count != 0) hash.add(std::to_string(count));
        finding.fingerprint = hash.text();
    }
}

}  // namespace trainlint::engine
