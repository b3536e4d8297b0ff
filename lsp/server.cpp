#include "server.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "analysis.hpp"
#include "documents.hpp"
#include "messages.hpp"
#include "trainlint/overlay_host.hpp"

namespace trainlint::lsp {

namespace {

/// The first encoding of the client's list that is known; UTF-16 where it has none.
Encoding agreed_encoding(const Json& params) {
    const Json::json_pointer path("/capabilities/general/positionEncodings");
    if (!params.contains(path)) return Encoding::utf16;
    for (const auto& name : params.at(path)) {
        if (name == "utf-8") return Encoding::utf8;
        if (name == "utf-16") return Encoding::utf16;
        if (name == "utf-32") return Encoding::utf32;
    }
    return Encoding::utf16;
}

std::string_view name_of(Encoding encoding) {
    switch (encoding) {
        case Encoding::utf8: return "utf-8";
        case Encoding::utf16: return "utf-16";
        case Encoding::utf32: return "utf-32";
    }
    return "utf-16";
}

std::string folder_of(const Json& params) {
    if (params.contains("workspaceFolders") && params["workspaceFolders"].is_array() &&
        !params["workspaceFolders"].empty())
        return path_of(params["workspaceFolders"][0].value("uri", ""));
    if (params.contains("rootUri") && params["rootUri"].is_string())
        return path_of(params["rootUri"].get<std::string>());
    return {};
}

Json capabilities(Encoding encoding) {
    constexpr int incremental = 2;
    return {{"capabilities",
             {{"positionEncoding", name_of(encoding)},
              {"textDocumentSync", {{"openClose", true}, {"change", incremental}, {"save", true}}},
              {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}}}},
            {"serverInfo", {{"name", "trainlint"}, {"version", TRAINLINT_VERSION}}}};
}

class Server {
public:
    Server(std::ostream& out, std::shared_ptr<Host> disk)
        : out_(out), host_(std::make_shared<OverlayHost>(std::move(disk))) {}

    int run(std::istream& in) {
        while (!exit_) {
            const auto incoming = read_message(in);
            if (!incoming) break;
            if (!incoming->problem.empty()) {
                out_.fail(nullptr, parse_error, incoming->problem);
                continue;
            }
            handle(incoming->message);
        }
        analysis_.reset();
        return exit_ && shut_down_ ? 0 : 1;
    }

private:
    void handle(const Json& message) {
        if (!message.is_object() || !message.contains("method") ||
            !message["method"].is_string()) {
            // What has an id and no method answers a request of ours; we make none.
            if (!message.is_object()) out_.fail(nullptr, invalid_request, "not a message");
            return;
        }
        const auto& method = message["method"].get_ref<const std::string&>();
        const auto params = message.value("params", Json::object());
        try {
            if (message.contains("id"))
                request(message["id"], method, params);
            else
                notification(method, params);
        } catch (const Json::exception& error) {
            if (message.contains("id")) out_.fail(message["id"], invalid_params, error.what());
        }
    }

    void request(const Json& id, const std::string& method, const Json& params) {
        if (method == "initialize") return initialize(id, params);
        if (!analysis_ && !shut_down_) return out_.fail(id, not_initialized, "not initialized");
        if (shut_down_) return out_.fail(id, invalid_request, "the server is shut down");
        if (method == "shutdown") {
            shut_down_ = true;
            analysis_.reset();
            return out_.respond(id, nullptr);
        }
        if (method == "textDocument/codeAction") return code_action(id, params);
        out_.fail(id, method_not_found, "no method " + method);
    }

    void notification(const std::string& method, const Json& params) {
        if (method == "exit") {
            exit_ = true;
        } else if (!analysis_) {
            return;
        } else if (method == "textDocument/didOpen") {
            open(params.at("textDocument"));
        } else if (method == "textDocument/didChange") {
            change(params);
        } else if (method == "textDocument/didClose") {
            close(path_of(params.at("textDocument").at("uri").get<std::string>()));
        } else if (method == "workspace/didChangeWatchedFiles") {
            for (const auto& file : params.at("changes"))
                changed_on_disk(path_of(file.at("uri").get<std::string>()));
        } else if (method == "$/cancelRequest") {
            analysis_->cancel(params.at("id").dump());
        }
    }

    void initialize(const Json& id, const Json& params) {
        if (analysis_) return out_.fail(id, invalid_request, "initialized already");
        encoding_ = agreed_encoding(params);
        const auto folder = folder_of(params);
        Options options;
        options.root = folder.empty() ? "/" : find_root(*host_, folder);
        analysis_ = std::make_unique<Analysis>(
            host_, options, [this](const Checked& checked) { publish(checked); });
        out_.respond(id, capabilities(encoding_));
    }

    void open(const Json& document) {
        const auto uri = document.at("uri").get<std::string>();
        const auto path = path_of(uri);
        if (path.empty()) return;  // an unsaved buffer lies in no project
        const auto version = document.value("version", std::int64_t{0});
        documents_.open(path, {uri, document.at("text").get<std::string>(), version});
        changed(path);
    }

    void change(const Json& params) {
        const auto& document = params.at("textDocument");
        const auto path = path_of(document.at("uri").get<std::string>());
        const auto version = document.value("version", std::int64_t{0});
        if (documents_.change(path, version, params.at("contentChanges"), encoding_))
            changed(path);
    }

    void changed(const std::string& path) {
        const auto* document = documents_.find(path);
        host_->put(path, document->text);
        analysis_->changed(path, document->version);
    }

    /// The editor's text of an open file counts, whatever happens below it.
    void changed_on_disk(const std::string& path) {
        if (!documents_.find(path)) analysis_->changed(path, std::nullopt);
    }

    void close(const std::string& path) {
        const auto* document = documents_.find(path);
        if (!document) return;
        const auto uri = document->uri;
        documents_.close(path);
        host_->remove(path);
        analysis_->changed(path, std::nullopt);
        out_.notify("textDocument/publishDiagnostics",
                    {{"uri", uri}, {"diagnostics", Json::array()}});
    }

    /// On the checking thread, after a check that no change overtook.
    void publish(const Checked& checked) {
        for (const auto& [path, version] : checked.versions)
            out_.notify("textDocument/publishDiagnostics",
                        {{"uri", uri_of(path)},
                         {"version", version},
                         {"diagnostics", diagnostics(checked, path, encoding_)}});
    }

    void code_action(const Json& id, const Json& params) {
        const auto path = path_of(params.at("textDocument").at("uri").get<std::string>());
        const auto* document = documents_.find(path);
        if (!document) return out_.respond(id, Json::array());
        const auto at = [&](const char* end) {
            const auto& json = params.at("range").at(end);
            return offset_at(document->text,
                             {json.at("line").get<std::uint32_t>(),
                              json.at("character").get<std::uint32_t>()},
                             encoding_);
        };
        const text::Span range{at("start"), at("end")};
        analysis_->ask(id.dump(), [this, id, path, range](const Checked* checked,
                                                          std::stop_token stop) {
            if (stop.stop_requested() || !checked)
                return out_.fail(id, request_cancelled, "cancelled");
            out_.respond(id, quick_fixes(*checked, path, range, encoding_));
        });
    }

    Outgoing out_;
    std::shared_ptr<OverlayHost> host_;
    Documents documents_;
    Encoding encoding_ = Encoding::utf16;
    bool shut_down_ = false;
    bool exit_ = false;
    std::unique_ptr<Analysis> analysis_;   // last: its thread uses all of the above
};

}  // namespace

int serve(std::istream& in, std::ostream& out, std::shared_ptr<Host> disk) {
    return Server(out, std::move(disk)).run(in);
}

}  // namespace trainlint::lsp
