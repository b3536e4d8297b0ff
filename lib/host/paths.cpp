#include <filesystem>
#include <system_error>

#include "trainlint/disk_host.hpp"

namespace trainlint::host {

std::string current_folder() {
    std::error_code error;
    return std::filesystem::current_path(error).string();
}

std::string absolute_path(std::string_view path) {
    std::string whole;
    if (!path.starts_with('/')) whole = current_folder() + "/";
    whole += path;
    std::string out;
    for (std::size_t at = 0; at < whole.size();) {
        const auto end = std::min(whole.find('/', at), whole.size());
        const std::string_view name = std::string_view(whole).substr(at, end - at);
        at = end + 1;
        if (name.empty() || name == ".") continue;
        if (name == "..") {
            out.resize(out.empty() ? 0 : out.rfind('/'));
            continue;
        }
        out += '/';
        out += name;
    }
    return out.empty() ? "/" : out;
}

}  // namespace trainlint::host
