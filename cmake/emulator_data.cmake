include_guard(GLOBAL)

# Embeds the emulator's two data files in the program: the hand-written schema for checking bodies, and
# the catalogue. Include it after the room `emulator` is declared.
function(mrctl_embed_emulator_data)
  set(template ${PROJECT_SOURCE_DIR}/src/emulator/embedded.cpp.in)
  set(schema ${PROJECT_SOURCE_DIR}/tests/contract/request.schema.json)
  set(catalogue ${PROJECT_SOURCE_DIR}/src/emulator/catalogue.json)
  set(generated ${PROJECT_BINARY_DIR}/generated/emulator/embedded.cpp)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${schema} ${catalogue})
  file(READ ${schema} MRCTL_REQUEST_SCHEMA)
  file(READ ${catalogue} MRCTL_CATALOGUE)
  configure_file(${template} ${generated} @ONLY)
  target_sources(mrctl_emulator PRIVATE ${generated})
  target_include_directories(mrctl_emulator PRIVATE ${PROJECT_SOURCE_DIR}/src/emulator)
endfunction()
mrctl_embed_emulator_data()
