# Header-only libraries of Debian 12, and tree-sitter with its grammars as pinned sources from npm.
find_package(Threads REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)

find_path(TRAINLINT_FMT_INCLUDE fmt/format.h REQUIRED)
find_path(TRAINLINT_TOMLPP_INCLUDE toml++/toml.h REQUIRED)
find_path(TRAINLINT_CLI11_INCLUDE CLI/CLI.hpp REQUIRED)

# Only headers are used, so that the library can be cross-built from source.
add_library(trainlint_fmt INTERFACE)
target_include_directories(trainlint_fmt SYSTEM INTERFACE ${TRAINLINT_FMT_INCLUDE})
target_compile_definitions(trainlint_fmt INTERFACE FMT_HEADER_ONLY=1)

add_library(trainlint_tomlpp INTERFACE)
target_include_directories(trainlint_tomlpp SYSTEM INTERFACE ${TRAINLINT_TOMLPP_INCLUDE})

add_library(trainlint_cli11 INTERFACE)
target_include_directories(trainlint_cli11 SYSTEM INTERFACE ${TRAINLINT_CLI11_INCLUDE})

set(trainlint_npm "${CMAKE_CURRENT_SOURCE_DIR}/node_modules")
if(NOT EXISTS "${trainlint_npm}/tree-sitter/vendor/tree-sitter/lib/src/lib.c")
    message(FATAL_ERROR "tree-sitter's sources are missing: run 'npm ci --ignore-scripts' in "
                        "${CMAKE_CURRENT_SOURCE_DIR} (./dev does it)")
endif()

# What is not ours or never reads a user's file: under the sanitizers it would take half of the time.
function(trainlint_unsanitized target)
    if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
        target_compile_options(${target} PRIVATE -fno-sanitize=all -O0)
    endif()
endfunction()

add_library(trainlint_tree_sitter STATIC
    ${trainlint_npm}/tree-sitter/vendor/tree-sitter/lib/src/lib.c)
target_include_directories(trainlint_tree_sitter
    SYSTEM PUBLIC ${trainlint_npm}/tree-sitter/vendor/tree-sitter/lib/include
    PRIVATE ${trainlint_npm}/tree-sitter/vendor/tree-sitter/lib/src)
target_compile_options(trainlint_tree_sitter PRIVATE -w)
trainlint_unsanitized(trainlint_tree_sitter)
set_target_properties(trainlint_tree_sitter PROPERTIES C_CLANG_TIDY "" C_STANDARD 11)
target_compile_definitions(trainlint_tree_sitter PRIVATE _DEFAULT_SOURCE _POSIX_C_SOURCE=200809L)

# One grammar: the parser and, where it has one, the scanner.
function(trainlint_grammar name folder)
    set(source ${trainlint_npm}/${folder}/src)
    set(files ${source}/parser.c)
    if(EXISTS ${source}/scanner.c)
        list(APPEND files ${source}/scanner.c)
    endif()
    add_library(trainlint_grammar_${name} STATIC EXCLUDE_FROM_ALL ${files})
    target_include_directories(trainlint_grammar_${name} PRIVATE ${source})
    target_compile_options(trainlint_grammar_${name} PRIVATE -w)
    trainlint_unsanitized(trainlint_grammar_${name})
    set_target_properties(trainlint_grammar_${name} PROPERTIES C_CLANG_TIDY "" C_STANDARD 11)
    target_link_libraries(trainlint_grammar_${name} PUBLIC trainlint_tree_sitter)
endfunction()
trainlint_grammar(python tree-sitter-python)
trainlint_grammar(bash tree-sitter-bash)
trainlint_grammar(yaml @tree-sitter-grammars/tree-sitter-yaml)
trainlint_grammar(json tree-sitter-json)
