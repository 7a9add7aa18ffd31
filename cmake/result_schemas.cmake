include_guard(GLOBAL)

# Embeds the hand-written schemas of docs/schemas/ in the program, for `mrctl schema`. Include it after the room
# `help` is declared.
function(mrctl_embed_result_schemas)
  set(generated ${PROJECT_BINARY_DIR}/generated/help/result_schemas.cpp)
  foreach(name check explain drill endpoints-diff)
    set(file ${PROJECT_SOURCE_DIR}/docs/schemas/${name}.schema.json)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} schema)
    string(APPEND MRCTL_RESULT_SCHEMAS "    WrittenSchema{\"${name}\", R\"mrctl_schema(${schema})mrctl_schema\"},\n")
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/src/help/result_schemas.cpp.in ${generated} @ONLY)
  target_sources(mrctl_help PRIVATE ${generated})
  target_include_directories(mrctl_help PRIVATE ${PROJECT_SOURCE_DIR}/src/help)
endfunction()
mrctl_embed_result_schemas()
