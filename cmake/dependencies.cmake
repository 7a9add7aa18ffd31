# Every library comes from the system's packages; docs/decisions/ says why each is here.
if(NOT MRCTL_FULLY_STATIC AND SQLite3_LIBRARY MATCHES "\\.a$")
  unset(SQLite3_LIBRARY CACHE)
endif()
find_package(CLI11 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
# A value of JSON becomes another type where the source says so; compilers differ in what they choose otherwise.
target_compile_definitions(nlohmann_json::nlohmann_json INTERFACE JSON_USE_IMPLICIT_CONVERSIONS=0)
find_package(tl-expected REQUIRED)
find_package(fmt REQUIRED)
find_package(SQLiteCpp REQUIRED)
find_package(valijson REQUIRED)
find_package(Threads REQUIRED)

# Only its headers: src/base/fmt.cpp compiles it, once.
add_library(mrctl_fmt INTERFACE IMPORTED GLOBAL)
get_target_property(fmt_include fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
target_include_directories(mrctl_fmt SYSTEM INTERFACE ${fmt_include})

# Compiled libraries that the mrctl program links are taken as archives where there are any: a
# command-line tool pays for every shared library at each start.
function(mrctl_archive_library TARGET HEADER)
  cmake_parse_arguments(arg "" "" "NAMES;DEFINITIONS" ${ARGN})
  find_path(${TARGET}_include ${HEADER} REQUIRED)
  find_library(${TARGET}_archive NAMES ${arg_NAMES} REQUIRED)
  add_library(${TARGET} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${TARGET} SYSTEM INTERFACE ${${TARGET}_include})
  target_link_libraries(${TARGET} INTERFACE ${${TARGET}_archive})
  target_compile_definitions(${TARGET} INTERFACE ${arg_DEFINITIONS})
endfunction()
mrctl_archive_library(mrctl_yaml yaml-cpp/yaml.h NAMES libyaml-cpp.a yaml-cpp)
mrctl_archive_library(mrctl_utf8proc utf8proc.h NAMES libutf8proc.a utf8proc)
mrctl_archive_library(mrctl_md sha2.h NAMES libmd.a md)

# Headers only: these libraries are opened when they are needed (docs/decisions/0003 and 0009).
find_path(MRCTL_CURL_INCLUDE curl/curl.h REQUIRED)
add_library(mrctl_curl_headers INTERFACE IMPORTED GLOBAL)
target_include_directories(mrctl_curl_headers SYSTEM INTERFACE ${MRCTL_CURL_INCLUDE})
find_path(MRCTL_JQ_INCLUDE jq.h REQUIRED)
add_library(mrctl_jq_headers INTERFACE IMPORTED GLOBAL)
target_include_directories(mrctl_jq_headers SYSTEM INTERFACE ${MRCTL_JQ_INCLUDE})

if(MRCTL_FULLY_STATIC)
  mrctl_take_libraries_inside()
endif()

# toml++ is used header-only, by one source file.
find_path(MRCTL_TOML_INCLUDE toml++/toml.h REQUIRED)
add_library(mrctl_toml INTERFACE IMPORTED GLOBAL)
target_include_directories(mrctl_toml SYSTEM INTERFACE ${MRCTL_TOML_INCLUDE})
target_compile_definitions(mrctl_toml INTERFACE TOML_EXCEPTIONS=0)
