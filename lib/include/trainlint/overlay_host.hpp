/// Texts in memory over another host: an editor's open files, or what a fix would write.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>

#include "trainlint/host.hpp"

namespace trainlint {

/// Safe to use from several threads.
class OverlayHost : public Host {
public:
    explicit OverlayHost(std::shared_ptr<Host> below) : below_(std::move(below)) {}

    /// From now on the path has this text, whatever lies below.
    void put(std::string_view path, std::string text);
    /// Back to what lies below.
    void remove(std::string_view path);
    [[nodiscard]] std::optional<std::string> find(std::string_view path) const;

    Content read(std::string_view path, std::span<char> buffer) override;
    std::optional<std::vector<Entry>> list(std::string_view folder) override;
    std::uint64_t clock() override { return below_->clock(); }
    std::optional<std::string> native_facts(std::string_view request) override {
        return below_->native_facts(request);
    }

private:
    struct Text {
        std::string text;
        std::uint64_t stamp;
    };

    std::shared_ptr<Host> below_;
    mutable std::shared_mutex mutex_;
    std::map<std::string, Text, std::less<>> texts_;
    std::uint64_t stamps_ = 0;
};

}  // namespace trainlint
