#pragma once

#include "mrctl/config/settings.hpp"

#include <tl/expected.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::config {

// A place in the text; lines and columns count from 1, columns count code points.
struct TextPoint {
  std::size_t line = 0;
  std::size_t column = 0;
};

struct TomlMember;

// A value of a TOML document with its place. `text` is a string's content, a number's or a
// boolean's spelling, a date as 2026-12-31 (no other time has one); `items` are an array's,
// `members` a table's in the order of the text.
struct TomlValue {
  ValueType type = ValueType::table;
  std::string text;
  std::vector<TomlValue> items;
  std::vector<TomlMember> members;
  TextPoint begin;
  TextPoint end; // behind the last character; of a table only the line it begins on is certain
};

struct TomlMember {
  std::string key;
  TextPoint at; // of the key
  TomlValue value;
};

struct TomlFault {
  std::string message;
  TextPoint at;
  std::string advice{}; // what to write instead
};

// Parses a whole document; its root is a table.
[[nodiscard]] tl::expected<TomlValue, TomlFault> parse_toml(std::string_view text);

// Returns a text as TOML writes it: in double quotes, with the escapes of TOML.
[[nodiscard]] std::string toml_quote(std::string_view text);

// Returns the member of that key, or null if there is none or the value is no table.
[[nodiscard]] const TomlMember* find_toml_member(const TomlValue& table, std::string_view key);

// Returns the text of one line without its end, counted from 1; empty beyond the last.
[[nodiscard]] std::string_view line_of(std::string_view text, std::size_t line);

} // namespace mrctl::config
