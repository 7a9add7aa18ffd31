# What packages hold besides the programs, and the deb, which CPack makes. packaging/build-packages uses all of it.
set(MRCTL_PACKAGED "" CACHE STRING "deb, rpm or tarball: lay files out for that package; empty: for this machine")
set(MRCTL_DOCUMENTS "" CACHE PATH "Folder with the copyright file and the changelog of the package")
set(MRCTL_MAINTAINER "mrctl maintainers <mrctl@example.com>" CACHE STRING "Who answers for the packages")

# Each shell looks in one folder of its package's choice; zsh's differs on Debian.
set(zsh_folder zsh/site-functions)
if(MRCTL_PACKAGED STREQUAL "deb")
  set(zsh_folder zsh/vendor-completions)
endif()
install(FILES completions/mrctl.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME mrctl)
install(FILES completions/_mrctl DESTINATION ${CMAKE_INSTALL_DATADIR}/${zsh_folder})
install(FILES completions/mrctl.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
foreach(section 1 5 7)
  install(DIRECTORY man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} FILES_MATCHING PATTERN "*.${section}")
endforeach()
install(DIRECTORY docs/skills DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/mrctl)

if(MRCTL_PACKAGED MATCHES "^(deb|rpm)$")
  install(CODE "file(GLOB pages \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man*/mrctl*\")
    execute_process(COMMAND gzip -9nf \${pages} COMMAND_ERROR_IS_FATAL ANY)")
endif()
if(MRCTL_PACKAGED AND NOT MRCTL_PACKAGED STREQUAL "rpm")
  install(DIRECTORY ${MRCTL_DOCUMENTS}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/mrctl)
endif()

# Sets OUT to the deb packages of packaging/opened that have this priority.
function(mrctl_find_opened OUT PRIORITY)
  set(table ${PROJECT_SOURCE_DIR}/packaging/opened)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(STRINGS ${table} rows REGEX "^lib[^ ]+ +${PRIORITY} ")
  list(TRANSFORM rows REPLACE "^[^ ]+ +[^ ]+ +([^ ]+).*" "\\1")
  list(JOIN rows ", " packages)
  set(${OUT} "${packages}" PARENT_SCOPE)
endfunction()

mrctl_find_opened(required required)
mrctl_find_opened(recommended recommended)
string(APPEND recommended ", git") # for records on a branch
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME mrctl)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "${MRCTL_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "manage a model-routing service from the terminal")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
  WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "mrctl creates presets from chat-completions bodies, lists the endpoints of a
model, and shows stored provider credentials without revealing their keys. It
keeps presets under version control as plan and apply, compares prices, and
runs these steps in CI.

An emulator of the service is included, so that everything can be tried
without an account.")
set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE ${MRCTL_ARCHITECTURE})
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(CMAKE_SYSROOT)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_SYSROOT}/lib ${CMAKE_SYSROOT}/lib/${CMAKE_LIBRARY_ARCHITECTURE}
    ${CMAKE_SYSROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE})
endif()
set(CPACK_DEBIAN_PACKAGE_DEPENDS "${required}, ca-certificates")
if(MRCTL_ARCHITECTURE STREQUAL "amd64")
  # shlibdeps does not see that packed relocations (docs/decisions/0011) need glibc 2.36.
  string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", libc6 (>= 2.36)")
endif()
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "${recommended}")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 1)
if(PROJECT_IS_TOP_LEVEL)
  include(CPack)
endif()
