#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/setting.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::spec {

// One use of a flag that changes the body.
struct BodyFlagUse {
  BodyFlag kind = BodyFlag::field;
  const FieldFlag* field = nullptr; // of that kind; null for others
  std::string_view name;            // "--set", as the table spells it
  std::string value;                // the raw text; "true" for a flag without one
  std::size_t position = 0;         // among the flags of the command line, from 1
};

// What the command line says. Flags are checked, except that settings are texts until they are
// loaded.
struct Invocation {
  const Command* command = nullptr;
  std::vector<std::string> arguments;
  FlagValues flags;
  SettingTexts settings;
  std::vector<BodyFlagUse> body_flags; // in the order of the command line
  std::vector<std::string> words;      // the whole command line, without the program's name

  // Returns whether the flag of a setting was given: gives(&SettingValues::retries).
  template <class Type>
  [[nodiscard]] bool gives(Type SettingValues::*member) const {
    return given_text(settings, member) != nullptr;
  }
};

// Why a command line was not understood: the error, and what was recognised before, so that the
// error can be reported as the flags ask.
struct Misunderstanding {
  Error error;
  Invocation understood;
};

// Recognises the command and reads its flags. `arguments` excludes the program's name. A request
// for help or the version is not an error; `command` may then be null, or the first command of a
// noun.
[[nodiscard]] tl::expected<Invocation, Misunderstanding>
parse(std::span<const std::string> arguments);

// What a command line says in front of the cursor.
struct WordsBefore {
  const Command* command = nullptr;
  std::string_view noun{}; // of the command, also before its verb is known
  std::vector<std::string> arguments{};
  struct Use {
    std::string_view flag; // its name, also if its letter was given
    std::string value;
  };
  std::vector<Use> flags{};
  std::string_view awaiting{}; // a flag whose value is at the cursor; empty if there is none
  std::optional<std::size_t> separator{}; // where "--" was found

  // Returns the values of a flag, in their order.
  [[nodiscard]] std::vector<std::string> values_of(std::string_view flag) const {
    std::vector<std::string> values;
    for (const auto& use : flags)
      if (use.flag == flag) values.push_back(use.value);
    return values;
  }
};

// Reads the words before the one at the cursor as parse() does, as far as they make sense: a
// half-written command line has mistakes.
[[nodiscard]] WordsBefore parse_to_cursor(std::span<const std::string> words);

} // namespace mrctl::spec
