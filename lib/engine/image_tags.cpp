#include <algorithm>
#include <array>
#include <cctype>

#include "engine/requirement_files.hpp"

namespace trainlint::engine {

namespace {

/// An image that brings a framework, and where its tags name the version.
struct Image {
    std::string_view name;
    std::string_view package;
    std::string_view before = {};  ///< what stands before the version in the tag
    bool tag_is_version = true;    ///< else the tag is a date (24.05-py3), or of something else
};

// The images' own pages at Docker Hub, NVIDIA NGC, AWS Deep Learning Containers and ROCm.
constexpr std::array<Image, 12> images = {
    {{"pytorch/pytorch:", "torch"},
     {"tensorflow/tensorflow:", "tensorflow"},
     {"paddlepaddle/paddle:", "paddle"},
     {"huggingface-pytorch-training:", "torch"},
     {"huggingface-tensorflow-training:", "tensorflow"},
     {"pytorch-training:", "torch"},
     {"tensorflow-training:", "tensorflow"},
     {"rocm/pytorch:", "torch", "pytorch_"},
     {"rocm/tensorflow:", "tensorflow", "tf"},
     {"rocm/jax:", "jax", "jax"},
     {"deepspeed/deepspeed:", "deepspeed", "v"},
     {"huggingface/transformers-pytorch-gpu:", "torch", {}, false}}};

/// NVIDIA's images hold frameworks of their own choice: each is pinned, to what the tag does not say.
constexpr std::string_view vendor = "nvcr.io/nvidia/";
constexpr std::array<std::string_view, 4> bare_images = {"cuda:", "cuda-", "k8s/", "cloud-native/"};
constexpr std::array<std::string_view, 6> frameworks = {"torch",     "tensorflow", "jax",
                                                        "paddle",    "deepspeed",  "lightning"};

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

void add(std::string_view package, std::string_view version, text::Span at,
         std::vector<Requirement>& out) {
    Requirement requirement;
    requirement.package = package;
    requirement.at = at;
    requirement.image = true;
    // A tag that is not understood states a version all the same: which, nobody knows.
    if (!version.empty())
        if (const auto set = VersionSet::parse("==" + std::string(version)))
            requirement.versions = *set;
    out.push_back(std::move(requirement));
}

/// True: it was an image of a vendor who pins all frameworks.
bool read_vendors_image(std::string_view line, std::uint32_t at, std::vector<Requirement>& out) {
    const auto found = line.find(vendor);
    if (found == std::string_view::npos) return false;
    const auto name = line.substr(found + vendor.size());
    if (std::any_of(bare_images.begin(), bare_images.end(),
                    [&](std::string_view bare) { return name.starts_with(bare); }))
        return true;
    const text::Span span{at + static_cast<std::uint32_t>(found),
                          at + static_cast<std::uint32_t>(line.size())};
    for (const auto framework : frameworks) add(framework, {}, span, out);
    return true;
}

/// AMD's images have RCCL, which reads NCCL's variables by rules of its own.
void read_amds_image(std::string_view line, std::uint32_t at, std::vector<Requirement>& out) {
    if (line.find("rocm") == std::string_view::npos) return;
    add("nccl", {}, {at, at + static_cast<std::uint32_t>(line.size())}, out);
}

void read_image(std::string_view line, std::uint32_t at, std::vector<Requirement>& out) {
    read_amds_image(line, at, out);
    if (read_vendors_image(line, at, out)) return;
    for (const auto& image : images) {
        const auto found = line.find(image.name);
        if (found == std::string_view::npos) continue;
        auto tag = line.substr(found + image.name.size());
        if (tag.starts_with("latest") || tag.starts_with("nightly")) return;
        const auto mark = tag.find(image.before);
        tag = mark == std::string_view::npos ? std::string_view{}
                                             : tag.substr(mark + image.before.size());
        const text::Span span{at + static_cast<std::uint32_t>(found),
                              at + static_cast<std::uint32_t>(line.size())};
        return add(image.package, image.tag_is_version ? version_in(tag) : std::string_view{}, span,
                   out);
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
