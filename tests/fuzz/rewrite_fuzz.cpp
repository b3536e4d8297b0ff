// Any derivation, any stretch, any new text: an edit makes the stretch read the new text through
// all levels, or there is none; every place lies in the document.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "../text/strings.hpp"
#include "text/edits.hpp"
#include "text/spelling.hpp"

using namespace trainlint::text;
using strings::Choose;
using strings::Layer;
using Shared = std::shared_ptr<const Fragment>;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

/// The fuzzer's bytes, used up one by one; then zeros.
class Input {
public:
    Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

    std::uint32_t choose(std::uint32_t bound) {
        if (bound <= 1) return 0;
        std::uint32_t value = next();
        if (bound > 256) value = value << 8 | next();
        return value % bound;
    }
    std::string text(std::size_t most) {
        std::string out;
        for (auto count = choose(static_cast<std::uint32_t>(most) + 1); count > 0; --count) {
            out += static_cast<char>(next());
        }
        return out;
    }

private:
    std::uint8_t next() {
        if (at_ >= size_) return 0;
        return data_[at_++];
    }
    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

Shared read_all(std::string document, const std::vector<Layer>& layers) {
    Shared fragment = Fragment::of_document(DocumentId{7}, Language::unknown, std::move(document));
    for (const Layer& layer : layers) {
        fragment = fragment ? strings::read(fragment, layer) : nullptr;
    }
    return fragment;
}

Span choose_span(Input& input, std::size_t size) {
    const auto end = static_cast<std::uint32_t>(size);
    const std::uint32_t begin = input.choose(end + 1);
    return {begin, begin + input.choose(end - begin + 1)};
}

void check_places(const Fragment& fragment, std::size_t size) {
    const auto end = static_cast<std::uint32_t>(fragment.text().size());
    for (std::uint32_t at = 0; at <= end; ++at) {
        const Span span = fragment.place({at, at + 1}).span;
        require(span.begin <= span.end && span.end <= size);
    }
}

/// Strings of real spellings inside each other.
void check_strings(Input& input) {
    const Choose choose = [&input](std::uint32_t bound) { return input.choose(bound); };
    std::vector<Layer> layers;
    std::string document;
    std::string text;
    for (std::uint32_t depth = 1 + input.choose(3); depth > 0; --depth) {
        const Layer layer = strings::choose_layer(choose);
        if (layers.empty()) document = text = strings::choose_text(choose, layer);
        auto written = strings::write(document, layer, choose);
        if (!written) break;
        document = std::move(*written);
        layers.insert(layers.begin(), layer);
    }
    if (layers.empty()) return;
    const Shared fragment = read_all(document, layers);
    require(fragment && fragment->text() == text);
    check_places(*fragment, document.size());
    const Span span = choose_span(input, text.size());
    const std::string fresh =
        input.choose(2) == 0 ? input.text(12) : strings::choose_text(choose, layers.back());
    const auto outcome = fragment->rewrite(span, fresh);
    if (std::holds_alternative<Refusal>(outcome)) return;
    // The independent reader knows no escapes for what is not UTF-8 or beyond 16 bits.
    const auto edited = apply_edits(document, {&std::get<Edit>(outcome), 1});
    require(edited.has_value());
    if (fresh.find_first_of("\r\x85\x80\x81\xEF\xE2\xC2") != std::string::npos) return;
    const Shared again = read_all(*edited, layers);
    require(again && again->text() == text.substr(0, span.begin) + fresh + text.substr(span.end));
}

Piece choose_piece(Input& input) {
    Piece piece;
    piece.spelling = static_cast<Spelling>(input.choose(15));
    piece.quote = "\0\"'$"[input.choose(4)];
    piece.raw = input.choose(2) == 1;
    piece.triple = input.choose(2) == 1;
    piece.formatted = input.choose(2) == 1;
    piece.indent = static_cast<std::uint16_t>(input.choose(4));
    return piece;
}

/// Pieces that fit nothing: no edit has to be right, but none may lie outside of the document.
void check_anything(Input& input) {
    const std::string document = input.text(200);
    Shared fragment = Fragment::of_document(DocumentId{7}, Language::unknown, document);
    for (std::uint32_t depth = 1 + input.choose(3); depth > 0; --depth) {
        Derivation out(Language::shell, fragment);
        for (std::uint32_t count = input.choose(8); count > 0; --count) {
            const Span origin = choose_span(input, fragment->text().size() + 2);
            switch (input.choose(4)) {
                case 0:
                    out.copy(origin, choose_piece(input));
                    break;
                case 1:
                    out.copy(origin, choose_piece(input), input.text(5));
                    break;
                case 2:
                    out.hole(origin, trainlint::no_symbol);
                    break;
                default:
                    out.insert(input.text(3));
            }
        }
        fragment = out.finish();
    }
    check_places(*fragment, document.size());
    const Span span = choose_span(input, fragment->text().size() + 2);
    const auto outcome = fragment->rewrite(span, input.text(8));
    if (const auto* edit = std::get_if<Edit>(&outcome)) {
        require(apply_edits(document, {edit, 1}).has_value());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    if (input.choose(4) == 0) {
        check_anything(input);
    } else {
        check_strings(input);
    }
    return 0;
}
