#include "frontends/python/demand.hpp"

#include <algorithm>
#include <array>

namespace trainlint::python {

namespace {

using std::string_view;
using Form = NamedLine::Form;

// What links ask of every file that is kept: options of a script, commands, variables.
constexpr std::array<string_view, 43> needed = {"add_argument",
                                                "ArgumentParser",
                                                "parse_args",
                                                "parse_known_args",
                                                "add_argument_group",
                                                "add_mutually_exclusive_group",
                                                "add_subparsers",
                                                "set_defaults",
                                                "HfArgumentParser",
                                                "subprocess",
                                                "system",
                                                "popen",
                                                "Popen",
                                                "check_call",
                                                "check_output",
                                                "call",
                                                "getoutput",
                                                "getstatusoutput",
                                                "shlex",
                                                "execv",
                                                "execve",
                                                "execvp",
                                                "execvpe",
                                                "spawnv",
                                                "spawnve",
                                                "spawnvp",
                                                "spawnvpe",
                                                "posix_spawn",
                                                "posix_spawnp",
                                                "create_subprocess_exec",
                                                "create_subprocess_shell",
                                                "executable",
                                                "python",
                                                "python3",
                                                "bash",
                                                "sh",
                                                "torchrun",
                                                "srun",
                                                "mpirun",
                                                "mpiexec",
                                                "sbatch",
                                                "accelerate",
                                                "deepspeed"};
// Their values decide what a program does.
constexpr std::array<string_view, 4> environment = {"environ", "getenv", "putenv", "unsetenv"};

/// Methods that run when nobody names them.
bool is_implicit(string_view name) {
    return name == "forward" || (name.starts_with("__") && name.ends_with("__"));
}

std::uint64_t pair(std::uint32_t item, NameId name) {
    return std::uint64_t{item} << 32 | name;
}

}  // namespace

bool BodyChoice::states_all() const {
    for (std::uint32_t i = 0; i < stated_.size(); ++i)
        if (is_function(i) && !states(i)) return false;
    return true;
}

void BodyChoice::choose(string_view text, const Outline& outline, const frontends::Demand& demand) {
    text_ = text;
    outline_ = &outline;
    all_ = demand.all_bodies;
    stated_.assign(outline.items.size(), 0);
    const auto is_function_item = [](const OutlineItem& item) {
        return item.kind == OutlineItem::Kind::function;
    };
    if (all_ || std::none_of(outline.items.begin(), outline.items.end(), is_function_item)) return;
    hot_items_.assign(outline.items.size(), 0);
    declares_.assign(outline.items.size(), 0);
    locally_hot_.clear();
    names_to_do_.clear();
    lines_to_do_.clear();
    hot_.clear();
    lines_.open(text, outline);
    words_.read(text);
    touched_.assign(lines_.size(), 0);
    bound_.assign(lines_.size(), 0);
    assign_lines();
    for (const auto word : {"global", "nonlocal"})
        for (const auto place : words_.places(hash_of(word), whole_text()))
            if (const auto line = lines_.at(place); line != no_line && owner_[line] != no_item)
                declares_[owner_[line]] = 1;
    take_hits(demand.hits);
    take_needed();
    // Where most is stated, the rest is not worth the search.
    if (2 * stated_bytes() > text.size()) all_ = true;
    spread();
}

std::size_t BodyChoice::stated_bytes() const {
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < stated_.size(); ++i)
        if (stated_[i]) bytes += outline_->items[i].body.size();
    return bytes;
}

/// Which item each line belongs to. Items and lines are both in order.
void BodyChoice::assign_lines() {
    const auto& items = outline_->items;
    owner_.assign(lines_.size(), no_item);
    class_.assign(lines_.size(), no_item);
    item_at_.assign(lines_.size(), no_item);
    head_.assign(items.size(), no_line);
    std::vector<std::uint32_t> open;
    std::uint32_t next = 0;
    for (std::uint32_t line = 0; line < lines_.size(); ++line) {
        const auto at = lines_.line(line).begin;
        while (!open.empty() && items[open.back()].at.end <= at) open.pop_back();
        for (; next < items.size() && items[next].at.begin <= at; ++next) {
            const bool scope = items[next].kind == OutlineItem::Kind::function ||
                               items[next].kind == OutlineItem::Kind::class_;
            if (scope && items[next].at.end > at) open.push_back(next);
        }
        if (open.empty()) continue;
        const auto item = open.back();
        (is_function(item) ? owner_ : class_)[line] = item;
        if (head_[item] != no_line || items[item].head.begin > at) continue;
        head_[item] = line;
        item_at_[line] = item;
    }
}

/// A comment, or a string that stands for itself.
bool BodyChoice::is_quiet(text::Span hit, std::uint32_t line) {
    const auto inside = [&](const std::vector<text::Span>& spans) -> const text::Span* {
        const auto after = std::upper_bound(
            spans.begin(), spans.end(), hit.begin,
            [](std::uint32_t at, const text::Span& span) { return at < span.begin; });
        if (after == spans.begin() || (after - 1)->end <= hit.begin) return nullptr;
        return &*(after - 1);
    };
    if (inside(outline_->comments)) return true;
    const auto* string = inside(outline_->long_strings);
    const auto begin = lines_.line(line).begin;
    if (string && string->begin <= begin + 2) return true;
    const char c = text_[begin];
    return (c == '"' || c == '\'') && lines_.names(line).form == Form::text && !string;
}

void BodyChoice::take_hits(std::span<const text::Span> hits) {
    std::uint32_t line = 0;
    for (const auto hit : hits) {
        while (line < lines_.size() && lines_.line(line).end <= hit.begin) ++line;
        if (line == lines_.size()) return;
        if (lines_.line(line).begin < hit.end && !is_quiet(hit, line)) take_hit(hit, line);
    }
}

void BodyChoice::take_hit(text::Span hit, std::uint32_t line) {
    if (lines_.line(line).start != LineStart::import) return touch(line);
    const auto names = lines_.names(line);
    if (names.form == Form::star_import) all_ = true;
    if (owner_[line] != no_item) make_hot(owner_[line]);
    const std::vector<Binding> bindings(names.binds.begin(), names.binds.end());
    const bool one = std::any_of(bindings.begin(), bindings.end(),
                                 [&](const Binding& b) { return b.at.overlaps(hit); });
    for (const auto& binding : bindings)
        if (!one || binding.at.overlaps(hit)) bind(line, binding.name);
}

void BodyChoice::take_needed() {
    for (const auto word : needed) need(word, false);
    for (const auto word : environment) need(word, true);
}

/// `f` must not ask for users.
template <typename F>
void BodyChoice::users(NameId name, text::Span within, F&& f) {
    users_.clear();
    for (const auto place : words_.places(word_of(name), within)) {
        const auto line = lines_.at(place);
        if (line != no_line && (users_.empty() || users_.back() != line)) users_.push_back(line);
    }
    for (const auto line : users_)
        if (lines_.names(line).does_use(name)) f(line);
}

void BodyChoice::need(string_view word, bool is_hot) {
    const auto number = hash_of(word);
    for (const auto id : {variable(number), member(number)}) {
        users(id, whole_text(), [&](std::uint32_t line) {
            if (is_hot)
                lines_to_do_.push_back(line);
            else if (owner_[line] != no_item)
                stated_[owner_[line]] = 1;
        });
    }
}

void BodyChoice::spread() {
    while (!all_ && !(lines_to_do_.empty() && names_to_do_.empty())) {
        if (!lines_to_do_.empty()) {
            const auto line = lines_to_do_.back();
            lines_to_do_.pop_back();
            touch(line);
            continue;
        }
        const auto name = names_to_do_.back();
        names_to_do_.pop_back();
        // Lines of one function follow each other.
        auto known = no_item;
        bool hidden = false;
        users(name, whole_text(), [&](std::uint32_t line) {
            const auto owner = owner_[line];
            if (owner == no_item || is_member(name)) return lines_to_do_.push_back(line);
            if (owner != known) hidden = scope_of(owner, word_of(name)) == Scope::local;
            known = owner;
            if (!hidden) lines_to_do_.push_back(line);
        });
    }
}

void BodyChoice::touch(std::uint32_t line) {
    if (touched_[line]) return;
    touched_[line] = 1;
    if (owner_[line] != no_item) make_hot(owner_[line]);
    if (item_at_[line] != no_item && !is_function(item_at_[line]))
        heat_class_head(item_at_[line]);
    else
        bind_line(line);
    if (lines_.names(line).form == Form::head) touch_region(line);
    touch_enclosing(line);
}

/// What is assigned under a hot condition depends on it.
void BodyChoice::touch_region(std::uint32_t head) {
    const auto indent = lines_.line(head).indent;
    for (auto line = head + 1; line < lines_.size(); ++line) {
        const auto& below = lines_.line(line);
        const bool goes_on = below.start == LineStart::continuation;
        if (below.indent < indent || (below.indent == indent && !goes_on)) return;
        bind_line(line);
    }
}

/// A function within a function (or within an `if` of the top level) that holds a hot line.
void BodyChoice::touch_enclosing(std::uint32_t line) {
    for (auto at = lines_.definition(line); at != no_line; at = lines_.definition(at)) {
        if (item_at_[at] != no_item || bound_[at]) return;
        bind_line(at);
    }
}

void BodyChoice::bind_line(std::uint32_t line) {
    if (bound_[line]) return;
    bound_[line] = 1;
    const auto names = lines_.names(line);
    if (names.form == Form::global || item_at_[line] != no_item) return;
    const std::vector<Binding> bindings(names.binds.begin(), names.binds.end());
    for (const auto& binding : bindings) {
        bind(line, binding.name);
        if (names.form == Form::definition) return;  // the others are its parameters
    }
}

void BodyChoice::bind(std::uint32_t line, NameId name) {
    const auto owner = owner_[line];
    if (is_member(name)) return heat(name);
    if (owner == no_item) {
        heat(name);
        if (class_[line] != no_item) heat(member(word_of(name)));
        return;
    }
    heat_locally(owner, name);
    if (declares_[owner] && scope_of(owner, word_of(name)) == Scope::declared_global) heat(name);
}

void BodyChoice::heat(NameId name) {
    if (hot_.insert(name).second) names_to_do_.push_back(name);
}

void BodyChoice::heat_locally(std::uint32_t item, NameId name) {
    if (!locally_hot_.insert(pair(item, name)).second) return;
    users(name, outline_->items[item].at,
          [&](std::uint32_t line) { lines_to_do_.push_back(line); });
}

void BodyChoice::make_hot(std::uint32_t item) {
    if (hot_items_[item]) return;
    hot_items_[item] = 1;
    stated_[item] = 1;
    const auto name = name_of(item);
    const auto number = hash_of(name);
    const auto parent = outline_->items[item].parent;
    if (parent >= outline_->items.size()) return heat(variable(number));
    if (is_implicit(name)) make_class_hot(parent);
    if (!name.starts_with("__")) heat(member(number));
    users(variable(number), outline_->items[parent].at, [&](std::uint32_t line) {
        if (class_[line] == parent) lines_to_do_.push_back(line);  // property(get_x)
    });
}

void BodyChoice::make_class_hot(std::uint32_t item) {
    if (hot_items_[item]) return;
    hot_items_[item] = 1;
    const auto number = hash_of(name_of(item));
    heat(variable(number));
    if (outline_->items[item].parent < outline_->items.size()) heat(member(number));
}

/// A base or decorator is hot: what runs unnamed may call it.
void BodyChoice::heat_class_head(std::uint32_t item) {
    make_class_hot(item);
    const auto end = outline_->items[item].at.end;
    for (auto i = item + 1; i < outline_->items.size() && outline_->items[i].at.begin < end; ++i)
        if (outline_->items[i].parent == item && is_function(i) && is_implicit(name_of(i)))
            make_hot(i);
}

/// Only lines that hold the word can bind it.
BodyChoice::Scope BodyChoice::scope_of(std::uint32_t item, WordHash word) {
    const auto head = head_[item];
    auto scope = Scope::outer;
    const auto places = words_.places(word, outline_->items[item].at);
    for (const auto place : places) {
        const auto line = lines_.at(place);
        if (line == no_line || (line != head && lines_.definition(line) != head)) continue;
        const auto names = lines_.names(line);
        auto binds = names.binds;
        if (line == head && !binds.empty())
            binds = binds.subspan(1);
        else if (names.form == Form::definition && !binds.empty())
            binds = binds.first(1);
        const bool found = std::any_of(binds.begin(), binds.end(), [&](const Binding& binding) {
            return binding.name == variable(word);
        });
        if (found && names.form == Form::global) return Scope::declared_global;
        if (found) scope = Scope::local;
        if (found && !declares_[item]) break;
    }
    return scope;
}

string_view BodyChoice::name_of(std::uint32_t item) const {
    const auto at = outline_->items[item].name;
    return text_.substr(at.begin, at.size());
}

}  // namespace trainlint::python
