/// Threads for work that is cut into numbered parts.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <stop_token>
#include <thread>
#include <vector>

namespace trainlint::engine {

/// How many threads are worth starting for `parts` parts of work.
[[nodiscard]] inline unsigned useful_threads(unsigned threads, std::size_t parts,
                                             std::size_t parts_a_thread) {
    const auto wanted = parts / std::max<std::size_t>(parts_a_thread, 1) + 1;
    return static_cast<unsigned>(std::min<std::size_t>(std::max(threads, 1u), wanted));
}

/// Calls work(part, worker) for every part below `count`; `worker` is below `threads`. The calling
/// thread works too. Parts that were not begun are left out after a stop.
template <class Work>
void in_parallel(unsigned threads, std::size_t count, const std::stop_token& stop, Work&& work) {
    std::atomic<std::size_t> next{0};
    const auto run = [&](unsigned worker) {
        while (!stop.stop_requested()) {
            const auto part = next.fetch_add(1, std::memory_order_relaxed);
            if (part >= count) return;
            work(part, worker);
        }
    };
    std::vector<std::jthread> others;
    for (unsigned worker = 1; worker < threads; ++worker) others.emplace_back(run, worker);
    run(0);
}

}  // namespace trainlint::engine
