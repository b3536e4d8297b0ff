#include "messages.hpp"

#include <algorithm>
#include <charconv>
#include <cctype>

namespace trainlint::lsp {

namespace {

constexpr std::size_t most_bytes = std::size_t{256} << 20;

/// The length that the header states; nothing at the end of the stream. 0: none was stated.
std::optional<std::size_t> read_header(std::istream& stream) {
    std::size_t length = 0;
    bool any = false;
    for (std::string line; std::getline(stream, line);) {
        if (line.ends_with('\r')) line.pop_back();
        if (line.empty()) {
            if (any) return length;
            continue;  // blank lines between messages
        }
        any = true;
        constexpr std::string_view name = "content-length:";
        std::string key = line.substr(0, name.size());
        std::transform(key.begin(), key.end(), key.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        if (key != name) continue;
        const auto digits = line.find_first_not_of(' ', name.size());
        if (digits != std::string::npos)
            std::from_chars(line.data() + digits, line.data() + line.size(), length);
    }
    return std::nullopt;
}

}  // namespace

std::optional<Incoming> read_message(std::istream& stream) {
    const auto length = read_header(stream);
    if (!length) return std::nullopt;
    if (*length == 0) return Incoming{nullptr, "a message without Content-Length"};
    if (*length > most_bytes) {
        stream.ignore(static_cast<std::streamsize>(*length));
        return Incoming{nullptr, "a message of more than 256 MiB"};
    }
    std::string body(*length, '\0');
    if (!stream.read(body.data(), static_cast<std::streamsize>(body.size()))) return std::nullopt;
    auto message = Json::parse(body, nullptr, false);
    if (message.is_discarded()) return Incoming{nullptr, "a message that is not JSON"};
    return Incoming{std::move(message), {}};
}

void Outgoing::send(const Json& message) {
    // Text of files may be broken UTF-8, which JSON cannot hold.
    const auto body = message.dump(-1, ' ', false, Json::error_handler_t::replace);
    const std::lock_guard lock(mutex_);
    stream_ << "Content-Length: " << body.size() << "\r\n\r\n" << body << std::flush;
}

void Outgoing::respond(const Json& id, Json result) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void Outgoing::fail(const Json& id, int code, std::string_view message) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

void Outgoing::notify(std::string_view method, Json params) {
    send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

}  // namespace trainlint::lsp
