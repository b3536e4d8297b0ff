/// Where the decoders of scalars put what they read.
#pragma once

#include <string>
#include <string_view>

#include "frontends/structured/scalars.hpp"

namespace trainlint::structured {

/// Keeps the meaning alone.
struct MeaningSink {
    std::string_view text;
    std::string meaning;

    void same(text::Span origin) { meaning.append(text.substr(origin.begin, origin.size())); }
    void atom(text::Span, std::string_view decoded) { meaning.append(decoded); }
};

/// Keeps the places too.
struct StretchSink {
    std::string_view text;
    Scalar scalar;

    void same(text::Span origin) {
        if (origin.size() == 0) return;
        scalar.text.append(text.substr(origin.begin, origin.size()));
        scalar.stretches.push_back({origin, origin.size(), true});
    }
    void atom(text::Span origin, std::string_view decoded) {
        scalar.text.append(decoded);
        scalar.stretches.push_back({origin, static_cast<std::uint32_t>(decoded.size()), false});
    }
};

}  // namespace trainlint::structured
