/// States what Python text holds: its functions, commands, variables.
#pragma once

#include <memory>

#include "frontends/python/logical_line.hpp"
#include "frontends/stated.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::python {

/// Reads one text after another; keeps what it has allocated. One object a thread.
class Reader {
public:
    /// The names must live as long as the reader.
    explicit Reader(Names& names);
    ~Reader();
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    /// Fills `out`. Never fails: a syntax error costs its own statement and is a problem, the first
    /// ten of them.
    void state(std::shared_ptr<const text::Fragment>, const frontends::Demand&,
               frontends::Stated& out);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// The same for a single text.
void state(std::shared_ptr<const text::Fragment>, const frontends::Demand&, Names&,
           frontends::Stated& out);

}  // namespace trainlint::python
