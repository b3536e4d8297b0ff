/// Reading the scanner's text, which ends without padding. Private to this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "frontends/python/lexer.hpp"

namespace trainlint::python {

/// A text of which any offset may be asked: behind its end there are zeros.
class ScannedText {
public:
    explicit ScannedText(std::string_view text)
        : data_(text.data()), size_(static_cast<std::uint32_t>(text.size())) {}

    [[nodiscard]] std::uint32_t size() const { return size_; }
    [[nodiscard]] const char* data() const { return data_; }
    [[nodiscard]] char operator[](std::uint32_t at) const { return at < size_ ? data_[at] : '\0'; }

    /// Behind the blanks at `at`.
    [[nodiscard]] std::uint32_t skip_blanks(std::uint32_t at) const;
    [[nodiscard]] std::uint32_t name_end(std::uint32_t at) const;
    /// The keyword at `at`, or `name` if there is another word or none.
    [[nodiscard]] TokenKind keyword(std::uint32_t at) const;
    /// Whether the line at `at` begins with a keyword that never stands in brackets.
    [[nodiscard]] bool begins_statement(std::uint32_t at) const;
    [[nodiscard]] bool is_line_end(std::uint32_t at) const {
        return (*this)[at] == '\n' || (*this)[at] == '\r';
    }
    /// Three of its quotes stand at `at`.
    [[nodiscard]] bool is_triple(std::uint32_t at) const {
        return (*this)[at + 1] == (*this)[at] && (*this)[at + 2] == (*this)[at];
    }

    /// Behind the literal whose quote stands at `at`; none if it is not closed.
    [[nodiscard]] std::optional<std::uint32_t> literal_end(std::uint32_t at) const;
    /// Whether the quote at `at` begins a literal with fields.
    [[nodiscard]] bool has_fields(std::uint32_t quote) const;
    /// Behind such a literal, fields and all; none if it is not closed, or too deep to tell.
    [[nodiscard]] std::optional<std::uint32_t> formatted_end(std::uint32_t quote,
                                                             unsigned depth = 0) const;

private:
    [[nodiscard]] std::optional<std::uint32_t> field_end(std::uint32_t brace, unsigned depth) const;
    [[nodiscard]] std::optional<std::uint32_t> spec_end(std::uint32_t at, unsigned depth) const;
    [[nodiscard]] std::uint32_t after_escape(std::uint32_t backslash) const;

    const char* data_;
    std::uint32_t size_;
};

}  // namespace trainlint::python
