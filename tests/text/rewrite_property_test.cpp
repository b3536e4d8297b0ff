#include <catch2/catch.hpp>
#include <random>

#include "strings.hpp"
#include "text/edits.hpp"
#include "text/spelling.hpp"

using namespace trainlint;
using namespace trainlint::text;
using strings::Choose;
using strings::Layer;

namespace {

Choose choices(std::uint32_t seed) {
    auto random = std::make_shared<std::mt19937>(seed);
    return
        [random](std::uint32_t bound) { return static_cast<std::uint32_t>((*random)() % bound); };
}

using Shared = std::shared_ptr<const Fragment>;

Shared read_all(std::string document, const std::vector<Layer>& layers) {
    Shared fragment = Fragment::of_document(DocumentId{7}, Language::unknown, std::move(document));
    for (const Layer& layer : layers) {
        fragment = fragment ? strings::read(fragment, layer) : nullptr;
    }
    return fragment;
}

/// Layers from the outside inwards, with a document that holds the text inside of them all.
struct Nested {
    std::vector<Layer> layers;
    std::string document;
    std::string text;
};

Nested choose_nested(const Choose& choose) {
    Nested nested;
    const std::uint32_t depth = 1 + choose(3);
    for (std::uint32_t i = 0; i < depth; ++i) {
        const Layer layer = strings::choose_layer(choose);
        if (i == 0) nested.document = nested.text = strings::choose_text(choose, layer);
        auto written = strings::write(nested.document, layer, choose);
        if (!written) break;
        nested.document = std::move(*written);
        nested.layers.insert(nested.layers.begin(), layer);
    }
    return nested;
}

std::string hex(std::string_view text) {
    std::string out;
    for (const unsigned char c : text) {
        if (c < ' ' || c > '~')
            out += "\\" + std::to_string(c) + ";";
        else
            out += static_cast<char>(c);
    }
    return out;
}

}  // namespace

TEST_CASE("an edit makes the stretch read the new text, through all levels") {
    std::size_t edits = 0;
    std::size_t refusals = 0;
    for (std::uint32_t seed = 0; seed < 20000; ++seed) {
        const Choose choose = choices(seed);
        const Nested nested = choose_nested(choose);
        if (nested.layers.empty()) continue;
        const Shared fragment = read_all(nested.document, nested.layers);
        REQUIRE(fragment);
        const std::string old(fragment->text());
        REQUIRE(old == nested.text);
        const auto size = static_cast<std::uint32_t>(old.size());
        const std::uint32_t begin = choose(size + 1);
        const Span span{begin, begin + choose(size - begin + 1)};
        std::string fresh = strings::choose_text(choose, nested.layers.back());
        if (choose(3) == 0) fresh = choose(2) == 0 ? "" : "torchrun";
        const auto outcome = fragment->rewrite(span, fresh);
        if (std::holds_alternative<Refusal>(outcome)) {
            ++refusals;
            REQUIRE_FALSE(std::get<Refusal>(outcome).why.empty());
            continue;
        }
        ++edits;
        const Edit& edit = std::get<Edit>(outcome);
        INFO("seed " << seed << "\ndocument " << hex(nested.document) << "\nreplace ["
                     << hex(old.substr(span.begin, span.size())) << "] at " << span.begin << " by ["
                     << hex(fresh) << "]\nedit " << edit.at.span.begin << "-" << edit.at.span.end
                     << " [" << hex(edit.text) << "]");
        CHECK(edit.at.document == DocumentId{7});
        const auto edited = apply_edits(nested.document, {&edit, 1});
        REQUIRE(edited);
        const Shared again = read_all(*edited, nested.layers);
        REQUIRE(again);
        REQUIRE(hex(again->text()) ==
                hex(old.substr(0, span.begin) + fresh + old.substr(span.end)));
    }
    CHECK(edits > 3 * refusals);
}

TEST_CASE("every byte stands inside the string that it comes from") {
    for (std::uint32_t seed = 0; seed < 5000; ++seed) {
        const Nested nested = choose_nested(choices(seed));
        const Shared fragment = read_all(nested.document, nested.layers);
        if (nested.layers.empty()) continue;
        const Span all =
            fragment->place({0, static_cast<std::uint32_t>(fragment->text().size())}).span;
        std::uint32_t before = 0;
        for (std::uint32_t i = 0; i < fragment->text().size(); ++i) {
            const Place place = fragment->place({i, i + 1});
            CHECK(all.contains(place.span));
            CHECK(place.span.size() >= 1);
            CHECK(place.span.begin >= before);
            before = place.span.begin;
        }
        CHECK(all.end <= nested.document.size() - nested.layers.front().after.size());
        CHECK(all.begin >= nested.layers.front().before.size());
    }
}

TEST_CASE("what is spelled reads as the text") {
    std::size_t spelled_texts = 0;
    for (std::uint32_t seed = 0; seed < 20000; ++seed) {
        const Choose choose = choices(seed);
        const Layer layer = strings::choose_layer(choose);
        const std::string text = strings::choose_text(choose, layer);
        Beside beside;
        std::string_view body = text;
        std::string lead;
        const bool block = layer.like.spelling == Spelling::yaml_block;
        const bool heredoc = layer.like.spelling == Spelling::heredoc;
        if (block || heredoc) {  // the caller has the last line break and the first indentation
            body.remove_suffix(1);
            lead.assign(layer.like.indent, block ? ' ' : '\t');
        }
        const Spelled spelled = spell(body, layer.like, beside);
        if (std::holds_alternative<Refusal>(spelled)) continue;
        if (heredoc && text.find("EOF") != std::string::npos) continue;
        ++spelled_texts;
        const std::string end = block || heredoc ? "\n" : "";
        const std::string document =
            layer.before + lead + std::get<std::string>(spelled) + end + layer.after;
        INFO("seed " << seed << " text " << hex(text) << " document " << hex(document));
        const Shared back = read_all(document, {layer});
        REQUIRE(back);
        REQUIRE(hex(back->text()) == hex(text));
    }
    CHECK(spelled_texts > 12000);
}
