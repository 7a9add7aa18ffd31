include_guard(GLOBAL)

# Embeds the scripts of completions/ in the program, for `mrctl completion`. Include it after the room `help`
# is declared.
function(mrctl_embed_completion_scripts)
  set(folder ${PROJECT_SOURCE_DIR}/completions)
  set(generated ${PROJECT_BINARY_DIR}/generated/help/completion_scripts.cpp)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${folder}/mrctl.bash ${folder}/_mrctl ${folder}/mrctl.fish)
  file(READ ${folder}/mrctl.bash MRCTL_BASH_SCRIPT)
  file(READ ${folder}/_mrctl MRCTL_ZSH_SCRIPT)
  file(READ ${folder}/mrctl.fish MRCTL_FISH_SCRIPT)
  configure_file(${PROJECT_SOURCE_DIR}/src/help/completion_scripts.cpp.in ${generated} @ONLY)
  target_sources(mrctl_help PRIVATE ${generated})
  target_include_directories(mrctl_help PRIVATE ${PROJECT_SOURCE_DIR}/src/help)
endfunction()
mrctl_embed_completion_scripts()
