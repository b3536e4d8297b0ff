/// Actions of a template engine (Go, Jinja, GitHub's expressions) inside data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "trainlint/text.hpp"

namespace trainlint::structured {

/// Finds `{{ x }}`, `{% if x %}` and `{# note #}` in a text. An action that is never closed is
/// none.
class TemplateActions {
public:
    explicit TemplateActions(std::string_view text) : text_(text) {}

    /// The first one that begins in [from, to) and ends there, with the `$` of `${{ x }}`.
    std::optional<text::Span> next(std::uint32_t from, std::uint32_t to);
    /// Where the action that begins at `at` ends; none: there is none, or it ends after `limit`.
    std::optional<std::uint32_t> end_of(std::uint32_t at, std::uint32_t limit);

private:
    // The next closing mark for queries in [from, found]: else each opening one searches anew.
    struct Close {
        std::size_t from = 1;
        std::size_t found = 0;
    };
    std::string_view text_;
    Close closes_[3];
};

/// What a template line does to the lines after it.
enum class Control : std::uint8_t { none, begin, end };

/// `{{- if x }}`, `{% for x in y %}`: begin; `{{ end }}`, `{% endif %}`: end.
[[nodiscard]] Control control_of(std::string_view action);
/// Whether it writes something in its place: not a condition, comment or assignment.
[[nodiscard]] bool writes_output(std::string_view action);
/// The columns that `| nindent 8` puts before what the action writes.
[[nodiscard]] std::optional<std::uint32_t> indentation_of(std::string_view action);

/// Puts text::hole_text in the place of each action. False: there was none, nor a hole before.
bool replace_templates(std::string& text);

}  // namespace trainlint::structured
