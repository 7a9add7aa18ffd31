# The two programs: mrctl, and the embedded service that `mrctl emulator` runs (docs/decisions/0002).
add_executable(mrctl src/app/main.cpp)
target_link_libraries(mrctl PRIVATE mrctl_app)
mrctl_precompile(mrctl)
if(MRCTL_STATIC_RUNTIME)
  # docs/decisions/0011: a static C++ runtime, no unused functions, packed relocations, which binutils 2.40 makes for
  # one architecture alone.
  target_link_options(mrctl PRIVATE -Wl,--gc-sections)
  if(MRCTL_ARCHITECTURE STREQUAL "amd64")
    target_link_options(mrctl PRIVATE -Wl,-z,pack-relative-relocs)
  endif()
  if(NOT MRCTL_FULLY_STATIC)
    # Beside -static-pie, this option makes the compiler ask for the shared C library.
    target_link_options(mrctl PRIVATE -static-libstdc++ -static-libgcc)
    # Spares each start the mathematical library: of it, the program names only ldexp(), for a function of the JSON
    # library that nothing calls, and the C library has that, too. Asked first, it leaves the other one unneeded. The
    # compiler would move a plain -lc behind that one.
    target_link_options(mrctl PRIVATE -Wl,--as-needed)
    target_link_libraries(mrctl PRIVATE -Wl,-lc)
  endif()
  target_compile_definitions(mrctl PRIVATE MRCTL_LEAVES_AT_ONCE)
endif()

add_executable(mrctl-emulator src/emulator/main.cpp)
target_link_libraries(mrctl-emulator PRIVATE mrctl_emulator)
mrctl_precompile(mrctl-emulator)

if(MRCTL_FULLY_STATIC)
  target_link_options(mrctl PRIVATE -static-pie)
  target_link_options(mrctl-emulator PRIVATE -static-pie -Wl,--gc-sections)
endif()

set_target_properties(mrctl mrctl-emulator PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
install(TARGETS mrctl DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS mrctl-emulator DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/mrctl)

# Writes the papers that are committed: manuals, schemas and the README's tables. Only this needs Python.
find_package(Python3 QUIET COMPONENTS Interpreter)
if(Python3_FOUND)
  add_custom_target(papers COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/cmake/papers/write.py
                    $<TARGET_FILE:mrctl> ${PROJECT_SOURCE_DIR} VERBATIM)
endif()
