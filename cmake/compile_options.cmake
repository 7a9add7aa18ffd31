# The flags that every target of this project is compiled and linked with.
include(GNUInstallDirs)

add_library(mrctl_options INTERFACE)
target_compile_options(mrctl_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual)
if(MRCTL_WERROR)
  target_compile_options(mrctl_options INTERFACE -Werror)
endif()
# A release is the same bytes wherever its sources are.
if(MRCTL_STATIC_RUNTIME)
  set(path_maps -ffile-prefix-map=${PROJECT_SOURCE_DIR}=. -ffile-prefix-map=${PROJECT_BINARY_DIR}=build)
  target_compile_options(mrctl_options INTERFACE ${path_maps})
  target_link_options(mrctl_options INTERFACE ${path_maps})
endif()
if(MRCTL_SANITIZERS)
  target_compile_options(mrctl_options INTERFACE -fsanitize=${MRCTL_SANITIZERS} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(mrctl_options INTERFACE -fsanitize=${MRCTL_SANITIZERS})
endif()
if(MRCTL_FUZZ)
  target_compile_options(mrctl_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(MRCTL_COVERAGE)
  target_compile_options(mrctl_options INTERFACE --coverage)
  target_link_options(mrctl_options INTERFACE --coverage)
endif()

# Tests link some thirty programs, which mold does in half the time.
find_program(MRCTL_MOLD mold)
if(MRCTL_MOLD AND MRCTL_BUILD_TESTS)
  target_link_options(mrctl_options INTERFACE -fuse-ld=mold)
endif()

find_program(MRCTL_CCACHE ccache)
if(MRCTL_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${MRCTL_CCACHE})
endif()
