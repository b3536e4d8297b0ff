function(trainlint_warnings target)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
        -Wno-sign-conversion -Wno-missing-field-initializers)
    # GCC 12 sees overflows where a literal and a string are added.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE -Wno-stringop-overflow -Wno-restrict
            -Wno-array-bounds)
    endif()
endfunction()

# Standard headers are precompiled once, and halve the time of most files. A compiler cache does
# better without them.
if(CMAKE_CXX_COMPILER_LAUNCHER)
    option(TRAINLINT_PRECOMPILE "Precompile standard headers" OFF)
else()
    option(TRAINLINT_PRECOMPILE "Precompile standard headers" ON)
endif()
if(TRAINLINT_PRECOMPILE)
    add_library(trainlint_precompiled OBJECT ${PROJECT_SOURCE_DIR}/cmake/precompiled.cpp)
    trainlint_warnings(trainlint_precompiled)
    target_precompile_headers(trainlint_precompiled PRIVATE
        <algorithm> <array> <charconv> <deque> <functional> <map> <memory> <optional> <set> <span>
        <string> <string_view> <unordered_map> <utility> <variant> <vector>)
endif()

# The further arguments are heavy headers that most of the target's files include.
function(trainlint_precompile target)
    if(NOT TRAINLINT_PRECOMPILE)
        return()
    endif()
    if(ARGN)
        target_precompile_headers(${target} PRIVATE ${ARGN})
    else()
        target_precompile_headers(${target} REUSE_FROM trainlint_precompiled)
    endif()
endfunction()

# Several files compiled as one read the standard headers once: a third of the time of a build from
# nothing. Who edits wants them one by one.
option(TRAINLINT_UNITY "Compile several files as one" OFF)
function(trainlint_unity target)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${TRAINLINT_UNITY}
        UNITY_BUILD_BATCH_SIZE 12)
endfunction()

# SEPARATE: files that give one name to different things are never compiled as one.
# One static library a layer; tests/layers checks that includes obey the order.
function(trainlint_layer name)
    cmake_parse_arguments(ARG "SEPARATE" "FOLDER" "LINKS" ${ARGN})
    if(NOT ARG_FOLDER)
        set(ARG_FOLDER ${name})
    endif()
    file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${ARG_FOLDER}/*.cpp")
    if(sources)
        add_library(trainlint_${name} STATIC ${sources})
        set(scope PUBLIC)
        trainlint_warnings(trainlint_${name})
        trainlint_precompile(trainlint_${name})
        if(NOT ARG_SEPARATE)
            trainlint_unity(trainlint_${name})
        endif()
    else()
        add_library(trainlint_${name} INTERFACE)
        set(scope INTERFACE)
    endif()
    target_include_directories(trainlint_${name} ${scope}
        ${PROJECT_SOURCE_DIR}/lib/include ${PROJECT_SOURCE_DIR}/lib)
    target_link_libraries(trainlint_${name} ${scope} ${ARG_LINKS})
endfunction()
