#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/invocation.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::spec {

// One use of a flag: its row, which is in one of two tables, and the raw text of its value.
struct FlagUse {
  const Flag* flag = nullptr;       // null for the flag of a field
  const FieldFlag* field = nullptr; // null for others
  std::string value;                // "true" for a flag without a value
  std::size_t position = 0;         // among the flags of the command line, from 1

  [[nodiscard]] std::string_view name() const { return flag != nullptr ? flag->name : field->name; }
};

using FlagUses = std::vector<FlagUse>;

// Checks the values of flags and puts them where their rows say. Fails with a usage error on the
// first invalid value; the valid ones are read nevertheless.
[[nodiscard]] Status read_flags(const FlagUses& uses, Invocation& invocation);

} // namespace mrctl::spec
