include_guard(GLOBAL)

# Embeds the texts of src/apply/ci in the program, for `mrctl init --ci`. Include it after the room `apply` is
# declared.
function(mrctl_embed_ci_templates)
  set(folder ${PROJECT_SOURCE_DIR}/src/apply/ci)
  set(generated ${PROJECT_BINARY_DIR}/generated/apply/ci_templates.cpp)
  foreach(name github github_action gitlab)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${name}.yml)
    string(TOUPPER ${name} upper)
    file(READ ${folder}/${name}.yml MRCTL_CI_${upper})
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/src/apply/ci_templates.cpp.in ${generated} @ONLY)
  target_sources(mrctl_apply PRIVATE ${generated})
  set_source_files_properties(${generated} PROPERTIES INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/src/apply)
endfunction()
mrctl_embed_ci_templates()
