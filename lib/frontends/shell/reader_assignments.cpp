// Assignments and arrays.
#include <algorithm>

#include "frontends/shell/reader_state.hpp"

namespace trainlint::shell {

/// `name=`, `name+=`, `name[subscript]=`; at the first character of a word.
bool Reader::find_assignment(Target& target) {
    if (!is_name_start(peek())) return false;
    At at = at_ + 1;
    while (is_name_character(character(at))) ++at;
    target.name = {at_, at};
    if (character(at) == '[') {
        const At close = matching_bracket(at);
        if (close == 0) return false;
        target.subscript = at;
        at = close + 1;
    }
    if (character(at) == '+') {
        target.append = true;
        ++at;
    }
    if (character(at) != '=') return false;
    target.value = at + 1;
    return true;
}

Index Reader::read_assignment(const Target& target) {
    AssignmentNode assignment{.name = target.name, .append = target.append};
    note_change(Change::Kind::variable, target.name);
    if (target.subscript != 0) {
        at_ = target.subscript + 1;
        assignment.subscript = read_until(']', ']', true);
    }
    at_ = target.value;
    if (peek() == '(')
        read_elements(assignment);
    else
        assignment.value = read_word();
    assignment.span = {target.name.begin, at_};
    tree_.assignments.push_back(assignment);
    return static_cast<Index>(tree_.assignments.size() - 1);
}

/// `(a "b c" [3]=d)`, over several lines if need be.
void Reader::read_elements(AssignmentNode& assignment) {
    const At begin = at_++;
    assignment.array = true;
    const std::size_t mark = elements_.size();
    for (;;) {
        skip_to_command();
        if (at_end() || is_full() || peek() == ')') break;
        const At before = at_;
        ElementNode element;
        if (peek() == '[') {
            const At close = matching_bracket(at_);
            if (close != 0 && character(close + 1) == '=') {
                ++at_;
                element.subscript = read_until(']', ']', true);
                at_ = close + 2;
            }
        }
        element.value = read_word();
        elements_.push_back(element);
        if (at_ > before) continue;
        fault("this was not understood", {at_, at_ + 1});
        ++at_;
    }
    assignment.elements = commit(elements_, mark, tree_.elements);
    if (peek() == ')')
        ++at_;
    else
        fault("a parenthesis that is not closed", {begin, begin + 1});
}

}  // namespace trainlint::shell
