// Lists, pipelines, simple commands.
#include <algorithm>

#include "frontends/shell/reader_state.hpp"

namespace trainlint::shell {
namespace {

constexpr std::string_view declaring[] = {"export", "declare", "local", "readonly", "typeset"};
constexpr std::string_view naming[] = {"read", "mapfile", "getopts", "unset", "printf", "let"};

bool is_delimiter(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ';' || c == '|' || c == '&' ||
           c == '(' || c == ')' || c == '<' || c == '>';
}

}  // namespace

Index Reader::finish(Node node, At begin) {
    node.span = {begin, std::max(begin, std::min(at_, end_))};
    tree_.nodes.push_back(node);
    return static_cast<Index>(tree_.nodes.size() - 1);
}

/// Reads commands up to a closer of `stops`, or of any construct around, or the end.
Index Reader::read_list(Stops stops) {
    const std::size_t mark = entries_.size();
    for (;;) {
        skip_to_command();
        if (at_end() || is_full() || is_closed(stops)) break;
        const At before = at_;
        if (skip_stray()) continue;
        const Index node = read_pipeline();
        if (node != none) {
            const auto kind = tree_.nodes[node].kind;
            entries_.push_back({node, read_connector(kind != Node::Kind::simple)});
        }
        if (at_ == before && !at_end()) {
            fault("this was not understood", {at_, at_ + 1});
            ++at_;
        }
    }
    if (full_) at_ = end_;
    if (entries_.size() > mark) {
        const auto last = entries_.back().after;
        if (last == Connector::both || last == Connector::either)
            fault("no command behind `&&` or `||`", {at_, at_});
    }
    tree_.lists.push_back(commit(entries_, mark, tree_.entries));
    return static_cast<Index>(tree_.lists.size() - 1);
}

Closer Reader::closer_here() const {
    const char c = peek();
    if (c == ')') return Closer::paren;
    if (c == ';') return peek(1) == ';' || peek(1) == '&' ? Closer::arm_end : Closer::nothing;
    switch (keyword_at(at_)) {
        case Keyword::then_word: return Closer::then_word;
        case Keyword::elif_word: return Closer::elif_word;
        case Keyword::else_word: return Closer::else_word;
        case Keyword::fi_word: return Closer::fi_word;
        case Keyword::do_word: return Closer::do_word;
        case Keyword::done_word: return Closer::done_word;
        case Keyword::esac_word: return Closer::esac_word;
        case Keyword::close_brace: return Closer::brace;
        default: return Closer::nothing;
    }
}

/// Whatever a construct around waits for ends the list too: its own closer was forgotten.
bool Reader::is_closed(Stops stops) const {
    const Closer closer = closer_here();
    if (closer == Closer::nothing) return false;
    return stops.has(closer) || expected_[static_cast<std::size_t>(closer)] > 0;
}

/// A closer that nothing waits for, or an operator without a command before it.
bool Reader::skip_stray() {
    const Closer closer = closer_here();
    const char c = peek();
    At size = 0;
    if (closer == Closer::paren) {
        size = 1;
    } else if (closer == Closer::arm_end) {
        size = 2;
    } else if (closer != Closer::nothing) {
        while (is_name_character(peek(size)) || peek(size) == '}') ++size;
    } else if (c == ';' || c == '|' || (c == '&' && peek(1) != '>')) {
        size = peek(1) == c ? 2 : 1;
    }
    if (size == 0) return false;
    fault("a word or operator that nothing before it needs", {at_, at_ + size});
    at_ += size;
    return true;
}

Connector Reader::read_connector(bool compound) {
    skip_blanks();
    if (at_end()) return Connector::sequence;
    const char c = peek();
    if (c == '#') {
        skip_comment();
        return Connector::sequence;
    }
    if (c == ';' && closer_here() == Closer::nothing) {
        ++at_;
        return Connector::sequence;
    }
    if (c == '&') {
        at_ += peek(1) == '&' ? 2 : 1;
        return text_[at_ - 2] == '&' ? Connector::both : Connector::background;
    }
    if (c == '|' && peek(1) == '|') {
        at_ += 2;
        return Connector::either;
    }
    if (compound && !is_line_end(at_) && closer_here() == Closer::nothing)
        fault("something stands behind the end of a compound command", {at_, at_ + 1});
    return Connector::sequence;
}

Index Reader::read_pipeline() {
    const At begin = at_;
    bool negated = false;
    for (;;) {
        const Keyword keyword = keyword_at(at_);
        if (keyword == Keyword::negation) {
            negated = !negated;
            ++at_;
        } else if (keyword == Keyword::time_word) {
            At next = at_ + 4;
            while (character(next) == ' ') ++next;
            const Keyword timed = keyword_at(next);
            const bool compound = character(next) == '(' || (timed != Keyword::other &&
                                                             timed != Keyword::negation);
            if (!compound) break;  // a word before a command, as `nohup` is
            at_ = next;
        } else {
            break;
        }
        skip_blanks();
    }
    const std::size_t mark = links_.size();
    for (;;) {
        const Index command = read_command();
        if (command != none)
            links_.push_back(command);
        else if (links_.size() > mark)
            fault("no command behind `|`", {at_, at_});
        skip_blanks();
        if (peek() != '|' || peek(1) == '|') break;
        at_ += peek(1) == '&' ? 2 : 1;
        skip_to_command();
        if (at_end() || closer_here() != Closer::nothing) {
            fault("no command behind `|`", {at_, at_});
            break;
        }
    }
    if (links_.size() == mark) return none;
    if (links_.size() == mark + 1 && !negated) {
        const Index only = links_.back();
        links_.pop_back();
        return only;
    }
    Node node{.kind = Node::Kind::pipeline, .negated = negated};
    node.parts = commit(links_, mark, tree_.links);
    return finish(node, begin);
}

Reader::Keyword Reader::keyword_at(At at) const {
    if (at >= end_) return Keyword::other;
    // Its letters are those of no more than 28 characters; the first decides most cases.
    constexpr std::uint64_t letters = [] {
        std::uint64_t set = 0;
        for (const char c : std::string_view("itefwusdc{}![")) set |= 1ull << (c & 63);
        return set;
    }();
    const auto first = static_cast<unsigned char>(text_[at]);
    if ((letters >> (first & 63) & 1) == 0) return Keyword::other;
    std::uint64_t word = 0;
    At end = at;
    for (; end < end_ && end - at < 9; ++end) {
        const char c = text_[end];
        if (!((c >= 'a' && c <= 'z') || c == '{' || c == '}' || c == '!' || c == '[')) break;
        word = word << 8 | static_cast<unsigned char>(c);
    }
    if (end - at > 8) return Keyword::other;
    if (end < end_ && !is_delimiter(text_[end]) && !(text_[end] == '\\' && continuation(end) > 0))
        return Keyword::other;
    switch (word) {
        case packed("if"): return Keyword::if_word;
        case packed("then"): return Keyword::then_word;
        case packed("elif"): return Keyword::elif_word;
        case packed("else"): return Keyword::else_word;
        case packed("fi"): return Keyword::fi_word;
        case packed("while"): return Keyword::while_word;
        case packed("until"): return Keyword::until_word;
        case packed("for"): return Keyword::for_word;
        case packed("select"): return Keyword::select_word;
        case packed("do"): return Keyword::do_word;
        case packed("done"): return Keyword::done_word;
        case packed("case"): return Keyword::case_word;
        case packed("esac"): return Keyword::esac_word;
        case packed("function"): return Keyword::function_word;
        case packed("time"): return Keyword::time_word;
        case packed("coproc"): return Keyword::coproc_word;
        case packed("{"): return Keyword::open_brace;
        case packed("}"): return Keyword::close_brace;
        case packed("!"): return Keyword::negation;
        case packed("[["): return Keyword::test;
        default: return Keyword::other;
    }
}

bool Reader::take_keyword(Keyword keyword, std::size_t size) {
    if (keyword_at(at_) != keyword) return false;
    at_ += static_cast<At>(size);
    return true;
}

void Reader::expect(Keyword keyword, std::size_t size, const char* what, text::Span opener) {
    if (!take_keyword(keyword, size)) fault(what, opener);
}

Index Reader::read_command() {
    const Level level(*this);
    if (level.too_deep()) return none;
    if (peek() == '(') return read_parenthesised();
    const Keyword keyword = keyword_at(at_);
    if (keyword == Keyword::other || keyword == Keyword::time_word || keyword == Keyword::negation)
        return read_simple();
    return read_compound(keyword);
}

Index Reader::read_simple() {
    const At begin = at_;
    const std::size_t item_mark = items_.size();
    const std::size_t redirection_mark = redirections_.size();
    Header header;
    for (;;) {
        skip_blanks();
        if (at_end() || is_full()) break;
        const char c = peek();
        if (c == ';' || c == '|' || c == ')' || is_line_end(at_)) break;
        if (c == '&' && peek(1) != '>') break;
        if (c == '#') {
            skip_comment();
            break;
        }
        if (is_redirection()) {
            read_redirection();
        } else if (c == '(') {
            if (items_.size() == item_mark + 1 && header.words == 1 && is_function_ahead()) {
                const text::Span name = tree_.words[items_.back().index].span;
                items_.resize(item_mark);
                redirections_.resize(redirection_mark);
                return read_function(begin, name);
            }
            read_rest_of_broken_line("an unexpected parenthesis");
        } else {
            read_item(header);
        }
    }
    Node node{.kind = Node::Kind::simple};
    node.parts = commit(items_, item_mark, tree_.items);
    node.redirections = commit(redirections_, redirection_mark, tree_.redirections);
    if (node.parts.count == 0 && node.redirections.count == 0) return none;
    // Trailing blanks and comments are no part of the command.
    At last = begin;
    if (node.parts.count > 0) {
        const Item& item = tree_.items.back();
        last = item.is_assignment ? tree_.assignments[item.index].span.end
                                  : tree_.words[item.index].span.end;
    }
    if (node.redirections.count > 0) last = std::max(last, tree_.redirections.back().span.end);
    const Index index = finish(node, begin);
    tree_.nodes[index].span.end = std::max(begin, std::min(last, end_));
    return index;
}

void Reader::read_item(Header& header) {
    Target target;
    if ((header.words == 0 || header.declares) && find_assignment(target)) {
        items_.push_back({true, read_assignment(target)});
        return;
    }
    const At before = at_;
    const Index word = read_word();
    if (at_ == before) return read_rest_of_broken_line("this was not understood");
    items_.push_back({false, word});
    if (header.words++ == 0)
        read_first_word(header, word);
    else if (header.changes_names || header.declares)
        note_argument(header, word);
}

void Reader::read_first_word(Header& header, Index index) {
    const WordNode& word = tree_.words[index];
    if (word.pieces.count != 1) return;
    const Piece& piece = tree_.pieces[word.pieces.first];
    if (piece.kind != Piece::Kind::text) return;
    header.name = view(piece.span);
    header.declares = is_one_of(header.name, declaring);
    header.changes_names = is_one_of(header.name, naming) || header.name == "readarray";
    if (header.name == "cd" || header.name == "pushd" || header.name == "popd")
        note_change(Change::Kind::folder);
    else if (header.name == "shift" || header.name == "set")
        note_change(Change::Kind::parameters);
    else if (header.name == "getopts")
        note_change(Change::Kind::variable, piece.span);  // OPTARG is set with it
    else if (!tree_.functions.empty() && !header.declares && !header.changes_names)
        note_change(Change::Kind::call, piece.span);
}

void Reader::note_argument(const Header& header, Index index) {
    const WordNode& word = tree_.words[index];
    if (header.name == "let") return note_expression_changes(word.span);
    if (word.pieces.count != 1) return;
    const Piece& piece = tree_.pieces[word.pieces.first];
    if (piece.kind != Piece::Kind::text || piece.span.size() == 0) return;
    const auto text = view(piece.span);
    if (std::all_of(text.begin(), text.end(), is_name_character))
        note_change(Change::Kind::variable, piece.span);
}

/// What stands in the rest of the line is not known, but that it stands there is.
void Reader::read_rest_of_broken_line(const char* what) {
    fault(what, {at_, std::min(at_ + 1, end_)});
    const At begin = at_;
    const std::size_t mark = pieces_.size();
    at_ = std::max(at_ + 1, logical_line_end(at_));
    at_ = std::min(at_, end_);
    push(Piece::Kind::placeholder, Quoting::unquoted, {begin, at_});
    items_.push_back({false, commit_word(begin, mark)});
}

bool Reader::is_function_ahead() const {
    At at = at_ + 1;
    while (character(at) == ' ' || character(at) == '\t') ++at;
    return at < end_ && text_[at] == ')';
}

}  // namespace trainlint::shell
