# One static library a layer; tests/layers checks that includes obey the order.
function(trainlint_layer name)
    cmake_parse_arguments(ARG "" "FOLDER" "LINKS" ${ARGN})
    if(NOT ARG_FOLDER)
        set(ARG_FOLDER ${name})
    endif()
    file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${ARG_FOLDER}/*.cpp")
    if(sources)
        add_library(trainlint_${name} STATIC ${sources})
        set(scope PUBLIC)
        trainlint_warnings(trainlint_${name})
    else()
        add_library(trainlint_${name} INTERFACE)
        set(scope INTERFACE)
    endif()
    target_include_directories(trainlint_${name} ${scope}
        ${PROJECT_SOURCE_DIR}/lib/include ${PROJECT_SOURCE_DIR}/lib)
    target_link_libraries(trainlint_${name} ${scope} ${ARG_LINKS})
endfunction()

function(trainlint_warnings target)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
        -Wno-sign-conversion -Wno-missing-field-initializers)
endfunction()
