#include "engine/versions.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

#include "engine/characters.hpp"

namespace trainlint::engine {

namespace {

std::strong_ordering compare_releases(const std::vector<std::int64_t>& a,
                                      const std::vector<std::int64_t>& b) {
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
        const auto left = i < a.size() ? a[i] : 0, right = i < b.size() ? b[i] : 0;
        if (left != right) return left <=> right;
    }
    return std::strong_ordering::equal;
}

class VersionReader {
public:
    explicit VersionReader(std::string_view text) : text_(text) {}

    std::optional<Version> read() {
        take_any("vV");
        if (!read_release()) return std::nullopt;
        read_phase();
        if (!read_post()) return std::nullopt;
        read_dev();
        if (at_ < text_.size() && text_[at_] == '+') at_ = text_.size();
        if (at_ != text_.size() || bad_) return std::nullopt;
        while (!version_.release.empty() && version_.release.back() == 0)
            version_.release.pop_back();
        if (version_.phase == 3 && version_.dev != Version::never && version_.post == Version::none)
            version_.phase = -1;
        return version_;
    }

private:
    bool take_any(std::string_view characters) {
        if (at_ == text_.size() || characters.find(text_[at_]) == std::string_view::npos)
            return false;
        ++at_;
        return true;
    }

    /// A word in any case, with a separator before and behind it.
    bool take_word(std::string_view word) {
        const auto before = at_;
        take_any("._-");
        if (text_.size() - at_ >= word.size()) {
            const auto equal = std::equal(
                word.begin(), word.end(), text_.begin() + long(at_),
                [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
            if (equal) {
                at_ += word.size();
                return true;
            }
        }
        at_ = before;
        return false;
    }

    std::int64_t number(std::int64_t missing) {
        const auto before = at_;
        take_any("._-");
        if (at_ == text_.size() || !is_digit(text_[at_])) {
            at_ = before;
            return missing;
        }
        std::int64_t value = 0;
        const auto [end, error] =
            std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        if (error != std::errc{} || value == Version::never) bad_ = true;
        at_ = static_cast<std::size_t>(end - text_.data());
        return value;
    }

    bool read_release() {
        for (;;) {
            if (at_ == text_.size() || !is_digit(text_[at_])) return false;
            version_.release.push_back(number(0));
            if (version_.release.size() == 1 && take_any("!")) {
                version_.epoch = version_.release.front();
                version_.release.clear();
                continue;
            }
            const bool more =
                at_ + 1 < text_.size() && text_[at_] == '.' && is_digit(text_[at_ + 1]);
            if (!more) return version_.release.size() < 32;
            ++at_;
        }
    }

    void read_phase() {
        using Word = std::pair<std::string_view, std::int8_t>;
        static constexpr std::array<Word, 8> words{{{"alpha", 0},
                                                    {"a", 0},
                                                    {"beta", 1},
                                                    {"b", 1},
                                                    {"preview", 2},
                                                    {"pre", 2},
                                                    {"rc", 2},
                                                    {"c", 2}}};
        for (const auto& [word, phase] : words)
            if (take_word(word)) {
                version_.phase = phase;
                version_.phase_number = number(0);
                return;
            }
    }

    bool read_post() {
        if (take_word("post") || take_word("rev") || take_word("r")) {
            version_.post = number(0);
        } else if (at_ + 1 < text_.size() && text_[at_] == '-' && is_digit(text_[at_ + 1])) {
            version_.post = number(0);
        }
        return true;
    }

    void read_dev() {
        if (take_word("dev")) version_.dev = number(0);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    bool bad_ = false;
    Version version_;
};

}  // namespace

std::strong_ordering operator<=>(const Version& a, const Version& b) {
    if (const auto order = a.epoch <=> b.epoch; order != 0) return order;
    if (const auto order = compare_releases(a.release, b.release); order != 0) return order;
    if (const auto order = a.phase <=> b.phase; order != 0) return order;
    if (const auto order = a.phase_number <=> b.phase_number; order != 0) return order;
    if (const auto order = a.post <=> b.post; order != 0) return order;
    return a.dev <=> b.dev;
}

std::optional<Version> parse_version(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return VersionReader(text).read();
}

}  // namespace trainlint::engine
