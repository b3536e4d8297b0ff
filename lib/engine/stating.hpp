/// From the bytes of a file to what it states: the triggers, the front end of its language, and
/// those of the text that is derived from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/classify.hpp"
#include "frontends/python/state.hpp"
#include "knowledge/triggers.hpp"
#include "link/world.hpp"
#include "trainlint/host.hpp"
#include "trainlint/names.hpp"
#include "trainlint/workspace.hpp"

namespace trainlint::engine {

/// How deep text may stand in text, and how much of it a document may hold.
inline constexpr unsigned deepest_fragment = 8;
inline constexpr std::size_t most_fragments = 10'000;
/// What a document derives in all: so much, and so many times its own size.
inline constexpr std::size_t most_derived_bytes = std::size_t{1} << 20;
inline constexpr std::size_t most_derived_times = 2;

/// Which files, and which of their functions, are read further.
enum class Reading : std::uint8_t {
    filtered,  ///< those with a trigger
    whole      ///< all
};

/// What one thread needs to state documents, used again for each.
class Stating {
public:
    Stating(Host& host, Names& names) : host_(host), names_(names), python_(names) {}

    enum class Outcome : std::uint8_t { stated, nothing, absent, too_large, unreadable };
    struct Answer {
        Outcome outcome = Outcome::nothing;
        std::shared_ptr<link::Document> document;        ///< stated
        std::string why;                                 ///< unreadable: the reason
    };
    /// Reads a file. `nothing`: no trigger in it, or no text.
    Answer read(text::DocumentId, std::string_view path, const FileKind&, Reading);
    /// The same for a file that somebody named: its first line may speak for its name.
    Answer read_named(text::DocumentId, std::string_view path);
    /// States a text that is at hand; null: no trigger in it.
    std::shared_ptr<link::Document> state(text::DocumentId, std::string_view path, text::Language,
                                          std::string_view text, std::uint64_t stamp, Reading);
    /// What a fragment states, and what is derived from it, appended to `out`.
    void state(std::shared_ptr<const text::Fragment>, frontends::Demand, Reading,
               std::vector<frontends::Stated>& out);

    /// Nanoseconds by the host's clock and counts so far.
    [[nodiscard]] const Timings& timings() const { return timings_; }

private:
    /// The text at `path` in the buffer, which is readable `beyond_end` bytes further; or why not.
    Answer fetch(std::string_view path, std::size_t limit, std::string_view& text,
                 std::uint64_t& stamp);
    char* buffer(std::size_t size);
    bool has_trigger(std::string_view text, text::Language);
    /// has_trigger for text that ends with its memory.
    bool has_trigger_in_copy(std::string_view text, text::Language);
    void run_front_end(std::shared_ptr<const text::Fragment>, const frontends::Demand&,
                       frontends::Stated&);
    void follow(std::size_t from, Reading, std::size_t& bytes_left,
                std::vector<frontends::Stated>& out);
    void count_python(const frontends::Stated&);

    Host& host_;
    Names& names_;
    python::Reader python_;
    std::unique_ptr<char[]> memory_;
    std::size_t capacity_ = 0;
    std::string copy_;
    Timings timings_;
};

}  // namespace trainlint::engine
