/// Commands for tests, from words apart by blanks; `$NAME` is a variable that nobody knows.
#pragma once

#include <sstream>
#include <string>

#include "trainlint/facts.hpp"
#include "trainlint/names.hpp"

namespace trainlint::tests {

inline facts::Word word_of(Names& names, const std::shared_ptr<const text::Fragment>& fragment,
                           const std::string& written, std::uint32_t begin) {
    facts::Word word;
    word.span = {begin, begin + static_cast<std::uint32_t>(written.size())};
    word.at = fragment->place(word.span);
    for (std::size_t i = 0; i < written.size();) {
        const auto at = begin + static_cast<std::uint32_t>(i);
        facts::Part part;
        part.span.begin = static_cast<std::uint32_t>(word.text.size());
        if (written[i] == '$') {
            auto end = i + 1;
            while (end < written.size() && (std::isalnum(static_cast<unsigned char>(written[end])) ||
                                            written[end] == '_'))
                ++end;
            const auto length = static_cast<std::uint32_t>(end - i);
            part.expansion = facts::Expansion{names.intern(written.substr(i + 1, end - i - 1)),
                                              facts::Stage::batch_shell,
                                              fragment->place({at, at + length})};
            part.origin = facts::Origin::unknown;
            word.text += text::hole_text;
            i = end;
        } else {
            const auto end = std::min(written.find('$', i), written.size());
            word.text += written.substr(i, end - i);
            part.fragment = fragment;
            part.source = {at, begin + static_cast<std::uint32_t>(end)};
            part.at = fragment->place(part.source);
            i = end;
        }
        part.span.end = static_cast<std::uint32_t>(word.text.size());
        word.parts.push_back(part);
    }
    return word;
}

inline facts::Command command_of(Names& names, const std::string& line) {
    facts::Command command;
    command.fragment =
        text::Fragment::of_document(text::DocumentId{0}, text::Language::shell, line);
    command.span = {0, static_cast<std::uint32_t>(line.size())};
    for (std::size_t begin = 0; begin < line.size();) {
        auto end = std::min(line.find(' ', begin), line.size());
        if (end > begin)
            command.words.push_back(word_of(names, command.fragment, line.substr(begin, end - begin),
                                            static_cast<std::uint32_t>(begin)));
        begin = end + 1;
    }
    return command;
}

}  // namespace trainlint::tests
