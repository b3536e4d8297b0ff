#include "job/manifests.hpp"

#include <algorithm>
#include <array>

#include "job/words.hpp"

namespace trainlint::job {

namespace {

using facts::Value;
using Kind = Value::Kind;

constexpr int deepest = 24;  // CRDs nest pods about ten levels deep
constexpr std::size_t most_pods = 1'000;

constexpr std::array<std::string_view, 12> device_resources = {
    "nvidia.com/gpu",      "amd.com/gpu",          "gpu.intel.com/i915", "habana.ai/gaudi",
    "google.com/tpu",      "huawei.com/Ascend910", "cambricon.com/mlu",  "mthreads.com/gpu",
    "gpu.intel.com/xe",    "aws.amazon.com/neuroncore", "huawei.com/Ascend910B",
    "kunlunxin.com/xpu"};

bool has_template(const Value& value, int depth) {
    if (value.kind == Kind::unknown || depth > deepest) return true;
    if (value.text.find("{{") != std::string::npos) return true;
    return std::any_of(value.members.begin(), value.members.end(), [&](const auto& member) {
        return member.key.find("{{") != std::string::npos || has_template(member.value, depth + 1);
    });
}

std::string text_of(const Value* value) {
    const bool known = value && value->kind == Kind::string &&
                       value->text.find("{{") == std::string::npos;
    return known ? value->text : std::string();
}

Container container(const Value& value) {
    Container made;
    made.value = &value;
    made.name = text_of(value.find("name"));
    made.devices_value = devices_of(value);
    if (made.devices_value) made.devices = integer(made.devices_value->text);
    return made;
}

class PodSearch {
public:
    explicit PodSearch(Manifest& manifest) : manifest_(manifest) {}

    void search(const Value& value, const std::string& role, int depth) {
        if (depth > deepest || manifest_.pods.size() >= most_pods) return;
        const auto* containers =
            value.kind == Kind::mapping ? value.find("containers") : nullptr;
        if (containers && containers->kind == Kind::sequence) return add(value, *containers, role);
        for (const auto& member : value.members)
            search(member.value, is_role(member.key) ? member.key : role, depth + 1);
    }

private:
    /// "Worker" of `Worker: {replicas, template}`; other keys begin with a small letter.
    static bool is_role(std::string_view key) {
        return !key.empty() && key.front() >= 'A' && key.front() <= 'Z';
    }

    void add(const Value& spec, const Value& containers, const std::string& role) {
        Pod pod;
        pod.spec = &spec;
        pod.role = role;
        pod.templated = has_template(spec, 0);
        for (const auto& one : containers.members)
            if (one.value.kind == Kind::mapping) pod.containers.push_back(container(one.value));
        manifest_.pods.push_back(std::move(pod));
    }

    Manifest& manifest_;
};

}  // namespace

const Value* devices_of(const Value& container) {
    for (const auto* kind : {"limits", "requests"}) {
        const auto* resources = container.find("resources");
        const auto* amounts = resources ? resources->find(kind) : nullptr;
        if (!amounts) continue;
        for (const auto name : device_resources)
            if (const auto* amount = amounts->find(name)) return amount;
    }
    return nullptr;
}

void add_manifests(const frontends::Stated& stated, std::deque<Manifest>& manifests) {
    for (const auto& document : stated.documents) {
        if (document.kind != Kind::mapping) continue;
        Manifest manifest;
        manifest.api_version = text_of(document.find("apiVersion"));
        manifest.kind = text_of(document.find("kind"));
        if (manifest.api_version.empty() || manifest.kind.empty()) continue;
        manifest.root = &document;
        manifest.fragment = stated.fragment;
        PodSearch(manifest).search(document, {}, 0);
        if (!manifest.pods.empty()) manifests.push_back(std::move(manifest));
    }
}

}  // namespace trainlint::job
