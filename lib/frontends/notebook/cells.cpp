#include "frontends/notebook/cells.hpp"

#include <algorithm>

namespace trainlint::notebook {

namespace json = syntax::json;
using Token = json::Reader::Token;

namespace {

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

/// Code points of well-formed text; a byte that continues none counts for nothing.
std::uint32_t code_points(std::string_view text) {
    return static_cast<std::uint32_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

bool Cells::next(Cell& cell) {
    if (!begun_) {
        begun_ = true;
        if (reader_.next() != Token::begin_object) return false;
    }
    for (;;) {
        switch (reader_.next()) {
            case Token::end:
                return false;
            case Token::key:
                enter_key();
                break;
            case Token::begin_object:
                if (cells_depth_ == 0) break;  // a worksheet of format 3
                read_cell(cell);
                return true;
            case Token::begin_array:
                reader_.skip();
                break;
            case Token::end_array:
                cells_depth_ = 0;
                break;
            case Token::end_object:
                if (reader_.depth() == 0) return false;
                break;
            default:
                break;
        }
    }
}

/// The member of the notebook or of a worksheet whose key was read.
void Cells::enter_key() {
    const bool cells = json::means(text_, reader_.span(), "cells");
    const bool worksheets = json::means(text_, reader_.span(), "worksheets");
    if (!cells && !worksheets) {
        if (json::means(text_, reader_.span(), "metadata"))
            read_kernel();
        else
            reader_.skip();
        return;
    }
    if (reader_.next() == Token::begin_array) {
        if (cells) cells_depth_ = reader_.depth();
    } else {
        reader_.skip();
    }
}

/// At the key "metadata" of the notebook.
void Cells::read_kernel() {
    if (reader_.next() != Token::begin_object) return reader_.skip();
    const auto begin = reader_.span().begin;
    reader_.skip();
    const auto text = text_.substr(begin, reader_.span().end - begin);
    const auto tree = json::read(text, 20, 1000);
    const auto say = [&](std::string_view object, std::string_view key) {
        const auto found = tree.find(text, tree.find(text, 0, object), key);
        if (language_.empty() && found != json::no_node)
            language_ = lower(json::decode(text, tree.nodes[found].span));
    };
    say("kernelspec", "language");
    say("language_info", "name");
}

/// At the beginning of a cell.
void Cells::read_cell(Cell& cell) {
    const auto outside = reader_.depth() - 1;
    cell = {.number = ++count_};
    for (;;) {
        const auto token = reader_.next();
        if (token == Token::end || reader_.depth() <= outside) return;
        if (token != Token::key) {
            reader_.skip();
            continue;
        }
        const auto key = reader_.span();
        if (json::means(text_, key, "cell_type")) {
            if (reader_.next() == Token::string)
                cell.code = json::means(text_, reader_.span(), "code");
            else
                reader_.skip();
        } else if (json::means(text_, key, "source") || json::means(text_, key, "input")) {
            const auto value = reader_.next();
            const auto begin = reader_.span().begin;
            reader_.skip();
            if (value == Token::string || value == Token::begin_array)
                cell.source = {begin, reader_.span().end};
        } else {
            reader_.skip();
        }
    }
}

SourceStrings::SourceStrings(std::string_view text, text::Span source)
    : reader_(text.substr(source.begin, source.size())), begin_(source.begin) {}

bool SourceStrings::next(text::Span& string) {
    for (;;) {
        const auto token = reader_.next();
        if (token == Token::end) return false;
        if (token != Token::string) continue;
        string = {begin_ + reader_.span().begin, begin_ + reader_.span().end};
        return true;
    }
}

std::vector<text::Span> sources(std::string_view text) {
    std::vector<text::Span> found;
    Cells cells(text);
    for (Cell cell; cells.next(cell);)
        if (cell.code && cell.source.size() > 0) found.push_back(cell.source);
    return found;
}

CellIndex::CellIndex(std::string_view text) : text_(text) {
    Cells cells(text);
    for (Cell cell; cells.next(cell);) add(cell);
}

void CellIndex::add(const Cell& cell) {
    CellPlace place{cell.number, 1, 1};
    SourceStrings strings(text_, cell.source);
    for (text::Span string; strings.next(string);) {
        stretches_.push_back({string.begin, string, place});
        json::Stretches parts(text_, string);
        for (json::Stretch part; parts.next(part);) {
            place.column += code_points(part.meaning);
            if (part.meaning != "\n") continue;
            place = {cell.number, place.line + 1, 1};
            stretches_.push_back({part.origin.end, string, place});
        }
    }
}

std::optional<CellPlace> CellIndex::at(std::uint32_t offset) const {
    auto found = std::upper_bound(stretches_.begin(), stretches_.end(), offset,
                                  [](std::uint32_t at, const Stretch& s) { return at < s.begin; });
    if (found == stretches_.begin()) return std::nullopt;
    --found;
    if (offset >= found->string.end) return std::nullopt;
    auto place = found->place;
    json::Stretches parts(text_, found->string);
    for (json::Stretch part; parts.next(part) && part.origin.begin < offset;) {
        if (part.origin.begin < found->begin) continue;
        const bool whole = part.origin.end <= offset;
        if (whole)
            place.column += code_points(part.meaning);
        else if (!part.escape)
            place.column += code_points(part.meaning.substr(0, offset - part.origin.begin));
    }
    return place;
}

}  // namespace trainlint::notebook
