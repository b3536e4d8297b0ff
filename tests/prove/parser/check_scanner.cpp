// The scanner's outline and the parser's tree of the same text must tell the same.
#include <algorithm>
#include <cstdio>

#include "ast_dump.hpp"
#include "frontends/python/parser.hpp"
#include "frontends/python/scanner.hpp"
#include "measure.hpp"

namespace trainlint::prove {

namespace {

using python::Index;
using python::Kind;
using python::no_node;
using python::OutlineItem;

class OutlineCheck {
public:
    OutlineCheck(std::string_view text, const python::Tree& tree) : text_(text), tree_(tree) {
        python::scan(text, outline_);
    }

    /// What is wrong, or nothing.
    std::string find() {
        check_group(tree_.root, none_, outline_.docstring);
        if (problem_.empty() && next_ != outline_.items.size())
            wrong("an item too many", next_at());
        return problem_;
    }

private:
    static constexpr std::uint32_t none_ = 0xFFFFFFFFu;

    void wrong(const char* what, std::uint32_t at) {
        if (problem_.empty()) problem_ = std::string(what) + " at byte " + std::to_string(at);
    }
    std::uint32_t next_at() const {
        return next_ < outline_.items.size() ? outline_.items[next_].at.begin : 0;
    }

    /// The statements of a module or class body against the items whose parent is `owner`.
    void check_group(Index body, std::uint32_t owner, text::Span docstring) {
        check_docstring(body, docstring);
        Index statement = tree_.first(body);
        while (statement != no_node && problem_.empty()) {
            if (next_ == outline_.items.size()) return wrong("no item", tree_[statement].begin);
            const std::uint32_t index = next_++;
            const OutlineItem item = outline_.items[index];
            if (item.parent != owner || item.at.begin != tree_[statement].begin) {
                return wrong("another item", tree_[statement].begin);
            }
            std::string whole;
            const Index first = statement;
            while (statement != no_node && tree_[statement].begin < item.at.end) {
                if (tree_[statement].end > item.at.end) wrong("item too short", item.at.begin);
                whole += dump_statement(text_, tree_, statement, {}) + "\n";
                statement = tree_.next(statement);
            }
            compare("item", whole, item.at);
            check_item(first, index, item);
        }
    }

    void check_docstring(Index body, text::Span docstring) {
        const Index first = tree_.first(body);
        const bool expression = first != no_node && tree_[first].kind == Kind::expression;
        const Index value = expression ? tree_.first(first) : no_node;
        const bool literal = value != no_node && !tree_[value].has(python::flag::bytes) &&
                             (tree_[value].kind == Kind::string);
        if (literal && tree_[value].begin == tree_[first].begin &&
            docstring != tree_[value].span()) {
            wrong("another docstring", tree_[value].begin);
        }
    }

    void check_item(Index statement, std::uint32_t index, const OutlineItem& item) {
        if (tree_[statement].kind == Kind::decorated) statement = tree_.last_child(statement);
        const Kind kind = tree_[statement].kind;
        const bool function = item.kind == OutlineItem::Kind::function;
        const bool class_ = item.kind == OutlineItem::Kind::class_;
        const bool import = kind == Kind::import || kind == Kind::import_from;
        if (function != (kind == Kind::function) || class_ != (kind == Kind::class_) ||
            import != (item.kind == OutlineItem::Kind::import)) {
            return wrong("another kind", item.at.begin);
        }
        if (!function && !class_) return;
        if (tree_[tree_.first(statement)].span() != item.name) wrong("name", item.at.begin);
        if (tree_[statement].begin != item.head.begin) wrong("head", item.at.begin);
        const Index block = tree_.last_child(statement);
        if (item.body.size() == 0) return;
        std::string body;
        for (const Index inner : tree_.children(block)) {
            body += dump_statement(text_, tree_, inner, {}) + "\n";
        }
        compare("body", body, item.body);
        check_head(item);
        if (class_) {
            check_group(block, index, item.docstring);
        } else {
            check_docstring(block, item.docstring);
        }
    }

    void compare(const char* what, const std::string& expected, text::Span range) {
        parser_.parse_range(text_, range.begin, range.end, part_);
        if (part_.error_count != 0) return wrong("errors in part", range.begin);
        if (dump_ast(text_, part_, {}) != expected) wrong(what, range.begin);
    }

    void check_head(const OutlineItem& item) {
        parser_.parse_range(text_, item.head.begin, item.head.end, part_);
        const Index made = part_.first(part_.root);
        const bool absent =
            made != no_node && part_[part_.last_child(made)].has(python::flag::absent);
        if (part_.error_count != 0 || !absent) wrong("head alone", item.head.begin);
    }

    std::string_view text_;
    const python::Tree& tree_;
    python::Outline outline_;
    python::Parser parser_;
    python::Tree part_;
    std::uint32_t next_ = 0;
    std::string problem_;
};

}  // namespace

int check_scanner(const std::filesystem::path& folder) {
    python::Parser parser;
    python::Tree tree;
    std::size_t equal = 0, different = 0, skipped = 0;
    for (const SourceFile& file : python_files(folder)) {
        parser.parse(file.text, tree);
        if (tree.error_count != 0) {
            ++skipped;
            continue;
        }
        const std::string problem = OutlineCheck(file.text, tree).find();
        if (problem.empty()) {
            ++equal;
            continue;
        }
        ++different;
        if (different <= 40) std::printf("%s: %s\n", file.path.c_str(), problem.c_str());
    }
    std::printf("outline against tree: %zu files equal, %zu different, %zu with errors skipped\n",
                equal, different, skipped);
    return different == 0 ? 0 : 1;
}

}  // namespace trainlint::prove
