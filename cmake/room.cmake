# Headers that most sources read and that take most of their time: the standard library and fmt, and, from the room
# json upwards, the JSON library (docs/decisions/0013).
set(MRCTL_COMMON_HEADERS <algorithm> <filesystem> <functional> <map> <memory> <optional> <span> <string> <string_view>
    <utility> <vector> <fmt/format.h> <fmt/ranges.h> <tl/expected.hpp>)

# Lets the target read the common headers from one precompiled header, that of the first target with the same ones.
# A compiler cache stands in for it, and cannot do with it.
function(mrctl_precompile TARGET)
  if(MRCTL_CCACHE)
    return()
  endif()
  set(first PLAIN)
  set(headers ${MRCTL_COMMON_HEADERS})
  if(TARGET mrctl_json)
    set(first WITH_JSON)
    list(APPEND headers <nlohmann/json.hpp>)
  endif()
  get_property(precompiled GLOBAL PROPERTY MRCTL_PRECOMPILED_${first})
  if(precompiled)
    target_precompile_headers(${TARGET} REUSE_FROM ${precompiled})
  else()
    target_precompile_headers(${TARGET} PRIVATE ${headers})
    set_property(GLOBAL PROPERTY MRCTL_PRECOMPILED_${first} ${TARGET})
  endif()
endfunction()

# mrctl_room(NAME [USES room...] [LIBRARIES target...] [ONLY_HERE pattern...])
#
# Declares one room: a static library of src/NAME/*.cpp with the public headers include/mrctl/NAME/.
# USES lists the rooms whose public headers it may include, beside those that these may. ONLY_HERE lists headers
# that no other room may include, as regular expressions on the text between the brackets. tests/house/ compares
# every #include with these declarations.
function(mrctl_room NAME)
  cmake_parse_arguments(room "" "" "USES;LIBRARIES;ONLY_HERE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${NAME}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  set(target mrctl_${NAME})
  if(sources)
    add_library(${target} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} ${PROJECT_SOURCE_DIR}/include)
  list(TRANSFORM room_USES PREPEND mrctl_ OUTPUT_VARIABLE used)
  target_link_libraries(${target} ${scope} mrctl_options ${used} ${room_LIBRARIES})
  mrctl_precompile(${target})

  list(JOIN room_USES " " uses)
  list(JOIN room_ONLY_HERE " " only_here)
  set_property(GLOBAL APPEND PROPERTY MRCTL_ROOMS ${NAME})
  set_property(GLOBAL APPEND_STRING PROPERTY MRCTL_ROOM_EDGES "${NAME}: ${uses} | ${only_here}\n")
endfunction()
