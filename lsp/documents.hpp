/// The files that the editor has open, as it last described them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "messages.hpp"
#include "positions.hpp"

namespace trainlint::lsp {

struct OpenDocument {
    std::string uri, text;
    std::int64_t version = 0;
};

/// Not safe to share between threads: the thread that reads messages owns it.
class Documents {
public:
    void open(const std::string& path, OpenDocument);
    void close(const std::string& path) { open_.erase(path); }
    /// Applies the changes in order; false: the file is not open or a change has no text.
    bool change(const std::string& path, std::int64_t version, const Json& changes, Encoding);
    [[nodiscard]] const OpenDocument* find(const std::string& path) const;
    [[nodiscard]] const std::map<std::string, OpenDocument>& all() const { return open_; }

private:
    std::map<std::string, OpenDocument> open_;  // by path
};

}  // namespace trainlint::lsp
