/// The thread that checks: it takes what changed, checks, hands the result on, and starts over when
/// something changed meanwhile.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>

#include "diagnostics.hpp"
#include "trainlint/workspace.hpp"

namespace trainlint::lsp {

class Analysis {
public:
    using Done = std::function<void(const Checked&)>;
    /// What a request does with the newest result; the token is set when it was cancelled, and then
    /// there may be no result yet.
    using Task = std::function<void(const Checked*, std::stop_token)>;

    /// `done` is called on the checking thread after each check that no change overtook.
    Analysis(std::shared_ptr<Host> host, Options options, Done done);
    ~Analysis();
    Analysis(const Analysis&) = delete;
    Analysis& operator=(const Analysis&) = delete;

    /// Stops a check under way and begins another. `version`: nothing, if the file is not open.
    void changed(const std::string& path, std::optional<std::int64_t> version);
    /// Runs once a result of all changes so far is there.
    void ask(std::string id, Task task);
    /// Sets the token of a waiting or running task; a waiting one still runs, at once.
    void cancel(const std::string& id);

private:
    struct Asked {
        std::string id;
        Task task;
        std::stop_source stop;
    };

    void run(std::stop_token);
    /// Takes the changes that wait; false: the thread is to end.
    bool wait_for_work(std::unique_lock<std::mutex>&, std::stop_token);
    void check(std::unique_lock<std::mutex>&, std::stop_token);
    void run_tasks(std::unique_lock<std::mutex>&);

    std::shared_ptr<Host> host_;
    Workspace workspace_;
    Done done_;
    std::mutex mutex_;
    std::condition_variable_any work_;
    std::set<std::string> changed_;
    std::map<std::string, std::int64_t, std::less<>> versions_;
    bool stale_ = true;                 // nothing was checked yet
    std::stop_source checking_;
    std::deque<Asked> asked_;
    std::string running_id_;
    std::stop_source running_;
    std::unique_ptr<Checked> newest_;   // touched by the checking thread alone
    std::jthread thread_;               // last: it uses all of the above
};

}  // namespace trainlint::lsp
