#pragma once

#include "mrctl/base/output_format.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/shape.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace mrctl::spec {

enum class Arity : std::uint8_t { one, at_least_one };

struct Argument {
  std::string_view name; // "SLUG"
  Arity arity = Arity::one;
  std::string_view help;
  bool is_optional = false;
  Rows<std::string_view> choices{}; // valid values, if they are known
  Takes takes = Takes::text;
};

struct Example {
  std::string_view of; // the command that has it; empty for mrctl as a whole
  std::string_view command;
  std::string_view says;
};

// How a command uses the environment and the configuration file. If it does not need them, mistakes
// in them must not stop it.
enum class SettingsUse : std::uint8_t {
  used,
  begun,    // used; the named profile or file may not exist yet
  mended,   // like begun; the command is there to correct mistakes
  optional, // used if valid; mistakes are warnings
  unused,
};

// How a command uses the project file. A command that does not use it is not affected by its
// faults.
enum class ProjectUse : std::uint8_t {
  unused,
  ignored,     // as unused, and a note says so where there is one
  shown,       // what it sets is shown, also if no target is chosen
  for_service, // used if the service is asked, a target is named, or --presets is given
  used,
  by_paths, // used; its presets are the arguments if there are none, and one of both is needed
  guarded,  // by_paths; a target's host is the only one
};

// Whether a command uses the service, or manages what is needed for that.
enum class ServiceUse : std::uint8_t { unused, used };

// What a command prints without --output.
enum class Prints : std::uint8_t {
  no_result, // nothing, or one text that has no other form
  data,      // a table on a terminal, JSON on a pipe
  text,      // one text for people and scripts alike, such as a setting
  judgement, // a report in text everywhere, as linters and compilers do
};

// Whether a command finds things that reports for CI services list (--report junit=FILE).
enum class HasFindings : std::uint8_t { no, yes };

// Formats that have nothing to print, and why: "-o raw" `because`. A null function refuses none.
struct Refusal {
  bool (*refuses)(Format) = nullptr;
  std::string_view because{};
  std::string_view hint{};
};

// A flag that implies a format where --output names none, and may refuse some.
struct FormatFlag {
  FlagValueMember flag;
  Format format;
  std::string_view value{}; // only with this value; empty for any
  Refusal refusal{};
};

// Returns its name: "judgement".
[[nodiscard]] std::string_view name_of(Prints prints);

// One row of the command table: everything about a command except its function.
struct Command {
  std::string_view noun;
  std::string_view verb{};  // empty for a command of one word
  std::string_view summary; // one line, imperative
  Rows<Argument> arguments{};
  Rows<Flag> flags{};
  BodyFlags body_flags = BodyFlags::no;
  SettingsUse settings = SettingsUse::used;
  ProjectUse project = ProjectUse::unused;
  ServiceUse service = ServiceUse::used;
  Prints prints = Prints::no_result;
  HasFindings findings = HasFindings::no;
  Format for_programs = Format::json; // on a pipe and for --jq, unless text is printed there
  Rows<FormatFlag> format_flags{};    // the first one that is given decides
  Refusal refusal{};

  // Returns "preset create".
  [[nodiscard]] std::string name() const;
  // Returns whether an argument is of that kind: Takes::command is another command with its own.
  [[nodiscard]] bool has_argument(Takes kind) const;
};

// All commands, in the order in which help lists them.
[[nodiscard]] Rows<Command> commands();

[[nodiscard]] const Command* find_command(std::string_view noun, std::string_view verb);

// Returns the rows of src/spec/examples.tsv that the command has.
[[nodiscard]] Rows<Example> examples_of(const Command& command);

// Returns the further lines of the long help, from src/spec/abouts.tsv: paragraphs, which empty
// lines separate, and rows that begin with two spaces, "  NAME  what it means".
[[nodiscard]] std::string about_of(const Command& command);

// The flags that work before and after every command.
[[nodiscard]] Rows<Flag> global_flags();

enum class KeyNeed : std::uint8_t { optional, required };

// One row of the table of operations: what mrctl knows how to ask the service.
struct Operation {
  std::string_view name;    // for people
  std::string_view section; // of the specification; empty: not of it, but many services have it
  std::string_view method;
  std::string_view path;             // below the base URL; segments in braces are parameters
  Rows<std::string_view> parameters; // what messages call each of them
  KeyNeed key = KeyNeed::required;
  std::string_view if_missing;      // what to do about a 404
  std::string_view if_unanswered{}; // of what many services lack: what to say where it is not there
};

inline constexpr std::array parameters_of_preset{std::string_view("slug")};
inline constexpr std::array parameters_of_version{std::string_view("slug"),
                                                  std::string_view("number of the version")};
inline constexpr std::array parameters_of_model{std::string_view("author of the model"),
                                                std::string_view("slug of the model")};
inline constexpr std::array parameters_of_credential{std::string_view("credential's id")};

inline constexpr Operation create_preset{
    .name = "create a preset, or a new version of it",
    .section = "4.1",
    .method = "POST",
    .path = "/presets/{slug}/chat/completions",
    .parameters = parameters_of_preset,
    .if_missing = "check the slug and the base URL",
};
inline constexpr Operation list_endpoints{
    .name = "list the endpoints of a model",
    .section = "4.2",
    .method = "GET",
    .path = "/models/{author}/{slug}/endpoints",
    .parameters = parameters_of_model,
    .key = KeyNeed::optional,
    .if_missing =
        "check the author and the slug; a variant such as ':free' is a separate model; 'mrctl api "
        "GET /models' lists all, if the service can",
};
inline constexpr Operation get_credential{
    .name = "read a stored credential",
    .section = "4.3",
    .method = "GET",
    .path = "/byok/{id}",
    .parameters = parameters_of_credential,
    .if_missing = "check the id; a key can read the credentials of its own account only",
};

inline constexpr Operation get_preset{
    .name = "read a preset",
    .section = "",
    .method = "GET",
    .path = "/presets/{slug}",
    .parameters = parameters_of_preset,
    .if_missing = "check the slug; not every service reads presets",
    .if_unanswered = "this service does not seem to show presets",
};
inline constexpr Operation list_presets{
    .name = "list the presets",
    .section = "",
    .method = "GET",
    .path = "/presets",
    .parameters = {},
    .if_missing = "check the base URL; 'mrctl preset state' lists what was applied",
    .if_unanswered = "this service does not seem to list presets",
};
inline constexpr Operation list_versions{
    .name = "list the versions of a preset",
    .section = "",
    .method = "GET",
    .path = "/presets/{slug}/versions",
    .parameters = parameters_of_preset,
    .if_missing = "check the slug",
    .if_unanswered = "this service does not seem to list versions of this preset",
};
inline constexpr Operation get_version{
    .name = "read a version of a preset",
    .section = "",
    .method = "GET",
    .path = "/presets/{slug}/versions/{version}",
    .parameters = parameters_of_version,
    .if_missing = "check the slug and the number; not every service reads versions",
    .if_unanswered = "this service does not seem to show versions",
};
inline constexpr Operation list_credentials{
    .name = "list the stored credentials",
    .section = "",
    .method = "GET",
    .path = "/byok",
    .parameters = {},
    .if_missing = "check the base URL; 'mrctl byok get ID' shows one credential",
    .if_unanswered = "this service does not seem to list credentials",
};

inline constexpr std::array operation_rows{create_preset, list_endpoints,  get_credential,
                                           get_preset,    list_presets,    list_versions,
                                           get_version,   list_credentials};

[[nodiscard]] constexpr Rows<Operation> operations() {
  return operation_rows;
}

} // namespace mrctl::spec
