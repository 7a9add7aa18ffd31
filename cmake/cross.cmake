# A toolchain file: programs for another architecture, compiled by Debian's cross compiler for MRCTL_TRIPLET from the
# packages that packaging/unpack-packages put into MRCTL_SYSROOT.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES MRCTL_TRIPLET MRCTL_SYSROOT)
set(CMAKE_SYSTEM_NAME Linux)
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR ${MRCTL_TRIPLET})
set(CMAKE_SYSROOT ${MRCTL_SYSROOT})
set(CMAKE_C_COMPILER ${MRCTL_TRIPLET}-gcc)
set(CMAKE_CXX_COMPILER ${MRCTL_TRIPLET}-g++)
# The C and the C++ library of the sysroot, which has security updates, not those that come with the cross compiler.
set(libraries ${MRCTL_SYSROOT}/usr/lib)
file(GLOB compiler_libraries ${libraries}/gcc/${MRCTL_TRIPLET}/*)
set(CMAKE_C_FLAGS_INIT "-B${libraries}/${MRCTL_TRIPLET} -B${compiler_libraries}")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT}")
set(CMAKE_FIND_ROOT_PATH ${MRCTL_STATIC_LIBRARIES} ${MRCTL_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
