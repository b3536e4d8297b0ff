#include "trainlint/rule.hpp"

namespace trainlint {

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
