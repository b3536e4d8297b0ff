#include "frontends/structured/environments.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace trainlint::structured {
namespace {

using facts::Value;
using Kind = facts::Value::Kind;

/// Further variables are stated, but not given to commands.
constexpr std::size_t environment_limit = 1'000;

bool is_upper(char c) {
    return (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_letter(char c) {
    return is_upper(c) || (c >= 'a' && c <= 'z');
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// `upper`: as environment variables are named by habit; else any identifier.
bool is_name(std::string_view text, bool upper) {
    if (text.empty() || is_digit(text[0])) return false;
    return std::all_of(text.begin(), text.end(), [upper](char c) {
        return is_digit(c) || (upper ? is_upper(c) : is_letter(c));
    });
}

class Statement {
public:
    Statement(const Source& source, Scope& scope, frontends::Stated& stated)
        : source_(source), scope_(scope), stated_(stated) {}

    void mapping(const Value& environment) {
        for (const Value::Member& member : environment.members) {
            // `env:` of a simulator is a mapping too: its keys are not variables.
            if (!is_name(member.key, scope_.replacer == Replacer::none)) continue;
            const bool nothing = member.value.kind == Kind::null;
            if (nothing && scope_.replacer != Replacer::compose) continue;
            if (!nothing && !has_text(member.value)) continue;
            facts::VariableUse use;
            use.name_span = inside(source_.text(), member.key_span);
            const text::Span at{member.key_span.begin,
                                std::max(member.key_span.end, member.value.span.end)};
            if (!nothing) use.value = word_of(source_, member.value, scope_.reading());
            state(member.key, std::move(use), at);
        }
    }

    void list(const Value& environment) {
        for (const Value::Member& item : environment.members) {
            if (item.value.kind == Kind::mapping) entry(item.value);
            if (item.value.kind == Kind::string) pair(item.value);
        }
    }

private:
    /// `{name: X, value: Y}`; `valueFrom:` gives a value that is not known here.
    void entry(const Value& entry) {
        const Value* name = entry.find("name");
        if (name == nullptr || name->kind != Kind::string || !is_name(name->text, false)) return;
        facts::VariableUse use;
        const Value* value = entry.find("value");
        const bool from = entry.find("valueFrom") != nullptr;
        if (value != nullptr && value->kind != Kind::null) {
            use.value = word_of(source_, *value, scope_.reading());
        } else if (from) {
            use.value = unknown_word(source_, entry.find("valueFrom")->span);
        } else {
            use.value.emplace();
            use.value->at = source_.place({entry.span.end, entry.span.end});
            use.value->span = {entry.span.end, entry.span.end};
        }
        use.name_span = inside(source_.text(), name->span);
        state(name->text, std::move(use), entry.span);
    }

    /// `NAME=VALUE`; `NAME` alone passes the host's value on.
    void pair(const Value& pair) {
        const auto equals = pair.text.find('=');
        const std::string_view name = std::string_view(pair.text).substr(0, equals);
        if (!is_name(name, scope_.replacer == Replacer::none)) return;
        facts::VariableUse use;
        const text::Span within = inside(source_.text(), pair.span);
        const bool plain = source_.text().substr(within.begin).starts_with(name);
        if (plain) {
            use.name_span = {within.begin, within.begin + static_cast<std::uint32_t>(name.size())};
        }
        if (equals != std::string::npos) {
            use.value = word_from(word_of(source_, pair, scope_.reading()), equals + 1);
        } else if (scope_.replacer != Replacer::compose) {
            return;
        }
        state(name, std::move(use), pair.span);
    }

    void state(std::string_view name, facts::VariableUse use, text::Span at) {
        using Action = facts::VariableUse::Action;
        use.action = use.value ? Action::set : Action::forward;
        use.name = source_.names.intern(name);
        use.maybe = scope_.maybe;
        use.stage = scope_.stage;
        use.at = source_.place(at);
        use.name_at = use.name_span.size() > 0 ? source_.place(use.name_span) : use.at;
        if (use.name_span.size() > 0) use.fragment = source_.fragment;
        if (scope_.environment.size() < environment_limit) {
            scope_.environment.push_back(
                {use.name, use.value ? *use.value : unknown_word(source_, at)});
        }
        stated_.variables.push_back(std::move(use));
    }

    const Source& source_;
    Scope& scope_;
    frontends::Stated& stated_;
};

}  // namespace

bool is_environment(const Value::Member& member) {
    constexpr std::array<std::string_view, 6> keys{
        "env", "envs", "env_vars", "environment", "environment_variables", "variables"};
    const Kind kind = member.value.kind;
    return (kind == Kind::mapping || kind == Kind::sequence) &&
           std::find(keys.begin(), keys.end(), member.key) != keys.end();
}

void state_environment(const Source& source, const Value& environment, Scope& scope,
                       frontends::Stated& stated) {
    Statement statement(source, scope, stated);
    if (environment.kind == Kind::mapping) {
        statement.mapping(environment);
    } else {
        statement.list(environment);
    }
}

}  // namespace trainlint::structured
