#include <algorithm>
#include <iterator>

#include "trainlint/facts.hpp"

namespace trainlint::facts {

Order compare(const Number& a, const Number& b) {
    if (!a.coefficient || !b.coefficient || a.factors != b.factors) return Order::unknown;
    if (*a.coefficient == *b.coefficient) return Order::equal;
    return *a.coefficient < *b.coefficient ? Order::less : Order::greater;
}

Number multiply(const Number& a, const Number& b) {
    Number product;
    product.at = a.at;
    std::int64_t coefficient = 0;
    if (!a.coefficient || !b.coefficient ||
        __builtin_mul_overflow(*a.coefficient, *b.coefficient, &coefficient)) {
        return product;
    }
    product.coefficient = coefficient;
    product.origin = std::max(a.origin, b.origin);
    if (coefficient == 0) return product;
    std::merge(a.factors.begin(), a.factors.end(), b.factors.begin(), b.factors.end(),
               std::back_inserter(product.factors));
    return product;
}

}  // namespace trainlint::facts
