#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace mrctl {

// clang-format off

// The type of a value in JSON or in TOML, which alone has times and tables.
enum class ValueType : std::uint8_t {
  any, null, boolean, integer, number, string, time, array, object, table,
};

// What the value of a flag, an argument, a setting, a key of a project file, a field of a body or a
// member of a result is: the row of kind_of() says it.
enum class Takes : std::uint8_t {
  text, file, folder, preset_file, text_or_file, message, member, member_value, member_json,
  columns, sort_column, condition, measure, endpoint_changes, assumptions, format, report,
  profile, target, slug, model, tag, setting, stored_setting, setting_value, subject, command,
  program, url, duration, count, boolean, name, plain_name, host, day, moment, amount, entry,
  glob, uuid, hash, fingerprint, remote,
};

// How shells complete a value. The room help has the words, and a function for each of these.
enum class Completed : std::uint8_t {
  not_at_all, word, listed_word, list, condition, assignment, member_value, text_or_file, file,
  folder, preset_file, format, report, setting_value, subject, command,
};
// clang-format on

// What a type is called.
struct TypeWords {
  std::string_view found;    // "a boolean"
  std::string_view required; // "true or false"
  std::string_view schema;   // "boolean" in JSON Schema; empty if it has no name there
};
[[nodiscard]] const TypeWords& words_of(ValueType type);

inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

// The smallest and the largest valid number, or length.
struct Range {
  std::size_t least = 0;
  std::size_t most = no_limit;
};

// What messages may show of an invalid value: it may be a secret that was put in the wrong place.
enum class ShownOfValue : std::uint8_t { nothing, value, whole_line };

// What is known of a kind of value.
struct ValueKind {
  Takes takes = Takes::text;
  ValueType type = ValueType::string;
  bool (*holds)(std::string_view text) = nullptr; // null: any text, or what a higher room checks
  std::string_view must{};                        // "be true or false"
  std::string_view hint{};
  std::string_view in_toml{}; // what a value must be in TOML, if the type does not say it
  ShownOfValue shown = ShownOfValue::nothing;
  std::array<std::string_view, 2> schema{}; // a keyword of JSON Schema and its value
  std::string_view example{};               // of a flag
  Completed completed = Completed::not_at_all;
};

[[nodiscard]] const ValueKind& kind_of(Takes takes);

// Returns whether a value is the name of a file.
[[nodiscard]] bool is_file(Takes takes);

// Returns whether a value is the name of a file or a folder.
[[nodiscard]] bool is_path(Takes takes);

} // namespace mrctl
