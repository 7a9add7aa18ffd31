#pragma once

#include <cstdint>

namespace mrctl::spec {

// What the value of a flag, an argument or a field is. Shells complete it accordingly.
enum class Takes : std::uint8_t {
  text, // any text; choices are listed in their own column
  file,
  folder,
  preset_file,    // a preset file, or a folder of them
  text_or_file,   // text, or a file after "@"
  message,        // ROLE=TEXT, or a file after "ROLE=@"
  member,         // path of a member of the body
  member_value,   // the path, "=" and the value
  member_json,    // the path, "=" and JSON, or a file after "=@"
  columns,        // columns of endpoints, separated by commas
  sort_column,    // a column of endpoints, descending after "-"
  condition,      // a column of endpoints, an operator and a value
  measure,        // what a chart can show
  change_kinds,   // kinds of changes, separated by commas
  format,         // of output
  report,         // FORMAT=FILE
  profile,        // of config.toml
  target,         // of the state of applied presets
  slug,           // of a preset
  model,          // author/slug
  tag,            // of an endpoint
  setting,        // key of any setting
  stored_setting, // key of a setting that config.toml may contain
  setting_value,  // of the setting that the argument before names
  subject,        // of help: the words of a command, or a topic
  command,        // a program with its own arguments, after "--"
};

// Returns whether a value is the name of a file.
[[nodiscard]] constexpr bool is_file(Takes takes) {
  return takes == Takes::file || takes == Takes::preset_file;
}

} // namespace mrctl::spec
