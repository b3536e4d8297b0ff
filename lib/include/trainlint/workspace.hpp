/// A project under analysis: what a program that embeds trainlint works with.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trainlint/host.hpp"
#include "trainlint/job.hpp"
#include "trainlint/rule.hpp"
#include "trainlint/text.hpp"

namespace trainlint {

/// What holds for a workspace from outside its files.
struct Options {
    std::string root;                          ///< the project's folder; nothing above is linked
    std::optional<std::string> site_config;    ///< path; the caller looked at TRAINLINT_CONFIG
    std::vector<std::pair<std::string, std::string>> target;  ///< --target K=V
    unsigned threads = 0;                      ///< 0: one a core; results are always the same
    bool all_documents = false;                ///< state those without a trigger too, for tests
    bool one_shot = false;                     ///< no changes will follow: takes a third less memory
    std::span<const RuleInfo> rules;           ///< empty: those that are built in; outlives the rest
};

/// A command that somebody is about to run (`check -- COMMAND`), with its real environment.
struct Preflight {
    std::string folder;
    std::vector<std::string> words;
    std::vector<std::pair<std::string, std::string>> environment;
};

/// Text that is not on the host's disk (`check -`), as if it lay at this path.
struct Input {
    std::string path;                          ///< decides language and place in the project
    std::string text;
};

struct Request {
    std::vector<std::string> paths;            ///< findings with a place in these; empty: the root
    std::vector<std::string> select, ignore;   ///< families, names, aliases, name:row
    std::optional<Confidence> least_confidence;
    bool preview = false;
    std::optional<Preflight> preflight;
    std::optional<Input> input;
};

struct Failure {
    std::string file, message;
    std::optional<std::uint32_t> line;         ///< from 1
    bool named = false;                        ///< a named path: the status is 2
};

/// Something wrong in a config file or a call: nothing could be checked.
struct Fault {
    std::string file;                          ///< empty: the call
    std::optional<std::uint32_t> line;
    std::string message;
};

/// Where the time went: nanoseconds, summed over all threads. All 0 if the host has no clock.
struct Timings {
    std::uint64_t walk = 0, read = 0, match = 0, link = 0, rules = 0;
    std::uint64_t python = 0, notebook = 0, shell = 0, structured = 0;  ///< stating, by front end
    std::uint64_t bytes = 0, python_bytes = 0;  ///< read
    std::uint64_t python_bytes_parsed = 0;      ///< in statements that were parsed
    std::size_t stated = 0;                     ///< documents that passed the triggers
};

struct Result {
    std::vector<Finding> findings;             ///< sorted by file, place, rule
    std::vector<Failure> failures;
    std::vector<Fault> faults;
    std::vector<std::pair<const RuleInfo*, Report::Silence>> silences;  ///< for --explain
    std::size_t files = 0;                     ///< files that were looked at
    Severity fail_on = Severity::warning;      ///< as configured at the root
    bool stopped = false;                      ///< by the stop token: incomplete
    Timings timings;                           ///< of the snapshot and this check
};

/// From 1; columns in code points.
struct Position {
    std::uint32_t line = 1, column = 1;
    friend bool operator==(Position, Position) = default;
};

/// A place as people and the JSON schema count it.
struct Location {
    std::string_view file;
    std::optional<std::uint32_t> cell;         ///< notebooks: from 1; lines count within the cell
    Position start, end;
};

/// A setting in force and where it was made.
struct Setting {
    std::string key, value;
    std::string origin;                        ///< "trainlint.toml:3", "default", "command line"
};

/// A key of the configuration, for those who list or complete them.
struct SettingKey {
    std::string_view key;                      ///< "fail-on"; "target.torch": a key of a table
    std::string_view type;                     ///< "string", "boolean", "list", "table"
    std::string_view default_value;            ///< as TOML; empty: none
    std::string_view meaning;
};
[[nodiscard]] std::span<const SettingKey> setting_keys();

/// Of the library: "0.1.0".
[[nodiscard]] std::string_view version();

/// One immutable state of a project; cheap to copy, usable from any thread, unaffected by later
/// changes.
class Snapshot {
public:
    [[nodiscard]] Result check(const Request&, std::stop_token = {}) const;
    [[nodiscard]] std::span<const job::Job> jobs() const;
    [[nodiscard]] Location location(text::Place) const;
    [[nodiscard]] std::string message(const Finding&) const;
    [[nodiscard]] std::string message(const Finding&, const Related&) const;
    /// The bytes of a document in which something was found, for excerpts.
    [[nodiscard]] std::string_view text(text::DocumentId) const;
    [[nodiscard]] std::string_view path(text::DocumentId) const;
    [[nodiscard]] const Names& names() const;
    /// Settings that hold for a file, or for the files of a folder whose path ends with '/'.
    [[nodiscard]] std::vector<Setting> settings(std::string_view path) const;

    struct State;
    explicit Snapshot(std::shared_ptr<const State> state) : state_(std::move(state)) {}

private:
    std::shared_ptr<const State> state_;
};

/// The project's folder for work in `folder` (absolute): the highest folder at or above it that
/// holds a trainlint config, not going above one with `root = true` or with `.git`; else the folder
/// with `.git`; else `folder` itself.
[[nodiscard]] std::string find_root(Host&, std::string_view folder);

class Workspace {
public:
    Workspace(std::shared_ptr<Host> host, Options options);
    ~Workspace();
    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;

    /// Edited, created, deleted, or settings that hold there.
    void changed(std::string_view path);
    /// Lets facts of unchanged documents stand.
    [[nodiscard]] Snapshot snapshot(std::stop_token = {});

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace trainlint
