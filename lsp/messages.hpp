/// JSON-RPC over streams, framed as the Language Server Protocol frames it.
#pragma once

#include <istream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>

namespace trainlint::lsp {

using Json = nlohmann::json;

/// Reads one message; nothing at the end of the stream. A frame that cannot be read is skipped and
/// told in `problem`, with the message left null.
struct Incoming {
    Json message;
    std::string problem;
};
[[nodiscard]] std::optional<Incoming> read_message(std::istream&);

/// Writes whole messages, from several threads.
class Outgoing {
public:
    explicit Outgoing(std::ostream& stream) : stream_(stream) {}
    void send(const Json& message);
    void respond(const Json& id, Json result);
    void fail(const Json& id, int code, std::string_view message);
    void notify(std::string_view method, Json params);

private:
    std::mutex mutex_;
    std::ostream& stream_;
};

inline constexpr int parse_error = -32700;
inline constexpr int invalid_request = -32600;
inline constexpr int method_not_found = -32601;
inline constexpr int invalid_params = -32602;
inline constexpr int not_initialized = -32002;
inline constexpr int request_cancelled = -32800;

}  // namespace trainlint::lsp
