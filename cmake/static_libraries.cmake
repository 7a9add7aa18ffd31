# Programs that need nothing (docs/decisions/0016): every library is an archive, libcurl and libjq those that
# packaging/build-static-libraries has put into MRCTL_STATIC_LIBRARIES.
set(MRCTL_STATIC_LIBRARIES "" CACHE PATH "What packaging/build-static-libraries built")
if(NOT EXISTS ${MRCTL_STATIC_LIBRARIES}/versions)
  message(FATAL_ERROR "MRCTL_FULLY_STATIC needs MRCTL_STATIC_LIBRARIES, a folder made by packaging/build-static-libraries")
endif()
list(PREPEND CMAKE_PREFIX_PATH ${MRCTL_STATIC_LIBRARIES})
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
unset(SQLite3_LIBRARY CACHE)

# Links the libraries of these names to TARGET, each before those that it calls.
function(mrctl_link_archives TARGET)
  foreach(name ${ARGN})
    find_library(MRCTL_ARCHIVE_${name} ${name} REQUIRED)
    target_link_libraries(${TARGET} INTERFACE ${MRCTL_ARCHIVE_${name}})
  endforeach()
endfunction()

function(mrctl_take_libraries_inside)
  mrctl_link_archives(mrctl_curl_headers curl nghttp2 cares ssl crypto z)
  mrctl_link_archives(mrctl_jq_headers jq onig m)
  set_source_files_properties(src/http/curl_library.cpp src/filter/jq_library.cpp PROPERTIES
    COMPILE_DEFINITIONS MRCTL_LIBRARIES_INSIDE)
endfunction()
