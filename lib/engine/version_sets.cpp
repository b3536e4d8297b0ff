#include <algorithm>

#include "engine/characters.hpp"
#include "engine/versions.hpp"

namespace trainlint::engine {

namespace {

/// The lowest of what belongs to a release: its first development version.
Version lowest_of(Version version) {
    version.phase = -1;
    version.phase_number = 0;
    version.post = Version::none;
    version.dev = 0;
    return version;
}

}  // namespace

VersionSet VersionSet::between(Cut low, Cut high) {
    VersionSet set;
    if (low < high) set.intervals_.push_back({std::move(low), std::move(high)});
    return set;
}

VersionSet VersionSet::all() {
    return between(lowest(), highest());
}

VersionSet VersionSet::since(const Version& version) {
    return between({lowest_of(version), false, 0}, highest());
}

VersionSet VersionSet::newest() {
    Version version;
    version.epoch = Version::never;
    return between({version, false, 0}, highest());
}

bool VersionSet::everything() const {
    return intervals_.size() == 1 && intervals_[0].low == lowest() &&
           intervals_[0].high == highest();
}

VersionSet VersionSet::intersect(const VersionSet& other) const {
    VersionSet out;
    std::size_t i = 0, j = 0;
    while (i < intervals_.size() && j < other.intervals_.size()) {
        const auto& a = intervals_[i];
        const auto& b = other.intervals_[j];
        const auto& low = std::max(a.low, b.low);
        const auto& high = std::min(a.high, b.high);
        if (low < high) out.intervals_.push_back({low, high});
        (a.high < b.high ? i : j)++;
    }
    return out;
}

VersionSet VersionSet::unite(const VersionSet& other) const {
    auto sorted = intervals_;
    sorted.insert(sorted.end(), other.intervals_.begin(), other.intervals_.end());
    std::sort(sorted.begin(), sorted.end(),
              [](const Interval& a, const Interval& b) { return a.low < b.low; });
    VersionSet out;
    for (auto& interval : sorted) {
        if (!out.intervals_.empty() && interval.low <= out.intervals_.back().high)
            out.intervals_.back().high = std::max(out.intervals_.back().high, interval.high);
        else
            out.intervals_.push_back(std::move(interval));
    }
    return out;
}

VersionSet VersionSet::without(const VersionSet& other) const {
    VersionSet rest;
    auto low = lowest();
    for (const auto& interval : other.intervals_) {
        if (low < interval.low) rest.intervals_.push_back({low, interval.low});
        low = interval.high;
    }
    if (low < highest()) rest.intervals_.push_back({low, highest()});
    return intersect(rest);
}

bool VersionSet::contains(const Version& version) const {
    return overlaps(between({version, false, 0}, {version, true, 0}));
}

/// Reads one clause after another: `>=1.2`, `<2`.
class SetReader {
public:
    SetReader(std::string_view text, Dialect dialect) : text_(text), dialect_(dialect) {}

    /// Alternatives of clauses that hold together.
    std::optional<VersionSet> read() const {
        VersionSet set;
        for (std::size_t at = 0; at <= text_.size();) {
            const auto [end, next] = alternative(at);
            auto part = conjunction(text_.substr(at, end - at));
            if (!part) return std::nullopt;
            set = set.unite(*part);
            at = next;
        }
        return set;
    }

private:
    using Cut = VersionSet::Cut;

    std::pair<std::size_t, std::size_t> alternative(std::size_t at) const {
        const bool bars = dialect_ == Dialect::poetry || dialect_ == Dialect::conda;
        const auto bar = bars ? text_.find('|', at) : std::string_view::npos;
        if (bar == std::string_view::npos) return {text_.size(), text_.size() + 1};
        return {bar, bar + (text_.substr(bar).starts_with("||") ? 2 : 1)};
    }

    std::optional<VersionSet> conjunction(std::string_view text) const {
        auto set = VersionSet::all();
        for (std::size_t at = 0; at <= text.size();) {
            auto end = std::min(text.find(',', at), text.size());
            auto clauses = trimmed(text.substr(at, end - at));
            at = end + 1;
            while (!clauses.empty()) {
                const auto length = clause_length(clauses);
                auto part = clause(clauses.substr(0, length));
                if (!part) return std::nullopt;
                set = set.intersect(*part);
                clauses = trimmed(clauses.substr(length));
            }
        }
        return set;
    }

    /// Poetry lets clauses stand side by side with blanks between them.
    static std::size_t clause_length(std::string_view text) {
        auto at = std::min(text.find_first_not_of("<>=!~^ "), text.size());
        for (; at < text.size(); ++at) {
            const bool epoch = text[at] == '!' && !text.substr(at).starts_with("!=");
            if (!epoch && std::string_view(" <>=!~^").find(text[at]) != std::string_view::npos)
                break;
        }
        return at;
    }

    std::optional<VersionSet> clause(std::string_view text) const {
        const auto begin = std::min(text.find_first_not_of("<>=!~^"), text.size());
        const auto sign = text.substr(0, begin);
        auto number = trimmed(text.substr(begin));
        if (sign.empty() && (number == "*" || number.empty())) return VersionSet::all();
        bool wild = false;
        while (number.ends_with(".*")) {
            number.remove_suffix(2);
            wild = true;
        }
        if (dialect_ == Dialect::conda && number.ends_with('*')) {
            number.remove_suffix(1);
            wild = true;
        }
        const auto components = 1 + std::count(number.begin(), number.end(), '.');
        const auto version = parse_version(number);
        if (!version) return std::nullopt;
        return of(sign, *version, std::size_t(components), wild);
    }

    std::optional<VersionSet> of(std::string_view sign, const Version& v, std::size_t components,
                                 bool wild) const {
        if (sign == ">=") return VersionSet::between(at(v), VersionSet::highest());
        if (sign == "<=") return VersionSet::between(VersionSet::lowest(), {v, true, 0});
        if (sign == ">") return VersionSet::between(behind(v), VersionSet::highest());
        if (sign == "<") return VersionSet::between(VersionSet::lowest(), before(v));
        if (sign == "==" || sign == "===")
            return wild ? series(v, components) : VersionSet::between(at(v), {v, true, 0});
        if (sign == "!=")
            return VersionSet::all().without(wild ? series(v, components)
                                                  : VersionSet::between(at(v), {v, true, 0}));
        if (sign == "~=") return up_to_next(v, components < 2 ? 1 : components - 1);
        if (sign == "^") return up_to_next(v, caret(v, components));
        if (sign == "~") return up_to_next(v, components == 1 ? 1 : 2);
        if (sign == "=") return series(v, components);
        if (!sign.empty()) return std::nullopt;
        const bool exact = dialect_ == Dialect::pep440 || dialect_ == Dialect::poetry;
        if (wild || !exact) return series(v, components);
        return VersionSet::between(at(v), {v, true, 0});
    }

    static Cut at(const Version& v) { return {v, false, 0}; }
    /// `<2.0` leaves out the pre-releases of 2.0 too, unless it names one.
    static Cut before(const Version& v) {
        const bool plain = v.phase == 3 && v.dev == Version::never && v.post == Version::none;
        return {plain ? lowest_of(v) : v, false, 0};
    }
    /// `>2.0` leaves out 2.0.post1 too.
    static Cut behind(Version v) {
        if (v.post == Version::none) v.post = Version::never;
        return {v, true, 0};
    }

    static Version next(const Version& v, std::size_t components) {
        auto out = v;
        out.release.resize(components, 0);
        ++out.release.back();
        return lowest_of(out);
    }
    static VersionSet series(const Version& v, std::size_t components) {
        auto low = v;
        low.release.resize(components, 0);
        return VersionSet::between(at(lowest_of(low)), at(next(v, components)));
    }
    static VersionSet up_to_next(const Version& v, std::size_t components) {
        return VersionSet::between(at(v), at(next(v, components)));
    }
    /// `^0.2.3` goes up to 0.3: the first number that is not zero counts.
    static std::size_t caret(const Version& v, std::size_t components) {
        for (std::size_t i = 0; i < v.release.size(); ++i)
            if (v.release[i] != 0) return i + 1;
        return components;
    }

    std::string_view text_;
    Dialect dialect_;
};

std::optional<VersionSet> VersionSet::parse(std::string_view text, Dialect dialect) {
    return SetReader(trimmed(text), dialect).read();
}

std::optional<Claim> parse_claim(std::string_view text) {
    const auto sign = text.find_first_of("<>=!~ ");
    if (sign == 0 || sign == std::string_view::npos) return std::nullopt;
    auto set = VersionSet::parse(text.substr(sign));
    if (!set) return std::nullopt;
    return Claim{std::string(trimmed(text.substr(0, sign))), std::move(*set), std::string(text)};
}

}  // namespace trainlint::engine
