#include <algorithm>
#include <array>
#include <cctype>

#include "engine/requirement_files.hpp"

namespace trainlint::engine {

namespace {

/// An image that brings a framework, and how its tags name the version.
struct Image {
    std::string_view name;
    std::string_view package;
    bool tag_is_version;  ///< "2.1.0-cuda12.1"; else a date, which names no version here
};

// Docker Hub's own pages of these images; NVIDIA NGC: tags are dates (24.05-py3).
constexpr std::array<Image, 6> images = {{{"pytorch/pytorch:", "torch", true},
                                          {"tensorflow/tensorflow:", "tensorflow", true},
                                          {"paddlepaddle/paddle:", "paddle", true},
                                          {"nvcr.io/nvidia/pytorch:", "torch", false},
                                          {"nvcr.io/nvidia/tensorflow:", "tensorflow", false},
                                          {"nvcr.io/nvidia/jax:", "jax", false}}};

/// "2.1.0" of "2.1.0-cuda12.1-cudnn8-runtime"; empty: "latest", "nightly", a variable.
std::string_view version_in(std::string_view tag) {
    const auto end = std::min(tag.find_first_not_of("0123456789."), tag.size());
    const auto version = tag.substr(0, end);
    return version.find('.') == std::string_view::npos ? std::string_view{} : version;
}

bool is_image_line(std::string_view line) {
    const auto begin = std::min(line.find_first_not_of(" \t"), line.size());
    std::string word(line.substr(begin, 4));
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return word == "FROM" || word == "ARG ";
}

void read_image(std::string_view line, std::uint32_t at, std::vector<Requirement>& out) {
    for (const auto& image : images) {
        const auto found = line.find(image.name);
        if (found == std::string_view::npos) continue;
        const auto tag = line.substr(found + image.name.size());
        const auto version = image.tag_is_version ? version_in(tag) : std::string_view{};
        const bool latest = tag.starts_with("latest") || tag.starts_with("nightly");
        if (latest) return;
        Requirement requirement;
        requirement.package = image.package;
        // A tag that is not understood states a version all the same: which, nobody knows.
        if (!version.empty())
            if (const auto set = VersionSet::parse("==" + std::string(version)))
                requirement.versions = *set;
        requirement.at = {at + static_cast<std::uint32_t>(found),
                          at + static_cast<std::uint32_t>(line.size())};
        out.push_back(std::move(requirement));
        return;
    }
}

}  // namespace

void read_dockerfile(std::string_view text, std::vector<Requirement>& out) {
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        auto line = text.substr(at, end - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (is_image_line(line)) read_image(line, static_cast<std::uint32_t>(at), out);
        at = end + 1;
    }
}

}  // namespace trainlint::engine
