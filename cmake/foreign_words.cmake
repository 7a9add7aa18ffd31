include_guard(GLOBAL)

# Turns the rows of src/spec/foreign_words.tsv into initializers of spec::ForeignWords. Include it after the room
# `spec` is declared.
function(mrctl_embed_foreign_words)
  set(table ${PROJECT_SOURCE_DIR}/src/spec/foreign_words.tsv)
  set(folder ${PROJECT_BINARY_DIR}/generated/spec)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(READ ${table} rows)
  string(REGEX REPLACE "#[^\n]*\n" "" rows "${rows}")
  string(REPLACE "\\" "\\\\" rows "${rows}")
  string(REPLACE "\"" "\\\"" rows "${rows}")
  string(REGEX REPLACE "([a-z]+)\t([^\t\n]+)\t([^\t\n]+)\t([a-z]+)\t([^\t\n]*)\t([^\t\n]+)\n"
    "ForeignWords{ForeignKind::\\1, \"\\2\", \"\\3\", Does::\\4, \"\\5\", \"\\6\"},\n" rows "${rows}")
  string(REPLACE "\"-\"" "\"\"" rows "${rows}")
  file(CONFIGURE OUTPUT ${folder}/foreign_rows.inc CONTENT "${rows}" @ONLY)
  target_include_directories(mrctl_spec PRIVATE ${folder})
endfunction()
mrctl_embed_foreign_words()
