#include "engine/questions.hpp"

namespace trainlint::engine {

bool still(const link::Question& question, const link::Paths& paths) {
    switch (question.kind) {
        case link::Question::Kind::path:
        case link::Question::Kind::suffix:
        case link::Question::Kind::module:
            return paths.answer(question.kind, question.name) == question.answer;
        default:
            return false;  // of its asker's own kind: nobody else can ask it again
    }
}

}  // namespace trainlint::engine
