#include "program/options.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "flow/calls.hpp"

namespace trainlint::program {

namespace {

using flow::Expression;
using flow::Id;
using flow::Meaning;
using flow::no_id;
using flow::no_index;
using flow::Statement;

/// Readers whose options are not written as options in the program.
struct OtherReader {
    std::string_view name;         ///< a dotted name, or a package with its dot
    std::string_view why;
};
constexpr OtherReader other_readers[] = {
    {"fire.Fire", "fire makes options of a function's parameters"},
    {"transformers.HfArgumentParser", "HfArgumentParser makes options of dataclasses"},
    {"hydra.main", "hydra takes overrides of its configuration"},
    {"omegaconf.OmegaConf.from_cli", "OmegaConf takes any key"},
    {"absl.", "absl collects flags from all modules"},
    {"typer.", "typer makes options of a function's parameters"},
    {"tyro.", "tyro makes options of a class"},
    {"simple_parsing.", "simple_parsing makes options of dataclasses"},
    {"jsonargparse.", "jsonargparse makes options of classes"},
    {"configargparse.", "configargparse reads files as well"},
    {"draccus.", "draccus makes options of dataclasses"},
    {"tap.", "tap makes options of a class"},
    {"chz.", "chz makes options of a class"},
    {"optparse.", "optparse is not read"},
    {"docopt.", "docopt reads a docstring"},
    {"plac.", "plac makes options of a function's parameters"},
};

std::string_view why_other(std::string_view callee) {
    for (const auto& reader : other_readers)
        if (callee == reader.name ||
            (reader.name.ends_with('.') && callee.starts_with(reader.name)))
            return reader.why;
    if (callee.ends_with(".LightningCLI") || callee.ends_with(".HfArgumentParser"))
        return "the options are made of classes";
    return {};
}

bool takes_no_value(std::string_view action) {
    constexpr std::array switches{"store_true", "store_false", "store_const", "append_const",
                                  "count",      "help",        "version"};
    return std::find(switches.begin(), switches.end(), action) != switches.end();
}

}  // namespace

OptionReader::OptionReader(const flow::Resolved& resolved, Resolver& resolver,
                           Constants& constants, const text::Fragment& fragment, Names& names)
    : resolved_(resolved),
      resolver_(resolver),
      constants_(constants),
      fragment_(fragment),
      names_(names),
      add_argument_(names.intern("add_argument")),
      add_subparsers_(names.intern("add_subparsers")),
      parse_args_(names.intern("parse_args")),
      parse_known_args_(names.intern("parse_known_args")),
      set_defaults_(names.intern("set_defaults")),
      parse_intermixed_args_(names.intern("parse_intermixed_args")),
      parse_known_intermixed_args_(names.intern("parse_known_intermixed_args")),
      argv_(names.intern("sys.argv")),
      argv_word_(names.intern("argv")) {}

/// Only a program that imports a reader of options reads any by itself.
bool OptionReader::imports_reader() const {
    for (const auto& import : resolved_.source->imports) {
        const auto root = first_component(names_.text(import.module));
        if (root == "argparse" || root == "click" || root == "lightning" ||
            root == "pytorch_lightning")
            return true;
        for (const auto& reader : other_readers)
            if (first_component(reader.name) == root) return true;
    }
    return false;
}

/// Whatever the program calls sys.argv, the word stands somewhere.
bool OptionReader::mentions_argv() const {
    const auto& imports = resolved_.source->imports;
    if (std::any_of(imports.begin(), imports.end(),
                    [&](const auto& import) { return import.name == argv_word_; }))
        return true;
    for (const auto& f : resolved_.source->functions)
        for (const auto& e : f.expressions)
            if (e.kind == Expression::Kind::member && e.symbol == argv_word_) return true;
    return false;
}

void OptionReader::open(std::string_view why) {
    if (!parser_.open) parser_.why_open = why;
    parser_.open = true;
}

Id OptionReader::argument(CallAt call, std::string_view name) const {
    bool open = false;
    return flow::find_argument(function(call.function), names_, call.id, name, 1000, open);
}

std::string_view OptionReader::text_of(CallAt call, Id value) const {
    if (value == no_id) return {};
    const auto& e = function(call.function)[value];
    const bool text = e.kind == Expression::Kind::literal &&
                      e.operation == static_cast<std::uint8_t>(flow::LiteralKind::text);
    return text ? names_.text(e.symbol) : std::string_view{};
}

std::optional<ArgumentParser> OptionReader::run() {
    const auto count = static_cast<std::uint32_t>(resolved_.source->functions.size());
    const bool own_reader = imports_reader(), argv = mentions_argv();
    if (!own_reader && !argv) {
        // A parser that stands in another module may still be read here.
        for (std::uint32_t i = 0; i < count; ++i)
            for (const auto& e : function(i).expressions)
                if (e.kind == Expression::Kind::member && is_parse(e.symbol)) {
                    parser_.at = fragment_.place(e.at);
                    open("the parser stands in another module");
                    return parser_;
                }
        return std::nullopt;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        read_calls(i);
        if (argv) read_argv(i);
    }
    for (std::uint32_t i = 0; i < resolved_.source->definitions.size(); ++i) read_click_command(i);
    if (other_) parser_.at = place(*other_);
    if (constructed_) {
        parser_.at = place(*constructed_);
        if (constructors_ > 1) open("several parsers are made");
        if (!read_at_) open("the parser is read elsewhere");
        read_arguments_handed_on();
    } else if (!other_ && click_commands_ == 0) {
        if (!read_at_ && !reads_argv_) return std::nullopt;
        if (read_at_) parser_.at = place(*read_at_);
        open(read_at_ ? "the parser stands in another module" : "sys.argv is read directly");
    }
    if (click_commands_ > 1) open("several commands");
    return parser_;
}

bool OptionReader::is_parse(Symbol method) const {
    return method == parse_args_ || method == parse_known_args_ ||
           method == parse_intermixed_args_ || method == parse_known_intermixed_args_;
}

void OptionReader::read_calls(std::uint32_t index) {
    const auto& f = function(index);
    for (std::uint32_t i = 0; i < f.expressions.size(); ++i)
        if (f.expressions[i].kind == Expression::Kind::call && f.expressions[i].operand_count > 0)
            read_call({index, Id{i}});
}

/// sys.argv that is only printed or handed to the parser changes nothing.
void OptionReader::read_argv(std::uint32_t index) {
    const auto& f = function(index);
    const auto is_argv = [&](Id id) {
        if (id == no_id) return false;
        // Only a name may be another word for it.
        if (f[id].kind == Expression::Kind::member && f[id].symbol != argv_word_) return false;
        const auto& meaning = resolver_.meaning(index, id);
        return meaning.kind == Meaning::Kind::external && meaning.name == argv_;
    };
    const auto object = [&](Id id) {
        return f[id].operand_count > 0 ? f.operands_of(id)[0] : no_id;
    };
    for (std::uint32_t i = 0; i < f.expressions.size(); ++i) {
        if (f.expressions[i].kind == Expression::Kind::member && is_argv(Id{i}))
            reads_argv_ = true;
        if (f.expressions[i].kind != Expression::Kind::call || f.expressions[i].operand_count == 0)
            continue;
        const auto callee = f.operands_of(Id{i})[0];
        if (f[callee].kind == Expression::Kind::member && is_argv(object(callee)))
            open("sys.argv is changed");
    }
    for (const auto& statement : f.statements) {
        if (statement.kind != Statement::Kind::assign || statement.target == no_id) continue;
        const auto target = statement.target;
        if (is_argv(target) ||
            (f[target].kind == Expression::Kind::element && is_argv(object(target))))
            open("sys.argv is changed");
    }
}

void OptionReader::read_call(CallAt call) {
    const auto& f = function(call.function);
    const auto callee = f.operands_of(call.id)[0];
    const auto& meaning = resolver_.meaning(call.function, callee);
    if (meaning.kind == Meaning::Kind::class_) {
        // A parser of a class of this module may do what it likes.
        const auto& definition = resolved_.source->definitions[meaning.index];
        for (const auto base : definition.bases) {
            if (definition.scope == no_index) break;
            const auto& named = resolver_.meaning(definition.scope, base);
            if (last_component(names_.text(named.name)) != "ArgumentParser") continue;
            read_constructor(call);
            open("the parser is of a class of its own");
        }
        return;
    }
    if (meaning.kind == Meaning::Kind::external || meaning.kind == Meaning::Kind::member) {
        const auto name = names_.text(meaning.name);
        if (meaning.built_in) return;
        if (meaning.kind == Meaning::Kind::external && !name.starts_with("argparse.ArgumentParser."))
            return read_named_call(call, name);
    }
    if (f[callee].kind == Expression::Kind::member) read_method(call, f[callee].symbol);
}

void OptionReader::read_named_call(CallAt call, std::string_view callee) {
    if (callee == "argparse.ArgumentParser") return read_constructor(call);
    if (callee == "click.option" || callee == "click.argument")
        return add_click(call, callee == "click.option");
    const auto why = why_other(callee);
    if (why.empty()) return;
    other_ = call;
    open(why);
}

void OptionReader::read_constructor(CallAt call) {
    ++constructors_;
    if (!constructed_) constructed_ = call;
    if (argument(call, "parents") != no_id) open("options come from parents=");
    if (argument(call, "fromfile_prefix_chars") != no_id) open("options can come from a file");
    if (argument(call, "prefix_chars") != no_id) open("options have a prefix of their own");
    const auto abbreviations = constants_.of(call.function, argument(call, "allow_abbrev"));
    if (abbreviations && abbreviations->text == "False") parser_.abbreviations = false;
    for (const auto operand : function(call.function).operands_of(call.id))
        if (function(call.function)[operand].kind == Expression::Kind::double_star)
            open("the parser's own options are not known");
}

void OptionReader::read_method(CallAt call, Symbol method) {
    const bool lets_through =
        method == parse_known_args_ || method == parse_known_intermixed_args_;
    const bool parses = method == parse_args_ || method == parse_intermixed_args_;
    if (method == add_subparsers_) return open("there are sub-parsers");
    if (method == set_defaults_) {
        for (const auto operand : function(call.function).operands_of(call.id))
            if (function(call.function)[operand].kind == Expression::Kind::keyword)
                constants_.forget_option_default(function(call.function)[operand].symbol);
        return;
    }
    if (method != add_argument_ && !lets_through && !parses) return;
    const auto& f = function(call.function);
    const auto callee = f.operands_of(call.id)[0];
    const auto& receiver = resolver_.meaning(call.function, f.operands_of(callee)[0]);
    if (receiver.kind == Meaning::Kind::variable) receivers_.push_back(receiver.index);
    if (method == add_argument_) return add_option(call);
    if (parses) return read_parse(call);
    if (!read_at_) read_at_ = call;
    open("unknown options are let through");
}

/// parse_args() and parse_args(sys.argv[1:]) read the command line, a list does not.
void OptionReader::read_parse(CallAt call) {
    const auto& f = function(call.function);
    if (!read_at_) read_at_ = call;
    bool unsure = false;
    const auto given = flow::find_argument(f, names_, call.id, "args", 0, unsure);
    if (unsure) return open("what is read is not known");
    if (given == no_id) return;
    auto value = given;
    if (f[value].kind == Expression::Kind::element && f[value].operand_count > 0)
        value = f.operands_of(value)[0];
    const auto& meaning = resolver_.meaning(call.function, value);
    if (meaning.kind == Meaning::Kind::external && names_.text(meaning.name) == "sys.argv") return;
    if (f[given].kind == Expression::Kind::literal && text_of(call, given).empty()) return;
    const bool of_main = meaning.kind == Meaning::Kind::variable &&
                         resolved_.variables[meaning.index].parameter != no_index;
    if (!of_main) open("it reads a list of its own");
}

void OptionReader::add_option(CallAt call) {
    const auto& f = function(call.function);
    Option option{.spellings = {}, .at = place(call), .default_value = {}};
    Symbol destination{};
    for (const auto operand : f.operands_of(call.id).subspan(1)) {
        const auto kind = f[operand].kind;
        if (kind == Expression::Kind::keyword) continue;
        if (kind == Expression::Kind::double_star) continue;
        const auto spelled = text_of(call, operand);
        if (spelled.empty()) {
            open("options with computed names");
            continue;
        }
        option.spellings.emplace_back(spelled);
    }
    if (option.spellings.empty()) return;
    const auto action = argument(call, "action");
    const auto action_name = text_of(call, action);
    if (takes_no_value(action_name)) option.takes_value = false;
    if (action != no_id && names_.text(f[action].symbol) == "BooleanOptionalAction") {
        option.takes_value = false;
        const auto given = option.spellings;
        for (const auto& spelling : given)
            if (spelling.starts_with("--")) option.spellings.push_back("--no-" + spelling.substr(2));
    }
    const auto nargs = argument(call, "nargs");
    const auto number = text_of(call, nargs);
    const bool remainder = nargs != no_id && names_.text(f[nargs].symbol) == "REMAINDER";
    option.any_number = number == "*" || number == "+" || number == "..." || remainder;
    if (remainder) open("the rest of the line is taken as it is");
    if (action_name == "store_true" || action_name == "store_false")
        option.default_value = flow::Constant{.kind = flow::Constant::Kind::boolean,
                                              .text = action_name == "store_true" ? "False" : "True"};
    if (const auto given = constants_.of(call.function, argument(call, "default")))
        option.default_value = given;
    else if (argument(call, "default") != no_id)
        option.default_value.reset();

    std::string name(text_of(call, argument(call, "dest")));
    for (const auto& spelling : option.spellings)
        if (name.empty() && (spelling.starts_with("--") || !spelling.starts_with("-")))
            name = spelling.substr(spelling.find_first_not_of('-') == std::string::npos
                                       ? 0
                                       : spelling.find_first_not_of('-'));
    std::replace(name.begin(), name.end(), '-', '_');
    destination = names_.find(name);
    parser_.options.push_back(std::move(option));
    destinations_.push_back(destination);
}

/// The members that the program assigns by itself, `args.backend = "gloo"`. False: it may assign
/// any, `setattr(args, key, value)`.
bool OptionReader::find_stored_members(std::unordered_set<Symbol>& stored) const {
    const auto set_attribute = names_.find("setattr");
    for (const auto& f : resolved_.source->functions) {
        const auto store = [&](auto&& self, Id target) -> void {
            if (target == no_id) return;
            const auto& e = f[target];
            if (e.kind == Expression::Kind::member) stored.insert(e.symbol);
            if (e.kind == Expression::Kind::sequence || e.kind == Expression::Kind::star)
                for (const auto operand : f.operands_of(e)) self(self, operand);
        };
        for (const auto& statement : f.statements) store(store, statement.target);
        for (const auto& e : f.expressions) {
            if (e.kind != Expression::Kind::call || e.operand_count < 3) continue;
            const auto operands = f.operands_of(e);
            const auto& callee = f[operands[0]];
            if (callee.kind != Expression::Kind::name || callee.symbol != set_attribute) continue;
            if (f[operands[2]].kind != Expression::Kind::literal) return false;
            stored.insert(f[operands[2]].symbol);
        }
    }
    return true;
}

void OptionReader::share_defaults(const ArgumentParser& parser) {
    std::unordered_set<Symbol> stored;
    if (!find_stored_members(stored)) return;
    for (std::size_t i = 0; i < parser.options.size() && i < destinations_.size(); ++i) {
        const auto name = destinations_[i];
        if (name == no_symbol || !parser.options[i].default_value || stored.contains(name)) continue;
        if (std::count(destinations_.begin(), destinations_.end(), name) == 1)
            constants_.set_option_default(name, *parser.options[i].default_value);
    }
}

bool OptionReader::is_parser(std::uint32_t index, Id value) {
    const auto& meaning = resolver_.meaning(index, value);
    if (meaning.kind != Meaning::Kind::variable) return false;
    if (std::find(receivers_.begin(), receivers_.end(), meaning.index) != receivers_.end())
        return true;
    const auto type = resolver_.type_of(index, value);
    return type.kind == Type::Kind::external &&
           names_.text(type.maker) == "argparse.ArgumentParser";
}

/// Options may be added wherever the parser is given to.
void OptionReader::read_arguments_handed_on() {
    const auto count = static_cast<std::uint32_t>(resolved_.source->functions.size());
    for (std::uint32_t index = 0; index < count && !parser_.open; ++index) {
        const auto& f = function(index);
        for (std::uint32_t i = 0; i < f.expressions.size(); ++i) {
            const auto& e = f.expressions[i];
            if (e.kind != Expression::Kind::call || e.operand_count < 2) continue;
            const auto operands = f.operands_of(e);
            const auto& callee = resolver_.meaning(index, operands[0]);
            const bool seen =
                (callee.kind == Meaning::Kind::function &&
                 resolved_.source->definitions[callee.index].function != no_index) ||
                (callee.kind == Meaning::Kind::external &&
                 names_.text(callee.name).find('.') == std::string_view::npos);
            if (seen) continue;
            for (auto given : operands.subspan(1)) {
                if (f[given].kind == Expression::Kind::keyword && f[given].operand_count > 0)
                    given = f.operands_of(given)[0];
                if (is_parser(index, given))
                    open("the parser is given to a function that is not seen");
            }
        }
    }
}

void OptionReader::add_click(CallAt call, bool is_option) {
    const auto& f = function(call.function);
    Option option{.spellings = {}, .at = place(call), .default_value = {}};
    for (const auto operand : f.operands_of(call.id).subspan(1)) {
        if (f[operand].kind == Expression::Kind::keyword) continue;
        const std::string spelled(text_of(call, operand));
        if (spelled.empty()) {
            open("options with computed names");
        } else if (!is_option) {
            option.spellings.push_back(spelled);
        } else if (spelled.starts_with("-")) {
            // "--shout/--no-shout" is a switch with two spellings.
            const auto slash = spelled.find('/');
            option.spellings.push_back(spelled.substr(0, slash));
            if (slash == std::string::npos) continue;
            option.takes_value = false;
            const auto other = spelled.find_first_not_of(" /", slash);
            if (other != std::string::npos) option.spellings.push_back(spelled.substr(other));
        }
    }
    if (option.spellings.empty()) return;
    const auto truth = [&](std::string_view name) {
        const auto value = constants_.of(call.function, argument(call, name));
        return value && value->text == "True";
    };
    if (truth("is_flag") || truth("count")) option.takes_value = false;
    option.any_number = argument(call, "nargs") != no_id;
    option.default_value = constants_.of(call.function, argument(call, "default"));
    parser_.options.push_back(std::move(option));
    destinations_.push_back(no_symbol);
}

void OptionReader::read_click_command(std::uint32_t index) {
    const auto& definition = resolved_.source->definitions[index];
    if (definition.scope == no_index) return;
    const auto& scope = function(definition.scope);
    bool command = false, others = false;
    for (const auto decorator : definition.decorators) {
        auto named = decorator;
        const bool called = scope[named].kind == Expression::Kind::call;
        if (called && scope[named].operand_count > 0) named = scope.operands_of(named)[0];
        const auto& meaning = resolver_.meaning(definition.scope, named);
        const auto name = meaning.kind == Meaning::Kind::external ? names_.text(meaning.name)
                                                                  : std::string_view{};
        if (name == "hydra.main") {
            other_ = CallAt{definition.scope, decorator};
            open(why_other(name));
        }
        if (name == "click.group") open("there are several commands");
        if (name == "click.command" || name == "click.group") {
            command = true;
            parser_.at = place({definition.scope, decorator});
            if (called && (argument({definition.scope, decorator}, "context_settings") != no_id ||
                           argument({definition.scope, decorator}, "cls") != no_id))
                open("the command has settings of its own");
        } else if (!name.starts_with("click.")) {
            others = true;
        }
    }
    if (!command) return;
    ++click_commands_;
    parser_.abbreviations = false;
    if (others) open("a decorator may add options");
}

}  // namespace trainlint::program
