#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/duration.hpp"
#include "mrctl/spec/gate.hpp"
#include "mrctl/spec/shape.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mrctl::spec {

// The flags of a command line as commands use them, except settings and those that change a body. A
// flag that is not given is off, zero or empty. Texts that only their command can judge stay texts.
// Gates are flags of `preset explain`; `endpoints list` has one of them.
struct FlagValues : GateValues {
  // of every command
  std::vector<std::string> report;    // FORMAT=FILE
  std::optional<std::string> summary; // a file
  bool json = false;                  // kept as the setting output, too
  std::optional<std::string> jq;      // a program
  bool raw_output = false;
  bool no_header = false;
  bool quiet = false;
  std::size_t verbose = 0; // how often it is given
  bool no_input = false;
  bool help = false;
  bool version = false;

  // of bodies and preset files
  std::optional<std::string> body; // a file
  std::vector<std::string> base;   // files, each over those before
  std::optional<std::string> slug_prefix;
  bool allow_unknown = false;
  bool allow_secrets = false;
  bool no_validate = false;
  bool strict = false;
  bool dry_run = false;
  bool print_curl = false;

  // of commands that judge
  std::vector<std::string> fail_on; // conditions, or kinds of changes separated by commas

  // of preset plan and apply
  std::optional<bool> live;
  bool only_changed = false;
  bool fail_fast = false;
  bool yes = false;
  std::optional<std::string> plan;      // its fingerprint
  std::optional<std::string> plan_from; // a commit whose message holds it
  bool gates = false;

  // of preset render, state and adopt
  bool origin = false;
  bool all_targets = false;
  std::optional<std::size_t> known_version;
  std::optional<std::string> from; // a target

  // of preset pull
  std::optional<std::string> dir;
  bool force = false;

  // of preset explain
  std::vector<std::string> listing; // files
  std::optional<std::size_t> prompt_tokens;
  std::optional<std::size_t> completion_tokens;
  std::optional<std::size_t> images;
  std::optional<std::size_t> cached_tokens; // of the prompt tokens
  std::vector<std::string> known;           // CODE=FILE
  std::optional<std::string> why;           // a tag
  std::vector<std::string> assume;          // codes of checks, separated by commas

  // of records
  bool take_over = false;
  bool overwrite = false;
  bool allow_older = false;
  std::optional<std::string> import_from; // a folder of records

  // of preset check
  std::optional<std::string> as_of; // a day

  // of endpoints list
  std::optional<std::string> columns; // names, separated by commas
  bool wide = false;
  std::vector<std::string> where;  // conditions
  std::optional<std::string> sort; // a column, descending after "-"
  std::optional<std::size_t> limit;
  std::optional<std::string> chart; // a measure
  bool of_presets = false;

  // of endpoints diff
  std::vector<std::string> presets; // files and folders
  std::optional<std::string> save;  // a file for the live listing
  bool statistics = false;

  // of mrctl api
  std::vector<std::string> header; // NAME: VALUE

  // of the emulator
  std::optional<std::string> listen; // HOST:PORT
  std::optional<std::string> db;     // a file
  std::optional<std::string> catalogue;
  std::optional<std::string> management_key;
  std::optional<std::string> inference_key;
  std::optional<Duration> latency;
  std::vector<std::string> fault; // rules
  std::optional<std::size_t> seed;
  bool reads = false;
  bool log = false;

  // of other commands
  std::optional<std::string> ci; // a CI service
  bool skill = false;            // for coding agents
  bool no_verify = false;
  bool show_origin = false;
  bool build = false;
};

// The conditions of --fail-on, of commands that plan.
inline constexpr std::string_view fail_on_changed = "changed";
inline constexpr std::string_view fail_on_drift = "drift";

// The flags that change a body. What they do depends on their order.
enum class BodyFlag : std::uint8_t {
  field, // --temperature and the flags of all other fields; see FieldFlag
  system,
  message,
  set,
  set_string,
  set_json,
  unset,
};

struct Setting;

// Where the value of a flag is kept: in FlagValues, as a setting, or with the flags that change a
// body. The type of the member decides how its text is read, whether the flag takes a value, and
// whether it may be repeated.
using FlagValueMember =
    MemberOf<FlagValues, bool, std::size_t, std::optional<std::string>, std::vector<std::string>,
             std::optional<std::size_t>, std::optional<Decimal>, std::optional<Duration>,
             std::optional<bool>>;
using FlagMember = std::variant<FlagValueMember, const Setting*, BodyFlag>;

// One row of a table of flags.
struct Flag {
  std::string_view name; // with the dashes
  FlagMember member;
  char letter = 0;               // of the short form, 0 when there is none
  std::string_view value_name{}; // "FILE"
  std::string_view help;
  Rows<std::string_view> choices{}; // valid values; of a list, valid items
  std::string_view fallback{};      // the default; empty if there is none, or if the help gives it
  Takes takes = Takes::text;
  Range range{}; // of a number

  // Returns whether the next word of the command line is its value.
  [[nodiscard]] bool takes_value() const;
  // Returns whether it is a switch that "=false" turns off, over what a file says.
  [[nodiscard]] bool may_be_false() const;
  // Returns whether each use counts or adds to earlier ones.
  [[nodiscard]] bool repeats() const;
};

// Returns the flag of a condition of gates.
[[nodiscard]] constexpr Flag flag_of(const GateRow& row) {
  return {.name = row.flag,
          .member = std::visit(
              []<class Type>(Type GateValues::*at) -> FlagValueMember {
                Type FlagValues::*member = at;
                return member;
              },
              row.member),
          .value_name = row.value_name,
          .help = row.help,
          .takes = row.takes};
}

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
