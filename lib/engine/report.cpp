#include "trainlint/rule.hpp"

namespace trainlint {

void Finding::offer(Applicability applicability, std::string description,
                    std::variant<std::vector<text::Edit>, text::Refusal> edits) {
    if (const auto* refusal = std::get_if<text::Refusal>(&edits))
        no_fix = refusal->why;
    else
        fix = Fix{applicability, std::move(description),
                  std::get<std::vector<text::Edit>>(std::move(edits))};
}

void Finding::offer(Applicability applicability, std::string description,
                    std::variant<text::Edit, text::Refusal> edit) {
    if (const auto* refusal = std::get_if<text::Refusal>(&edit))
        no_fix = refusal->why;
    else
        fix = Fix{applicability, std::move(description), {std::get<text::Edit>(std::move(edit))}};
}

Finding& Report::at(text::Place place, std::vector<Argument> arguments) {
    Finding finding;
    finding.rule = &rule_;
    finding.severity = rule_.severity;
    finding.confidence = rule_.confidence;
    finding.at = place;
    finding.arguments = std::move(arguments);
    return findings_.emplace_back(std::move(finding));
}

void Report::silent(text::Place place, std::string_view because) {
    silences_.push_back({place, because});
}

}  // namespace trainlint
