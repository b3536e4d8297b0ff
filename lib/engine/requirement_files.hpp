/// The kinds of file that state requirements.
#pragma once

#include <string_view>
#include <vector>

#include "engine/requirements.hpp"

namespace trainlint::engine {

void read_requirements_txt(std::string_view text, std::vector<Requirement>& out);
/// [project] dependencies and optional-dependencies, [dependency-groups], [tool.poetry.*].
void read_pyproject(std::string_view text, std::vector<Requirement>& out);
/// install_requires and extras of [options].
void read_setup_cfg(std::string_view text, std::vector<Requirement>& out);
/// The string literals that have the form of a requirement.
void read_setup_py(std::string_view text, std::vector<Requirement>& out);
/// The list under dependencies, and that under pip in it.
void read_environment(std::string_view text, std::vector<Requirement>& out);
/// The images of FROM and ARG lines that bring a framework. A tag that names no version that is
/// understood states the empty set: then no claim about the framework's versions is made.
void read_dockerfile(std::string_view text, std::vector<Requirement>& out);

}  // namespace trainlint::engine
