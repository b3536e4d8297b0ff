// Compound commands.
#include <algorithm>

#include "frontends/shell/reader_state.hpp"

namespace trainlint::shell {

Index Reader::read_compound(Keyword keyword) {
    switch (keyword) {
        case Keyword::if_word: return read_branch();
        case Keyword::while_word: return read_loop(false);
        case Keyword::until_word: return read_loop(true);
        case Keyword::for_word: return read_for(false);
        case Keyword::select_word: return read_for(true);
        case Keyword::case_word: return read_choose();
        case Keyword::function_word: return read_function_keyword();
        case Keyword::coproc_word: return read_coprocess();
        case Keyword::open_brace: return read_group();
        case Keyword::test: return read_test();
        default: return read_simple();
    }
}

Index Reader::read_parenthesised() {
    const At begin = at_;
    if (peek(1) == '(') {
        const At close = arithmetic_end(at_ + 2);
        if (close != 0) return read_arithmetic_command(close);
    }
    Node node{.kind = Node::Kind::subshell};
    ++at_;
    {
        const Expecting paren(*this, Closer::paren);
        node.first = read_list(Stops(Closer::paren));
    }
    if (peek() == ')')
        ++at_;
    else
        fault("a parenthesis that is not closed", {begin, begin + 1});
    read_redirections_after_compound(node);
    return finish(node, begin);
}

Index Reader::read_arithmetic_command(At close) {
    const At begin = at_;
    Node node{.kind = Node::Kind::arithmetic};
    node.first = read_expression_word(at_ + 2, close);
    at_ = close + 2;
    return finish(node, begin);
}

Index Reader::read_group() {
    const At begin = at_++;
    Node node{.kind = Node::Kind::group};
    {
        const Expecting brace(*this, Closer::brace);
        node.first = read_list(Stops(Closer::brace));
    }
    expect(Keyword::close_brace, 1, "a `{` without its `}`", {begin, begin + 1});
    read_redirections_after_compound(node);
    return finish(node, begin);
}

Index Reader::read_branch() {
    const At begin = at_;
    const text::Span opener{begin, begin + 2};
    at_ += 2;
    Node node{.kind = Node::Kind::branch};
    const std::size_t mark = links_.size();
    {
        const Expecting fi(*this, Closer::fi_word);
        bool more = true;
        while (more) {
            {
                const Expecting then(*this, Closer::then_word);
                const Index condition = read_list(Stops(Closer::then_word));
                links_.push_back(condition);
            }
            expect(Keyword::then_word, 4, "an `if` without `then`", opener);
            const Expecting elif(*this, Closer::elif_word);
            const Expecting otherwise(*this, Closer::else_word);
            const Index body = read_list(Stops(Closer::fi_word));
            links_.push_back(body);
            more = take_keyword(Keyword::elif_word, 4);
        }
        if (take_keyword(Keyword::else_word, 4)) {
            const Index body = read_list(Stops(Closer::fi_word));
            links_.push_back(body);
        }
    }
    expect(Keyword::fi_word, 2, "an `if` without `fi`", opener);
    node.parts = commit(links_, mark, tree_.links);
    read_redirections_after_compound(node);
    return finish(node, begin);
}

/// `do list done`, or `{ list }`, which bash takes as well.
Index Reader::read_do_body() {
    skip_to_command();
    const At begin = at_;
    const bool braces = take_keyword(Keyword::open_brace, 1);
    const Closer closer = braces ? Closer::brace : Closer::done_word;
    const text::Span opener{begin, std::min(begin + (braces ? 1 : 2), end_)};
    if (!braces) expect(Keyword::do_word, 2, "a loop without `do`", {begin, begin});
    const Expecting done(*this, closer);
    const Index body = read_list(Stops(closer));
    if (braces)
        expect(Keyword::close_brace, 1, "a `{` without its `}`", opener);
    else
        expect(Keyword::done_word, 4, "a `do` without `done`", opener);
    return body;
}

Index Reader::read_loop(bool until) {
    const At begin = at_;
    at_ += 5;
    Node node{.kind = Node::Kind::loop, .until = until};
    node.changes.first = static_cast<Index>(tree_.changes.size());
    {
        const Expecting body(*this, Closer::do_word);
        node.first = read_list(Stops(Closer::do_word));
    }
    node.second = read_do_body();
    node.changes.count = static_cast<Index>(tree_.changes.size()) - node.changes.first;
    read_redirections_after_compound(node);
    return finish(node, begin);
}

Index Reader::read_for(bool select) {
    const At begin = at_;
    at_ += select ? 6 : 3;
    skip_blanks();
    if (!select && peek() == '(' && peek(1) == '(') return read_counting_for(begin);
    Node node{.kind = Node::Kind::for_each};
    node.changes.first = static_cast<Index>(tree_.changes.size());
    node.name.begin = at_;
    while (is_name_character(peek())) ++at_;
    node.name.end = at_;
    if (node.name.size() == 0) fault("a `for` without a name", {begin, begin + 3});
    read_further_names();
    read_for_words(node);
    note_change(Change::Kind::variable, node.name);
    node.second = read_do_body();
    node.changes.count = static_cast<Index>(tree_.changes.size()) - node.changes.first;
    read_redirections_after_compound(node);
    return finish(node, begin);
}

/// `for key value in ...` is zsh's.
void Reader::read_further_names() {
    for (;;) {
        At at = at_;
        while (at < end_ && (text_[at] == ' ' || text_[at] == '\t')) ++at;
        At name_end = at;
        while (name_end < end_ && is_name_character(text_[name_end])) ++name_end;
        const auto name = text_.substr(at, name_end - at);
        if (name.empty() || name == "in" || name == "do") return;
        note_change(Change::Kind::variable, {at, name_end});
        at_ = name_end;
    }
}

void Reader::read_for_words(Node& node) {
    skip_to_command();
    const auto rest = text_.substr(at_, end_ - at_);
    const std::size_t mark = links_.size();
    node.all_parameters = !(rest.starts_with("in") && !is_name_character(peek(2)));
    if (!node.all_parameters) {
        at_ += 2;
        for (;;) {
            skip_blanks();
            if (at_end() || is_full() || is_line_end(at_) || peek() == ';') break;
            if (peek() == '#') {
                skip_comment();
                break;
            }
            const At before = at_;
            const Index word = read_word();
            links_.push_back(word);
            if (at_ > before) continue;
            fault("this was not understood", {at_, at_ + 1});
            at_ = logical_line_end(at_);
            break;
        }
    }
    node.parts = commit(links_, mark, tree_.links);
    if (peek() == ';') ++at_;
}

Index Reader::read_counting_for(At begin) {
    Node node{.kind = Node::Kind::count};
    node.changes.first = static_cast<Index>(tree_.changes.size());
    const At close = arithmetic_end(at_ + 2);
    if (close != 0) {
        node.first = read_expression_word(at_ + 2, close);
        at_ = close + 2;
    } else {
        fault("a parenthesis that is not closed", {at_, at_ + 2});
        at_ = logical_line_end(at_);
    }
    skip_blanks();
    if (peek() == ';') ++at_;
    node.second = read_do_body();
    node.changes.count = static_cast<Index>(tree_.changes.size()) - node.changes.first;
    read_redirections_after_compound(node);
    return finish(node, begin);
}

Index Reader::read_choose() {
    const At begin = at_;
    const text::Span opener{begin, begin + 4};
    at_ += 4;
    Node node{.kind = Node::Kind::choose};
    skip_blanks();
    node.first = read_word();
    skip_to_command();
    const bool has_in = text_.substr(at_, end_ - at_).starts_with("in") && !is_name_character(peek(2));
    if (has_in)
        at_ += 2;
    else
        fault("a `case` without `in`", opener);
    const std::size_t mark = arms_.size();
    {
        const Expecting esac(*this, Closer::esac_word);
        while (has_in && read_arm()) {
        }
    }
    expect(Keyword::esac_word, 4, "a `case` without `esac`", opener);
    node.parts = commit(arms_, mark, tree_.arms);
    read_redirections_after_compound(node);
    return finish(node, begin);
}

/// `(a | b) list ;;`; false: there is none.
bool Reader::read_arm() {
    skip_to_command();
    if (at_end() || is_full() || keyword_at(at_) == Keyword::esac_word) return false;
    Arm arm;
    const std::size_t mark = links_.size();
    const At begin = at_;
    if (peek() == '(') ++at_;
    for (;;) {
        skip_blanks();
        const At before = at_;
        const Index word = read_word();
        links_.push_back(word);
        skip_blanks();
        if (peek() != '|' || at_ == before) break;
        ++at_;
    }
    arm.patterns = commit(links_, mark, tree_.links);
    if (peek() == ')') {
        ++at_;
    } else {
        fault("a pattern of `case` without its `)`", {begin, std::min(begin + 1, end_)});
        if (closer_here() != Closer::nothing) return false;
        at_ = std::max(std::min(begin + 1, end_), logical_line_end(at_));
        return true;
    }
    {
        const Expecting end(*this, Closer::arm_end);
        arm.body = read_list(Stops(Closer::arm_end, Closer::esac_word));
    }
    if (closer_here() == Closer::arm_end) {
        const bool resumes = peek(1) == ';' && peek(2) == '&';
        arm.falls_through = resumes || peek(1) == '&';
        at_ += resumes ? 3 : 2;
    }
    arms_.push_back(arm);
    return true;
}

/// `name ()`, at the parenthesis; or `function name`, behind the name.
Index Reader::read_function(At begin, text::Span name) {
    if (peek() == '(') {
        ++at_;
        skip_blanks();
        if (peek() == ')') ++at_;
    }
    Node node{.kind = Node::Kind::function};
    node.name = name;
    node.changes.first = static_cast<Index>(tree_.changes.size());
    // Known before its body is read, which may call it.
    tree_.functions.push_back(none);
    const std::size_t slot = tree_.functions.size() - 1;
    skip_to_command();
    const bool compound = peek() == '(' || keyword_at(at_) != Keyword::other;
    if (!compound) fault("a function without a body", name);
    if (!at_end() && closer_here() == Closer::nothing) node.first = read_command();
    node.changes.count = static_cast<Index>(tree_.changes.size()) - node.changes.first;
    const Index index = finish(node, begin);
    tree_.functions[slot] = index;
    return index;
}

/// `coproc [name] command`
Index Reader::read_coprocess() {
    at_ += 6;
    skip_blanks();
    At next = at_;
    while (is_name_character(character(next))) ++next;
    const bool name = next > at_ && (character(next) == ' ' || character(next) == '\t');
    while (name && (character(next) == ' ' || character(next) == '\t')) ++next;
    const bool compound = character(next) == '(' || keyword_at(next) == Keyword::open_brace;
    if (name && compound && keyword_at(at_) == Keyword::other) at_ = next;
    return read_command();
}

Index Reader::read_function_keyword() {
    const At begin = at_;
    at_ += 8;
    skip_blanks();
    const At name = at_;
    constexpr std::string_view ends = " \t\r\n;|&()<>{}";
    while (!at_end() && ends.find(text_[at_]) == std::string_view::npos) ++at_;
    const At name_end = at_;
    skip_blanks();
    return read_function(begin, {name, name_end});
}

/// [[ ... ]]: words and operators alike become words.
Index Reader::read_test() {
    const At begin = at_;
    at_ += 2;
    Node node{.kind = Node::Kind::test};
    const std::size_t mark = links_.size();
    bool regex = false;
    bool closed = false;
    while (!closed) {
        skip_to_command();
        const auto rest = text_.substr(at_, end_ - at_);
        if (rest.empty() || is_full() || peek() == ';') break;
        if (keyword_at(at_) == Keyword::then_word || keyword_at(at_) == Keyword::do_word) break;
        const At before = at_;
        const std::size_t pieces = pieces_.size();
        if (regex) {
            const Index word = read_regex();
            links_.push_back(word);
        } else if (rest.starts_with("]]")) {
            at_ += 2;
            closed = true;
            break;
        } else if (rest.starts_with("&&") || rest.starts_with("||")) {
            at_ += 2;
        } else if (peek() == '(' || peek() == ')' || peek() == '<' || peek() == '>' ||
                   peek() == '&' || peek() == '|') {
            if (peek() == '&' || peek() == '|') fault("this was not understood", {at_, at_ + 1});
            ++at_;
        } else {
            const Index word = read_word();
            links_.push_back(word);
            regex = view({before, at_}) == "=~";
            if (at_ > before) continue;
            ++at_;
        }
        if (!regex) {
            push(Piece::Kind::text, Quoting::unquoted, {before, at_});
            const Index word = commit_word(before, pieces);
            links_.push_back(word);
        }
        regex = false;
    }
    if (!closed) fault("a `[[` without its `]]`", {begin, begin + 2});
    node.parts = commit(links_, mark, tree_.links);
    read_redirections_after_compound(node);
    return finish(node, begin);
}

}  // namespace trainlint::shell
