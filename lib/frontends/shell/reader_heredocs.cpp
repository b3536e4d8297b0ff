// Redirections and here-documents.
#include <algorithm>

#include "frontends/shell/reader_state.hpp"

namespace trainlint::shell {
namespace {

struct Operator {
    std::string_view text;
    Redirection::Kind kind;
};
// The longer ones first.
constexpr Operator operators[] = {
    {"<<<", Redirection::Kind::here_string},  {"<<", Redirection::Kind::heredoc},
    {"<&", Redirection::Kind::duplicate},     {"<>", Redirection::Kind::read_write},
    {"<", Redirection::Kind::input},          {"&>>", Redirection::Kind::both_append},
    {"&>", Redirection::Kind::both},          {">>", Redirection::Kind::append},
    {">&", Redirection::Kind::duplicate},     {">|", Redirection::Kind::output},
    {">", Redirection::Kind::output},
};

}  // namespace

/// `>`, `2>`, `&>`, `{fd}>`; not `<(list)`, not `<placeholder>`.
bool Reader::is_redirection() const {
    At at = at_;
    if (character(at) == '&') return character(at + 1) == '>';
    if (character(at) == '{') {
        ++at;
        while (is_name_character(character(at))) ++at;
        if (character(at) != '}' || at == at_ + 1) return false;
        ++at;
    } else {
        while (is_digit(character(at))) ++at;
    }
    const char c = character(at);
    if (c != '<' && c != '>') return false;
    if (at > at_) return true;
    return character(at + 1) != '(' && (c == '>' || placeholder_end(at_) == 0);
}

void Reader::read_redirection() {
    const At begin = at_;
    Redirection redirection;
    const bool numbered = is_digit(peek()) || peek() == '{';
    while (is_name_character(peek()) || peek() == '{' || peek() == '}') ++at_;
    redirection.to_standard_output = !numbered || view({begin, at_}) == "1";
    for (const auto& [text, kind] : operators) {
        if (!text_.substr(at_, end_ - at_).starts_with(text)) continue;
        redirection.kind = kind;
        at_ += static_cast<At>(text.size());
        break;
    }
    if (redirection.kind == Redirection::Kind::heredoc) {
        read_heredoc_start(redirection);
    } else {
        skip_blanks();
        const At target = at_;
        redirection.target = read_word();
        if (at_ == target) fault("a redirection without a file", {begin, at_});
    }
    redirection.span = {begin, at_};
    redirections_.push_back(redirection);
}

/// The delimiter; the body comes with the next line.
void Reader::read_heredoc_start(Redirection& redirection) {
    Pending pending{.heredoc = static_cast<Index>(tree_.heredocs.size()), .strip_tabs = false};
    if (peek() == '-') {
        pending.strip_tabs = true;
        ++at_;
    }
    skip_blanks();
    Heredoc heredoc;
    const At begin = at_;
    constexpr std::string_view ends = " \t\r\n;|&()<>";
    while (!at_end() && ends.find(text_[at_]) == std::string_view::npos) {
        const char c = text_[at_];
        if (c != '\\' && c != '\'' && c != '"') {
            pending.delimiter += c;
            ++at_;
            continue;
        }
        heredoc.quoted = true;
        ++at_;
        if (c == '\\' && !at_end()) pending.delimiter += text_[at_++];
        if (c == '\\') continue;
        while (!at_end() && text_[at_] != c && text_[at_] != '\n') pending.delimiter += text_[at_++];
        if (peek() == c) ++at_;
    }
    if (at_ == begin) return fault("a here-document without an end word", {begin, begin});
    redirection.heredoc = pending.heredoc;
    tree_.heredocs.push_back(heredoc);
    pending_.push_back(std::move(pending));
}

void Reader::read_redirections_after_compound(Node& node) {
    const std::size_t mark = redirections_.size();
    for (;;) {
        const At before = at_;
        skip_blanks();
        if (at_end() || !is_redirection()) {
            at_ = before;
            break;
        }
        read_redirection();
    }
    node.redirections = commit(redirections_, mark, tree_.redirections);
}

/// Behind the newline of the line in which they began.
void Reader::read_heredoc_bodies() {
    std::vector<Pending> pending;
    pending.swap(pending_);
    for (const Pending& one : pending) read_heredoc_body(one);
}

void Reader::read_heredoc_body(const Pending& pending) {
    Heredoc& heredoc = tree_.heredocs[pending.heredoc];
    heredoc.body.begin = at_;
    At line = at_;
    bool found = false;
    while (line < end_ && !found) {
        const At end = line_end(line);
        At begin = line;
        while (pending.strip_tabs && begin < end && text_[begin] == '\t') ++begin;
        found = view({begin, end}) == pending.delimiter;
        if (found) break;
        line = std::min(end_, end + (character(end) == '\r' ? 2 : 1));
    }
    heredoc.body.end = line;
    Heredoc read = heredoc;
    read_heredoc_pieces(read, pending.strip_tabs);
    tree_.heredocs[pending.heredoc] = read;
    at_ = line;
    if (!found) {
        fault("a here-document without its end", {read.body.begin, read.body.begin});
        return;
    }
    at_ = line_end(line);
    if (!at_end()) at_ = std::min(end_, at_ + (text_[at_] == '\r' ? 2 : 1));
}

/// Piece by piece; with tabs to drop, line by line.
void Reader::read_heredoc_pieces(Heredoc& heredoc, bool strip_tabs) {
    const Quoting quoting = heredoc.quoted ? Quoting::raw_heredoc : Quoting::heredoc;
    const Within body(*this, heredoc.body.end);
    const Level level(*this);
    const std::size_t mark = pieces_.size();
    at_ = level.too_deep() ? end_ : heredoc.body.begin;
    while (!at_end()) {
        const At line = at_;
        while (strip_tabs && peek() == '\t') ++at_;
        const auto tabs = static_cast<std::uint16_t>(std::min<At>(at_ - line, 0xFFFF));
        const At end = strip_tabs ? std::min(end_, line_end(at_) + 1) : end_;
        const std::size_t first = pieces_.size();
        if (heredoc.quoted) {
            push(Piece::Kind::text, quoting, {at_, end});
            at_ = end;
        } else {
            const Within part(*this, end);
            if (!at_end()) push(Piece::Kind::text, quoting, {at_, at_});
            while (!at_end()) read_double_quoted_step(quoting);
        }
        for (std::size_t i = first; i < pieces_.size(); ++i) pieces_[i].indent = tabs;
        at_ = std::min(at_, end_);
    }
    heredoc.pieces = commit(pieces_, mark, tree_.pieces);
}

}  // namespace trainlint::shell
