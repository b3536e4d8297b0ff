// Any bytes as a notebook: nothing crashes, and every place lies in the document.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "frontends/notebook/cells.hpp"
#include "frontends/notebook/state.hpp"
#include "syntax/json_reader.hpp"

using namespace trainlint;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void check_tree(std::string_view text) {
    const auto tree = syntax::json::read(text);
    for (const auto& node : tree.nodes) {
        require(node.span.begin <= node.span.end && node.span.end <= text.size());
        require(node.key.begin <= node.key.end && node.key.end <= text.size());
    }
}

void check_fragment(const text::Fragment& fragment, std::size_t size) {
    const auto end = static_cast<std::uint32_t>(fragment.text().size());
    for (std::uint32_t at = 0; at < end; at += 1 + end / 50) {
        const auto place = fragment.place({at, at + 1});
        require(place.span.begin <= place.span.end && place.span.end <= size);
        (void)fragment.rewrite({at, at + 1}, "\"x\"\n");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    check_tree(text);
    Names names;
    frontends::Stated stated;
    notebook::state(text::Fragment::of_document({}, text::Language::notebook, text), {}, names,
                    stated);
    for (const auto& derived : stated.derived) check_fragment(*derived.fragment, size);
    const notebook::CellIndex index(text);
    for (std::uint32_t at = 0; at <= size; at += 13) (void)index.at(at);
    for (const auto span : notebook::sources(text)) require(span.end <= size);
    return 0;
}
