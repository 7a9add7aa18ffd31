# What `mrctl version --build` and the packages say of a build: the commit, the compiler, the architecture, and the
# libraries of packaging/libraries with their versions.
set(MRCTL_COMMIT "" CACHE STRING "The commit that is built; empty: asked of git with each build")

# As Debian names it.
set(MRCTL_ARCHITECTURE ${CMAKE_SYSTEM_PROCESSOR})
string(REPLACE "x86_64" "amd64" MRCTL_ARCHITECTURE ${MRCTL_ARCHITECTURE})
string(REPLACE "aarch64" "arm64" MRCTL_ARCHITECTURE ${MRCTL_ARCHITECTURE})

# Makes commit.hpp anew with each build, since commits come and go between configurations.
function(mrctl_write_commit HEADER)
  add_custom_target(mrctl_commit BYPRODUCTS ${HEADER}
    COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR} -D COMMIT=${MRCTL_COMMIT} -D OUTPUT=${HEADER}
      -P ${PROJECT_SOURCE_DIR}/cmake/write_commit.cmake
    COMMENT "Asking git for the commit" VERBATIM)
  add_dependencies(mrctl_commands mrctl_commit)
endfunction()

# Sets OUT to lines "NAME VERSION" of these packages of Debian's, as far as they are known: the machine's, or those in
# the sysroot.
function(mrctl_find_package_versions OUT)
  set(versions "")
  find_program(MRCTL_DPKG_QUERY dpkg-query)
  if(MRCTL_DPKG_QUERY)
    execute_process(COMMAND ${MRCTL_DPKG_QUERY} --admindir=${CMAKE_SYSROOT}/var/lib/dpkg --show --showformat "\${Package} \${Version}\\n" ${ARGN}
      OUTPUT_VARIABLE versions ERROR_QUIET)
  endif()
  if(MRCTL_STATIC_LIBRARIES)
    file(STRINGS ${MRCTL_STATIC_LIBRARIES}/versions built)
    foreach(line IN LISTS built)
      string(APPEND versions "source:${line}\n")
    endforeach()
  endif()
  set(${OUT} "${versions}" PARENT_SCOPE)
endfunction()

# Makes build_facts.cpp, a part of the room `commands`.
function(mrctl_write_build_facts)
  set(table ${PROJECT_SOURCE_DIR}/packaging/libraries)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(STRINGS ${table} rows REGEX "^(inside|static|opened) ")
  list(TRANSFORM rows REPLACE "^[a-z]+ +[a-z]+ +[^ ]+ +([^ ]+).*" "\\1" OUTPUT_VARIABLE packages)
  list(FILTER packages EXCLUDE REGEX "^source:")
  mrctl_find_package_versions(versions ${packages})
  set(MRCTL_LIBRARY_ROWS "")
  foreach(row IN LISTS rows)
    string(REGEX MATCH "^([a-z]+) +([a-z]+) +([^ ]+) +([^ ]+)" matched "${row}")
    set(use ${CMAKE_MATCH_1})
    set(programs ${CMAKE_MATCH_2})
    set(name ${CMAKE_MATCH_3})
    set(package ${CMAKE_MATCH_4})
    if(use STREQUAL "inside" OR MRCTL_FULLY_STATIC)
      string(REPLACE "+" "\\+" pattern "${package}")
      set(version "")
      if("\n${versions}" MATCHES "\n${pattern} ([^\n]+)")
        set(version "${CMAKE_MATCH_1}")
      endif()
      string(APPEND MRCTL_LIBRARY_ROWS "    Library{\"${name}\", \"${version}\", \"${programs}\"},\n")
    endif()
  endforeach()
  set(MRCTL_COMPILER "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
  set(MRCTL_LINKAGE "dynamic")
  if(MRCTL_FULLY_STATIC)
    set(MRCTL_LINKAGE "static")
  endif()
  set(folder ${PROJECT_BINARY_DIR}/generated/commands)
  configure_file(${PROJECT_SOURCE_DIR}/src/commands/build_facts.cpp.in ${folder}/build_facts.cpp @ONLY)
  target_sources(mrctl_commands PRIVATE ${folder}/build_facts.cpp)
  set_source_files_properties(${folder}/build_facts.cpp PROPERTIES
    INCLUDE_DIRECTORIES "${PROJECT_SOURCE_DIR}/src/commands;${folder}")
  mrctl_write_commit(${folder}/commit.hpp)
endfunction()
mrctl_write_build_facts()
