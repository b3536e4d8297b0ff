#include "program/table_words.hpp"

#include <string>

#include "knowledge/tables.hpp"
#include "program/packages.hpp"

namespace trainlint::program {

TableWords::TableWords(Names& names) : names_(names) {
    const auto add = [&](const auto& rows, unsigned word, unsigned whole) {
        for (const auto& row : rows) {
            // A keyword is told where its function is called: "f(arg=)".
            const auto name = row.name.substr(0, row.name.find('('));
            mark(names.intern(last_component(name)), word);
            mark(names.intern(name), whole);
            // Tables may spell TensorFlow's names as its users do.
            if (name.starts_with("tf."))
                mark(names.intern("tensorflow." + std::string(name.substr(3))), whole);
        }
    };
    add(knowledge::renamed_api(), last_word | last_renamed_word, whole_name | renamed);
    add(knowledge::signatures(), last_word, whole_name);
    add(knowledge::collectives(), last_word, whole_name);
    add(knowledge::rank_sources(), last_word, whole_name);
    add(knowledge::events(), last_word, whole_name);
    add(knowledge::no_returns(), last_word, whole_name);
}

void TableWords::mark(Symbol symbol, unsigned marks) {
    const auto number = static_cast<std::uint32_t>(symbol);
    if (number >= marks_.size()) marks_.resize(number + 1);
    marks_[number] |= static_cast<std::uint8_t>(marks);
}

bool TableWords::are_below_a_renamed(Symbol dotted) const {
    if (has(dotted, renamed)) return true;
    auto name = names_.text(dotted);
    for (auto dot = name.rfind('.'); dot != std::string_view::npos; dot = name.rfind('.')) {
        name = name.substr(0, dot);
        if (has(names_.find(name), renamed)) return true;
    }
    return false;
}

}  // namespace trainlint::program
