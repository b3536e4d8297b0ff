#include "frontends/structured/scalars.hpp"

#include <algorithm>
#include <utility>

#include "frontends/structured/scalar_sinks.hpp"
#include "syntax/json_reader.hpp"

namespace trainlint::structured {
namespace {

Scalar json_scalar(std::string_view text, text::Span scalar) {
    StretchSink sink{text, {}};
    syntax::json::Stretches stretches(text, scalar);
    syntax::json::Stretch stretch;
    while (stretches.next(stretch)) {
        if (stretch.escape) {
            sink.atom(stretch.origin, stretch.meaning);
        } else {
            sink.same(stretch.origin);
        }
    }
    sink.scalar.like.spelling = text::Spelling::json_string;
    sink.scalar.like.quote = '"';
    return std::move(sink.scalar);
}

std::uint16_t block_indent(const Tree& tree, std::uint32_t scalar) {
    const auto before = [](const BlockIndent& block, std::uint32_t at) {
        return block.scalar < at;
    };
    const auto& blocks = tree.block_indents;
    const auto found = std::lower_bound(blocks.begin(), blocks.end(), scalar, before);
    return found != blocks.end() && found->scalar == scalar ? found->columns : 0;
}

}  // namespace

Scalar take_apart(std::string_view text, text::Language language, const Tree& tree,
                  text::Span scalar) {
    switch (language) {
        case text::Language::json:
            return json_scalar(text, scalar);
        case text::Language::toml:
            return toml_scalar(text, scalar);
        default:
            return yaml_scalar(text, scalar, block_indent(tree, scalar.begin));
    }
}

}  // namespace trainlint::structured
