#include <utility>

#include "syntax/json_reader.hpp"

namespace trainlint::syntax::json {

namespace {

using Token = Reader::Token;

Node::Kind kind_of(Token token) {
    switch (token) {
        case Token::begin_object:
            return Node::Kind::object;
        case Token::begin_array:
            return Node::Kind::array;
        case Token::string:
            return Node::Kind::string;
        case Token::number:
            return Node::Kind::number;
        case Token::boolean:
            return Node::Kind::boolean;
        case Token::null:
            return Node::Kind::null;
        default:
            return Node::Kind::unknown;
    }
}

class TreeBuilder {
public:
    TreeBuilder(std::string_view text, std::uint32_t depth_limit, std::size_t node_limit)
        : reader_(text, depth_limit), node_limit_(node_limit) {}

    Tree build() {
        do {
            if (!take(reader_.next())) break;
        } while (!open_.empty());
        if (!tree_.truncated && reader_.next() != Token::end) note_rest();
        close_all();
        tree_.faults.insert(tree_.faults.begin(), reader_.faults().begin(), reader_.faults().end());
        return std::move(tree_);
    }

private:
    struct Open {
        std::uint32_t node;
        std::uint32_t last_child = no_node;
    };

    bool take(Token token) {
        if (token == Token::end) return false;
        if (token == Token::key) {
            key_ = reader_.span();
            has_key_ = true;
        } else if (token == Token::end_object || token == Token::end_array) {
            tree_.nodes[open_.back().node].span.end = reader_.span().end;
            open_.pop_back();
        } else {
            return add(token);
        }
        return true;
    }

    bool add(Token token) {
        const bool in_object =
            !open_.empty() && tree_.nodes[open_.back().node].kind == Node::Kind::object;
        if (in_object && !has_key_) return true;  // a template between members
        if (tree_.nodes.size() >= node_limit_) {
            tree_.truncated = true;
            return false;
        }
        const auto index = static_cast<std::uint32_t>(tree_.nodes.size());
        Node node{.kind = kind_of(token), .span = reader_.span()};
        if (in_object) node.key = key_;
        has_key_ = false;
        tree_.nodes.push_back(node);
        chain(index);
        if (token == Token::begin_object || token == Token::begin_array) open_.push_back({index});
        return true;
    }

    void chain(std::uint32_t index) {
        if (open_.empty()) return;
        auto& parent = open_.back();
        auto& link = parent.last_child == no_node ? tree_.nodes[parent.node].first_child
                                                  : tree_.nodes[parent.last_child].next;
        link = index;
        parent.last_child = index;
    }

    void note_rest() { tree_.faults.push_back({"text after the value", reader_.span()}); }

    void close_all() {
        for (const auto& open : open_) tree_.nodes[open.node].span.end = reader_.span().end;
    }

    Reader reader_;
    std::size_t node_limit_;
    Tree tree_;
    std::vector<Open> open_;
    text::Span key_;
    bool has_key_ = false;
};

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/// The number after `\u`, or -1.
int hex4(std::string_view text, std::uint32_t at, std::uint32_t end) {
    if (at + 4 > end) return -1;
    int value = 0;
    for (std::uint32_t i = at; i < at + 4; ++i) {
        const int digit = hex_digit(text[i]);
        if (digit < 0) return -1;
        value = value * 16 + digit;
    }
    return value;
}

std::size_t encode(std::uint32_t code, char* to) {
    if (code < 0x80) {
        to[0] = static_cast<char>(code);
        return 1;
    }
    const std::size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (std::size_t i = size - 1; i > 0; --i) {
        to[i] = static_cast<char>(0x80 | (code & 0x3F));
        code >>= 6;
    }
    constexpr unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    to[0] = static_cast<char>(lead[size] | code);
    return size;
}

char simple_escape(char c) {
    switch (c) {
        case 'n':
            return '\n';
        case 't':
            return '\t';
        case 'r':
            return '\r';
        case 'b':
            return '\b';
        case 'f':
            return '\f';
        default:
            return c;
    }
}

}  // namespace

Tree read(std::string_view text, std::uint32_t depth_limit, std::size_t node_limit) {
    return TreeBuilder(text, depth_limit, node_limit).build();
}

std::uint32_t Tree::find(std::string_view text, std::uint32_t object, std::string_view key) const {
    std::uint32_t found = no_node;
    if (object >= nodes.size() || nodes[object].kind != Node::Kind::object) return found;
    for (auto at = nodes[object].first_child; at != no_node; at = nodes[at].next)
        if (means(text, nodes[at].key, key)) found = at;
    return found;
}

Stretches::Stretches(std::string_view text, text::Span string)
    : text_(text), at_(string.begin), end_(string.end) {
    if (at_ >= end_ || (text_[at_] != '"' && text_[at_] != '\'')) return;
    quote_ = text_[at_++];
}

bool Stretches::next(Stretch& stretch) {
    if (at_ >= end_ || (quote_ && text_[at_] == quote_)) return false;
    if (quote_ && text_[at_] == '\\' && at_ + 1 < end_) return escape(stretch);
    const auto begin = at_++;
    while (at_ < end_ && !(quote_ && (text_[at_] == quote_ || text_[at_] == '\\'))) ++at_;
    stretch = {{begin, at_}, text_.substr(begin, at_ - begin), false};
    return true;
}

bool Stretches::escape(Stretch& stretch) {
    const auto begin = at_;
    const char c = text_[at_ + 1];
    at_ += 2;
    std::size_t size = 1;
    const int code = c == 'u' ? hex4(text_, at_, end_) : -1;
    if (code < 0)
        meaning_[0] = simple_escape(c);
    else
        size = unicode(static_cast<std::uint32_t>(code));
    stretch = {{begin, at_}, {meaning_, size}, true};
    return true;
}

/// Behind `\u`: a pair of surrogates is one character.
std::size_t Stretches::unicode(std::uint32_t code) {
    at_ += 4;
    if (code < 0xD800 || code > 0xDFFF) return encode(code, meaning_);
    const bool pair = code < 0xDC00 && text_.substr(at_, 2) == "\\u";
    const int low = pair ? hex4(text_, at_ + 2, end_) : -1;
    if (low < 0xDC00 || low > 0xDFFF) return encode(0xFFFD, meaning_);
    at_ += 6;
    return encode(0x10000 + ((code - 0xD800) << 10) + (static_cast<std::uint32_t>(low) - 0xDC00),
                  meaning_);
}

std::string decode(std::string_view text, text::Span string) {
    std::string decoded;
    Stretches stretches(text, string);
    for (Stretch stretch; stretches.next(stretch);) decoded += stretch.meaning;
    return decoded;
}

bool means(std::string_view text, text::Span string, std::string_view meaning) {
    Stretches stretches(text, string);
    for (Stretch stretch; stretches.next(stretch);) {
        if (!meaning.starts_with(stretch.meaning)) return false;
        meaning.remove_prefix(stretch.meaning.size());
    }
    return meaning.empty();
}

void copy_string(text::Derivation& to, std::string_view text, text::Span string) {
    text::Piece like{.spelling = text::Spelling::json_string};
    like.quote = string.size() > 0 && text[string.begin] == '\'' ? '\'' : '"';
    Stretches stretches(text, string);
    for (Stretch stretch; stretches.next(stretch);) {
        if (stretch.escape)
            to.copy(stretch.origin, like, stretch.meaning);
        else
            to.copy(stretch.origin, like);
    }
}

}  // namespace trainlint::syntax::json
