# mrctl_room(NAME [USES room...] [LIBRARIES target...] [ONLY_HERE pattern...])
#
# Declares one room: a static library of src/NAME/*.cpp with the public headers include/mrctl/NAME/.
# USES lists the rooms whose public headers it may include, beside those that these may. ONLY_HERE lists headers that no other room may
# include, as regular expressions on the text between the brackets. tests/house/ compares every #include
# with these declarations.
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

  list(JOIN room_USES " " uses)
  list(JOIN room_ONLY_HERE " " only_here)
  set_property(GLOBAL APPEND PROPERTY MRCTL_ROOMS ${NAME})
  set_property(GLOBAL APPEND_STRING PROPERTY MRCTL_ROOM_EDGES "${NAME}: ${uses} | ${only_here}\n")
endfunction()
