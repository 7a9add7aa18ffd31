# The two programs: mrctl, and the embedded service that `mrctl emulator` runs (docs/decisions/0002).
add_executable(mrctl src/app/main.cpp)
target_link_libraries(mrctl PRIVATE mrctl_app)
if(MRCTL_STATIC_RUNTIME)
  # What each start pays for (docs/decisions/0011): no library but the C library, of which the C++ runtime
  # needs the mathematical one in functions only that nothing here calls; nothing that is not called; and
  # the functions of the operations side by side.
  # The libraries must stand behind all archives, hence the variable, which adds them to every program.
  set(CMAKE_CXX_STANDARD_LIBRARIES "-l:libstdc++.a -lgcc -lgcc_eh -lc")
  target_link_options(mrctl PRIVATE
    -nodefaultlibs -ffunction-sections -Wl,--gc-sections -Wl,-z,pack-relative-relocs)
  if(MRCTL_FIRST_FUNCTIONS)
    target_link_options(mrctl PRIVATE -Wl,-T,${MRCTL_FIRST_FUNCTIONS})
    set_target_properties(mrctl PROPERTIES LINK_DEPENDS ${MRCTL_FIRST_FUNCTIONS})
  endif()
  target_compile_definitions(mrctl PRIVATE MRCTL_LEAVES_AT_ONCE)
endif()

add_executable(mrctl-emulator src/emulator/main.cpp)
target_link_libraries(mrctl-emulator PRIVATE mrctl_emulator)

set_target_properties(mrctl mrctl-emulator PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
install(TARGETS mrctl DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS mrctl-emulator DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/mrctl)
install(FILES completions/mrctl.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME mrctl)
install(FILES completions/_mrctl DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES completions/mrctl.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")

# Not installed: writes the papers that are made of the tables (docs/rules.md, schemas).
add_executable(mrctl-papers src/docgen/main.cpp)
target_link_libraries(mrctl-papers PRIVATE mrctl_docgen)
add_custom_target(papers COMMAND mrctl-papers ${PROJECT_SOURCE_DIR} VERBATIM)
