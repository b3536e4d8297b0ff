#include "frontends/python/comments.hpp"

#include <algorithm>
#include <functional>

#include "frontends/python/scanner.hpp"

namespace trainlint::python {

std::vector<facts::Comment> directives(std::string_view text) {
    constexpr std::string_view mark = "trainlint:";
    static const std::boyer_moore_horspool_searcher search(mark.begin(), mark.end());
    std::vector<facts::Comment> found;
    // One search of the text tells for almost every file that there is none.
    if (std::search(text.begin(), text.end(), search) == text.end()) return found;
    Outline outline;
    scan(text, outline);
    for (const auto span : outline.comments) {
        auto comment = text.substr(span.begin, span.size());
        if (comment.find(mark) == std::string_view::npos) continue;
        const auto begin = comment.find_first_not_of("# \t");
        const auto end = comment.find_last_not_of(" \t\r\n");
        found.push_back({std::string(comment.substr(begin, end + 1 - begin)), span});
    }
    return found;
}

}  // namespace trainlint::python
