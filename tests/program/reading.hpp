/// Reads one Python text as a program, for tests.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/python/state.hpp"
#include "link/world.hpp"
#include "program/link.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::tests {

class Program {
public:
    explicit Program(std::string_view source, std::vector<std::string> other_paths = {},
                     std::string path = "train.py")
        : text_(source.starts_with("\n") ? source.substr(1) : source) {
        auto document = std::make_shared<link::Document>();
        document->path = path;
        document->language = text::Language::python;
        auto padded = text_;
        document->stated = states(text::Fragment::of_document(document->id,
                                                              text::Language::python, padded));
        document_ = document;
        other_paths.push_back(path);
        std::sort(other_paths.begin(), other_paths.end());
        const link::Paths paths("", std::move(other_paths));
        linked_ = program::link(*document_, paths, program::TableWords(names_), names_);
    }

    [[nodiscard]] const program::Module& module() const { return linked_->module; }
    [[nodiscard]] const std::vector<link::Question>& questions() const {
        return linked_->questions;
    }
    [[nodiscard]] bool is_program() const { return linked_ != nullptr; }
    [[nodiscard]] std::string text(Symbol name) const { return std::string(names_.text(name)); }
    [[nodiscard]] std::string at(text::Place place) const {
        return text_.substr(place.span.begin, place.span.size());
    }
    [[nodiscard]] int line(text::Place place) const {
        return 1 + static_cast<int>(std::count(
                       text_.begin(), text_.begin() + static_cast<long>(place.span.begin), '\n'));
    }
    [[nodiscard]] Names& names() { return names_; }

private:
    std::vector<frontends::Stated> states(std::shared_ptr<const text::Fragment> fragment) {
        std::vector<frontends::Stated> stated(1);
        frontends::Demand demand;
        python::state(std::move(fragment), demand, names_, stated.front());
        return stated;
    }

    std::string text_;
    Names names_;
    std::shared_ptr<const link::Document> document_;
    std::unique_ptr<program::Linked> linked_;
};

/// "barrier@7 by rank 0 of 5 [calls 9] [when 3]" for each divergence.
inline std::vector<std::string> told(std::string_view source) {
    const Program program(source);
    std::vector<std::string> all;
    for (const auto& divergence : program.module().divergences) {
        const auto operation = program.text(divergence.event.operation);
        auto line = operation.substr(operation.rfind('.') + 1) + "@" +
                    std::to_string(program.line(divergence.event.at));
        if (divergence.kind == flow::Divergence::Kind::order) line += " in another order";
        line += " by " + divergence.who + " of " +
                std::to_string(program.line(divergence.split.why.front()));
        for (const auto& call : divergence.calls)
            line += " call " + std::to_string(program.line(call));
        for (const auto& when : divergence.when)
            line += " when " + std::to_string(program.line(when));
        all.push_back(std::move(line));
    }
    return all;
}

}  // namespace trainlint::tests
