#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/setting.hpp"

#include <cstddef>
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

} // namespace mrctl::spec
