#include "engine/stating.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "engine/globs.hpp"
#include "frontends/dockerfile/state.hpp"
#include "frontends/notebook/state.hpp"
#include "frontends/shell/state.hpp"
#include "frontends/structured/state.hpp"

namespace trainlint::engine {

namespace {

using text::Language;

/// Files of pictures and archives under a name of text.
bool is_binary(std::string_view text) {
    const auto head = std::min<std::size_t>(text.size(), 4096);
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return true;
    return std::memchr(text.data(), 0, head) != nullptr;
}

/// A list of records, not a config.
bool is_json_data(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos || text[first] == '[';
}

bool has_reader(Language language) {
    switch (language) {
        case Language::python:
        case Language::notebook:
        case Language::shell:
        case Language::yaml:
        case Language::json:
        case Language::toml:
        case Language::dockerfile:
            return true;
        default:
            return false;
    }
}

}  // namespace

Stating::Answer Stating::read(text::DocumentId id, std::string_view path, const FileKind& kind,
                              Reading reading) {
    std::string_view text;
    std::uint64_t stamp = 0;
    auto answer = fetch(path, kind.limit, text, stamp);
    if (answer.outcome != Outcome::stated) return answer;
    if (is_binary(text)) return {};
    if (kind.language == Language::json && kind.quiet_limit && is_json_data(text)) return {};
    answer.document = state(id, path, kind.language, text, stamp, reading);
    if (!answer.document) answer.outcome = Outcome::nothing;
    return answer;
}

Stating::Answer Stating::read_named(text::DocumentId id, std::string_view path) {
    std::string_view text;
    std::uint64_t stamp = 0;
    auto kind = classify(name_of(path));
    auto answer = fetch(path, std::max(kind.limit, std::size_t{4} << 20), text, stamp);
    if (answer.outcome != Outcome::stated) return answer;
    kind = classify_named(name_of(path), text.substr(0, 4096));
    if (is_binary(text) || kind.language == Language::unknown) return {};
    answer.document = state(id, path, kind.language, text, stamp, Reading::whole);
    if (!answer.document) answer.outcome = Outcome::nothing;
    return answer;
}

Stating::Answer Stating::fetch(std::string_view path, std::size_t limit, std::string_view& text,
                               std::uint64_t& stamp) {
    const auto begun = host_.clock();
    // A smaller buffer first: few files are large, and untouched memory costs nothing.
    auto size = std::min(limit, std::size_t{4} << 20);
    auto content = host_.read(path, {buffer(size + 1), size + 1});
    if (content.status == Content::Status::too_large && size < limit) {
        size = limit;
        content = host_.read(path, {buffer(size + 1), size + 1});
    }
    timings_.read += host_.clock() - begun;
    switch (content.status) {
        case Content::Status::absent:
            return {Outcome::absent, nullptr, {}};
        case Content::Status::too_large:
            return {Outcome::too_large, nullptr, {}};
        case Content::Status::unreadable:
            return {Outcome::unreadable, nullptr, std::move(content.why)};
        case Content::Status::read:
            break;
    }
    std::memset(memory_.get() + content.size, 0, beyond_end);
    text = {memory_.get(), content.size};
    stamp = content.stamp;
    timings_.bytes += content.size;
    return {Outcome::stated, nullptr, {}};
}

char* Stating::buffer(std::size_t size) {
    if (capacity_ < size) {
        memory_.reset();
        memory_ = std::make_unique_for_overwrite<char[]>(size + beyond_end);
        capacity_ = size;
    }
    return memory_.get();
}

bool Stating::has_trigger(std::string_view text, Language language) {
    const auto begun = host_.clock();
    const bool found = knowledge::has_trigger(text, language);
    timings_.match += host_.clock() - begun;
    return found;
}

bool Stating::has_trigger_in_copy(std::string_view text, Language language) {
    copy_.reserve(text.size() + beyond_end);
    copy_.assign(text);
    copy_.append(beyond_end, '\0');
    return has_trigger(std::string_view(copy_).substr(0, text.size()), language);
}

std::shared_ptr<link::Document> Stating::state(text::DocumentId id, std::string_view path,
                                               Language language, std::string_view text,
                                               std::uint64_t stamp, Reading reading) {
    if (language == Language::python) timings_.python_bytes += text.size();
    // Pictures in a notebook hold any short name by chance: its cells are searched, one by one.
    const bool filtered = reading == Reading::filtered && language != Language::notebook;
    if (filtered && !has_trigger(text, language)) return nullptr;
    auto document = std::make_shared<link::Document>();
    document->id = id;
    document->path = path;
    document->language = language;
    document->stamp = stamp;
    frontends::Demand demand;
    demand.stage = language == Language::python || language == Language::notebook
                       ? facts::Stage::process
                       : facts::Stage::batch_shell;
    state(text::Fragment::of_document(id, language, std::string(text)), demand, reading,
          document->stated);
    const bool empty = document->stated.size() == 1 && language == Language::notebook;
    if (empty && reading == Reading::filtered && document->stated[0].problems.empty())
        return nullptr;
    ++timings_.stated;
    return document;
}

void Stating::state(std::shared_ptr<const text::Fragment> fragment, frontends::Demand demand,
                    Reading reading, std::vector<frontends::Stated>& out) {
    const auto first = out.size();
    std::size_t bytes_left = most_derived_bytes + most_derived_times * fragment->text().size();
    run_front_end(std::move(fragment), demand, out.emplace_back());
    for (auto at = first; at < out.size() && out.size() < most_fragments; ++at)
        follow(at, reading, bytes_left, out);
}

/// Hands what a fragment derives to the readers of its languages.
void Stating::follow(std::size_t from, Reading reading, std::size_t& bytes_left,
                     std::vector<frontends::Stated>& out) {
    const auto count = out[from].derived.size();
    for (std::size_t i = 0; i < count && out.size() < most_fragments; ++i) {
        // Stays where it is when `out` grows: a Stated takes its lists along.
        static_assert(std::is_nothrow_move_constructible_v<frontends::Stated>);
        const auto& derived = out[from].derived[i];
        const auto& fragment = derived.fragment;
        if (!has_reader(fragment->language()) || fragment->depth() > deepest_fragment) continue;
        if (fragment->text().size() > bytes_left) continue;
        bytes_left -= fragment->text().size();
        const bool in_notebook = out[from].fragment->language() == Language::notebook;
        const bool program = fragment->language() == Language::python;
        frontends::Demand demand;
        if (reading == Reading::filtered && (in_notebook || program) &&
            !has_trigger_in_copy(fragment->text(), fragment->language()))
            continue;
        demand.stage = derived.stage;
        demand.environment = derived.environment;
        demand.maybe = derived.maybe;
        frontends::Stated stated;
        run_front_end(fragment, demand, stated);
        stated.parent = static_cast<std::uint32_t>(from);
        stated.inside = derived.inside;
        out.push_back(std::move(stated));
    }
}

void Stating::run_front_end(std::shared_ptr<const text::Fragment> fragment,
                            const frontends::Demand& demand, frontends::Stated& out) {
    const auto begun = host_.clock();
    const auto language = fragment->language();
    std::uint64_t* spent = &timings_.structured;
    switch (language) {
        case Language::python:
            spent = &timings_.python;
            python_.state(std::move(fragment), demand, out);
            count_python(out);
            break;
        case Language::notebook:
            spent = &timings_.notebook;
            notebook::state(std::move(fragment), demand, names_, out);
            break;
        case Language::shell:
            spent = &timings_.shell;
            shell::state(std::move(fragment), demand, names_, out);
            break;
        case Language::dockerfile:
            dockerfile::state(std::move(fragment), demand, names_, out);
            break;
        default:
            structured::state(std::move(fragment), demand, names_, out);
            break;
    }
    *spent += host_.clock() - begun;
}

void Stating::count_python(const frontends::Stated& stated) {
    if (stated.source && stated.fragment)
        timings_.python_bytes_parsed += stated.fragment->text().size();
}

}  // namespace trainlint::engine
