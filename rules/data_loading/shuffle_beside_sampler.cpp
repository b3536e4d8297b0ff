#include <algorithm>

#include "trainlint/program.hpp"

namespace trainlint::rules::data_loading {

namespace {

const program::Argument* given(const program::Call& call, const Report& report,
                               std::string_view name) {
    for (const auto& argument : call.arguments)
        if (report.text(argument.name) == name) return &argument;
    return nullptr;
}

bool is_loader(std::string_view callee) {
    return callee == "torch.utils.data.DataLoader" || callee == "paddle.io.DataLoader" ||
           callee == "torch.utils.data.dataloader.DataLoader";
}

bool is_none(const program::Argument& argument) {
    return argument.constant && argument.constant->kind == flow::Constant::Kind::none;
}

/// What the value surely is: the constructor that built it.
std::string_view maker(const program::Argument& argument, const Report& report) {
    return argument.made_by.empty() ? std::string_view{} : report.text(argument.made_by.front());
}

std::string_view last_component(std::string_view name) {
    const auto dot = name.rfind('.');
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

/// Drops the argument with the comma before it.
void offer_fix(const program::Call& call, const program::Argument& shuffle, Finding& finding) {
    const auto found = std::find_if(call.arguments.begin(), call.arguments.end(),
                                    [&](const auto& argument) { return &argument == &shuffle; });
    if (!call.fragment || found == call.arguments.begin()) return;
    const text::Span stretch{std::prev(found)->whole_span.end, shuffle.whole_span.end};
    finding.offer(Applicability::unsafe, "leave shuffling to the sampler",
                  call.fragment->rewrite(stretch, ""));
}

void check(const program::Call& call, Report& report) {
    const auto* shuffle = given(call, report, "shuffle");
    if (!shuffle || !shuffle->constant || shuffle->constant->text != "True") return;
    const auto* sampler = given(call, report, "sampler");
    if (!sampler || is_none(*sampler)) sampler = given(call, report, "batch_sampler");
    if (!sampler) return report.silent(shuffle->at, "no sampler is given");
    if (is_none(*sampler)) return report.silent(shuffle->at, "the sampler is None");
    const auto made_by = last_component(maker(*sampler, report));
    if (made_by.find("Sampler") == std::string_view::npos)
        return report.silent(shuffle->at, "the sampler may be None here");

    auto& finding = report.at(shuffle->whole, {{"loader", std::string(last_component(
                                                    report.text(call.callee)))},
                                               {"sampler", std::string(made_by)}});
    finding.related.push_back({sampler->whole, "sampler"});
    offer_fix(call, *shuffle, finding);
}

}  // namespace

void shuffle_beside_sampler(const program::Module& module, Report& report) {
    for (const auto& call : module.calls)
        if (is_loader(report.text(call.callee))) check(call, report);
}

}  // namespace trainlint::rules::data_loading
