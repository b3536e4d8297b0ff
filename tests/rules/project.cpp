#include "project.hpp"

#include <algorithm>
#include <cstring>
#include <set>

namespace trainlint::test {

namespace {

constexpr std::string_view root = "project";

class MemoryHost : public Host {
public:
    explicit MemoryHost(const Texts& files) {
        for (const auto& [name, text] : files) files_[std::string(root) + "/" + name] = text;
    }

    Content read(std::string_view path, std::span<char> buffer) override {
        const auto found = files_.find(std::string(path));
        if (found == files_.end()) return {.status = Content::Status::absent};
        const auto& text = found->second;
        if (text.size() >= buffer.size()) return {.status = Content::Status::too_large};
        std::memcpy(buffer.data(), text.data(), text.size());
        return {.status = Content::Status::read, .size = text.size(), .stamp = 1};
    }

    std::optional<std::vector<Entry>> list(std::string_view folder) override {
        const auto prefix = std::string(folder) + "/";
        std::set<std::string> names, folders;
        for (const auto& [path, text] : files_) {
            if (!path.starts_with(prefix)) continue;
            const auto rest = path.substr(prefix.size());
            const auto slash = rest.find('/');
            (slash == std::string::npos ? names : folders).insert(rest.substr(0, slash));
        }
        if (names.empty() && folders.empty()) return std::nullopt;
        std::vector<Entry> entries;
        for (const auto& name : names) entries.push_back({name, EntryKind::file});
        for (const auto& name : folders) entries.push_back({name, EntryKind::folder});
        return entries;
    }

private:
    Texts files_;
};

}  // namespace

std::size_t code_points(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }));
}

Texts texts_of(const pages::Block& block) {
    Texts files;
    for (const auto& file : block.files) files[file.name] = file.text;
    return files;
}

TestProject::TestProject(Texts files, Request request) : files_(std::move(files)) {
    Options options;
    options.root = root;
    options.threads = 1;
    workspace_ = std::make_unique<Workspace>(std::make_shared<MemoryHost>(files_), options);
    snapshot_ = workspace_->snapshot();
    result_ = snapshot_->check(request);
}

std::vector<const Finding*> TestProject::findings_of(std::string_view rule) const {
    std::vector<const Finding*> found;
    for (const auto& finding : result_.findings)
        if (finding.rule->name == rule) found.push_back(&finding);
    return found;
}

std::string TestProject::file_of(text::Place place) const {
    auto path = std::string(snapshot_->path(place.document));
    const auto prefix = std::string(root) + "/";
    return path.starts_with(prefix) ? path.substr(prefix.size()) : path;
}

Span TestProject::span_of(text::Place place) const {
    Span span{.file = file_of(place)};
    const auto found = files_.find(span.file);
    if (found == files_.end()) return span;
    const std::string_view text = found->second;
    const auto locate = [&](std::size_t at, std::size_t& line, std::size_t& column) {
        const auto before = text.substr(0, std::min(at, text.size()));
        line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
        const auto begin = before.rfind('\n');
        column =
            1 + code_points(begin == std::string_view::npos ? before : before.substr(begin + 1));
    };
    locate(place.span.begin, span.line, span.column);
    locate(place.span.end, span.end_line, span.end_column);
    return span;
}

std::string TestProject::told() const {
    std::string text;
    for (const auto& finding : result_.findings) {
        const auto at = span_of(finding.at);
        text += "  " + at.file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) +
                "-" + std::to_string(at.end_line) + ":" + std::to_string(at.end_column) + " " +
                std::string(finding.rule->name) + (finding.row.empty() ? "" : ":" + finding.row) +
                " " + snapshot_->message(finding) + "\n";
        for (const auto& related : finding.related) {
            const auto place = span_of(related.at);
            text += "    " + place.file + ":" + std::to_string(place.line) + ":" +
                    std::to_string(place.column) + "-" + std::to_string(place.end_column) + " " +
                    std::string(related.key) + ": " + snapshot_->message(finding, related) + "\n";
        }
    }
    for (const auto& fault : result_.faults) text += "  fault: " + fault.message + "\n";
    for (const auto& failure : result_.failures)
        text += "  failure: " + failure.file + ": " + failure.message + "\n";
    return text.empty() ? "  nothing\n" : text;
}

std::optional<Texts> TestProject::fixed(const std::vector<const Finding*>& findings) const {
    std::map<std::string, std::map<std::uint32_t, text::Edit>> edits;
    for (const auto* finding : findings) {
        if (!finding->fix) continue;
        for (const auto& edit : finding->fix->edits) {
            const auto [known, fresh] = edits[file_of(edit.at)].emplace(edit.at.span.begin, edit);
            if (!fresh && (known->second.text != edit.text || known->second.at != edit.at))
                return std::nullopt;
        }
    }
    auto files = files_;
    for (const auto& [name, by_place] : edits) {
        auto& text = files[name];
        std::uint32_t behind = static_cast<std::uint32_t>(text.size());
        for (auto it = by_place.rbegin(); it != by_place.rend(); ++it) {
            const auto span = it->second.at.span;
            if (span.end > behind) return std::nullopt;
            text.replace(span.begin, span.size(), it->second.text);
            behind = span.begin;
        }
    }
    return files;
}

}  // namespace trainlint::test
