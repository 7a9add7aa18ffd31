#pragma once

#include "mrctl/spec/flag_values.hpp"
#include "mrctl/spec/shape.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mrctl::spec {

// A member of the record that has one of the types.
template <class Record, class... Types>
using MemberOf = std::variant<Types Record::*...>;

struct Setting;

// Where the value of a flag is kept: in FlagValues, as a setting, or with the flags that change a
// body. The type of the member decides how its text is read, whether the flag takes a value, and
// whether it may be repeated.
using FlagValueMember =
    MemberOf<FlagValues, bool, std::size_t, std::optional<std::string>, std::vector<std::string>,
             std::optional<std::size_t>, std::optional<Decimal>, std::optional<Duration>>;
using FlagMember = std::variant<FlagValueMember, const Setting*, BodyFlag>;

// One row of a table of flags.
struct Flag {
  std::string_view name; // with the dashes
  FlagMember member;
  char letter = 0;               // of the short form, 0 when there is none
  std::string_view value_name{}; // "FILE"
  std::string_view help;
  Rows<std::string_view> choices{};
  std::string_view fallback{}; // the default; empty if there is none, or if the help gives it
  Takes takes = Takes::text;
  std::size_t least = 0; // the smallest valid number
  std::size_t most = no_limit;

  // Whether the next word of the command line is its value.
  [[nodiscard]] bool takes_value() const;
  // Whether each use counts or adds to earlier ones.
  [[nodiscard]] bool repeats() const;
};

// Returns the name of the flag that is kept there, from the tables of all commands: "--where".
[[nodiscard]] std::string_view name_of(const FlagMember& member);

// Returns whether the flag was given.
[[nodiscard]] bool is_given(const FlagValues& values, const FlagValueMember& flag);

// What kind of value a field's flag accepts, by the field's shape.

// Returns whether values of the kind are documented to have no others inside.
[[nodiscard]] bool is_scalar(ShapeKind kind);

// Returns the list that the shape is, or that is one of its alternatives, or null.
[[nodiscard]] const Shape* list_in(const Shape& shape);

// Returns whether it accepts KEY=VALUE, like maps and objects that allow undocumented members.
[[nodiscard]] bool takes_pairs(const Shape& shape);

// Returns whether it accepts one item of a list. For a list of undocumented items, it accepts words
// if the list may be null, else JSON.
[[nodiscard]] bool takes_items(const Shape& shape);

// Returns whether it accepts a file after "@".
[[nodiscard]] bool takes_file(const Shape& shape);

// Returns whether it may be repeated: pairs, items and words are added to the earlier ones.
[[nodiscard]] bool repeats(const Shape& shape);

} // namespace mrctl::spec
