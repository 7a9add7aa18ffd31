# The headers that most sources include, compiled once for all rooms and once more, with doctest, for the
# unit tests (docs/decisions/0013). Every source still includes what it uses: clang-tidy, which reads each one
# without this (preset tidy), fails if one does not.
option(MRCTL_PRECOMPILED "Compile common headers once; halves the time of a build" ON)

# mrctl_precompiled(TARGET [LIBRARIES target...] HEADERS header...)
function(mrctl_precompiled TARGET)
  cmake_parse_arguments(common "" "" "LIBRARIES;HEADERS" ${ARGN})
  file(CONFIGURE OUTPUT ${TARGET}.cpp CONTENT "")
  add_library(${TARGET} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${TARGET}.cpp)
  target_link_libraries(${TARGET} PRIVATE mrctl_options nlohmann_json::nlohmann_json tl::expected ${common_LIBRARIES})
  if(MRCTL_PRECOMPILED)
    target_precompile_headers(${TARGET} PRIVATE
      <algorithm> <filesystem> <functional> <map> <memory> <optional> <string> <string_view> <vector>
      ${PROJECT_SOURCE_DIR}/include/mrctl/json/nlohmann.hpp <tl/expected.hpp> ${common_HEADERS})
  endif()
endfunction()

# mrctl_use_precompiled(TARGET FROM): compiles the sources of TARGET with the headers of FROM.
function(mrctl_use_precompiled TARGET FROM)
  if(MRCTL_PRECOMPILED)
    target_precompile_headers(${TARGET} REUSE_FROM ${FROM})
  endif()
endfunction()

mrctl_precompiled(mrctl_common_headers)
