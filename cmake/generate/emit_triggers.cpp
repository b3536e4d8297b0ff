#include <fmt/format.h>

#include "emit.hpp"

namespace trainlint::generate {

std::string triggers_source(std::span<const TriggerRow> rows) {
    std::string text = fmt::format(
        "#include <array>\n\n#include \"knowledge/triggers.hpp\"\n\nnamespace trainlint::knowledge "
        "{{\n"
        "namespace {{\n\nconstexpr std::array<Trigger, {}> rows{{\n",
        rows.size());
    for (const auto& row : rows)
        text += fmt::format("    Trigger{{{}, {}, {}, {}, 0x{:X}}},\n", cxx_literal(row.literal),
                            row.left, row.right, row.strong, row.languages);
    return text +
           "};\n\n}  // namespace\n\nstd::span<const Trigger> triggers() { return rows; }\n\n"
           "}  // namespace trainlint::knowledge\n";
}

}  // namespace trainlint::generate
