/// The command line that a script reads, as argparse or click are told it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "flow/resolved.hpp"
#include "program/constants.hpp"
#include "program/resolve.hpp"
#include "trainlint/program.hpp"

namespace trainlint::program {

class OptionReader {
public:
    OptionReader(const flow::Resolved& resolved, Resolver& resolver, Constants& constants,
                 const text::Fragment& fragment, Names& names);

    /// None: the module does not read a command line.
    std::optional<ArgumentParser> run();
    /// Gives `constants` the defaults of the options that were read.
    void share_defaults(const ArgumentParser& parser);

private:
    struct CallAt {
        std::uint32_t function = 0;
        flow::Id id = flow::no_id;
    };

    [[nodiscard]] bool imports_reader() const;
    [[nodiscard]] bool mentions_argv() const;
    [[nodiscard]] bool is_parse(Symbol method) const;
    void read_calls(std::uint32_t function);
    void read_call(CallAt call);
    void read_named_call(CallAt call, std::string_view callee);
    void read_method(CallAt call, Symbol method);
    void read_arguments_handed_on();
    void read_argv(std::uint32_t function);
    void read_constructor(CallAt call);
    void read_parse(CallAt call);
    void add_option(CallAt call);
    void add_click(CallAt call, bool option);
    void read_click_command(std::uint32_t definition);
    void open(std::string_view why);
    [[nodiscard]] bool is_parser(std::uint32_t function, flow::Id value);
    [[nodiscard]] bool find_stored_members(std::unordered_set<Symbol>& stored) const;
    [[nodiscard]] flow::Id argument(CallAt call, std::string_view name) const;
    [[nodiscard]] std::string_view text_of(CallAt call, flow::Id value) const;
    [[nodiscard]] const flow::Function& function(std::uint32_t index) const {
        return resolved_.source->functions[index];
    }
    [[nodiscard]] text::Place place(CallAt call) const {
        return fragment_.place(function(call.function)[call.id].at);
    }

    const flow::Resolved& resolved_;
    Resolver& resolver_;
    Constants& constants_;
    const text::Fragment& fragment_;
    const Names& names_;
    ArgumentParser parser_;
    std::vector<std::uint32_t> receivers_;          // variables on which options are added
    std::vector<Symbol> destinations_;              // of parser_.options; no_symbol: not known
    Symbol add_argument_{}, add_subparsers_{}, parse_args_{}, parse_known_args_{}, set_defaults_{},
        parse_intermixed_args_{}, parse_known_intermixed_args_{}, argv_{}, argv_word_{};
    std::optional<CallAt> constructed_, read_at_, other_;
    std::size_t constructors_ = 0, click_commands_ = 0;
    bool reads_argv_ = false;
};

}  // namespace trainlint::program
