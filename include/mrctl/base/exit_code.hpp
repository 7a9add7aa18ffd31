#pragma once

#include "mrctl/base/error.hpp"

#include <span>
#include <string_view>

namespace mrctl {

struct ExitCode {
  int code;
  ErrorKind kind;
  std::string_view name; // "kind" in JSON errors
  std::string_view
      meaning; // one line for help, man pages and the README; empty if the row above has it
};

inline constexpr int exit_success = 0;

// Every failure's code, in the order of the codes; several kinds may share one.
[[nodiscard]] std::span<const ExitCode> exit_codes();

[[nodiscard]] const ExitCode& exit_code_of(ErrorKind kind);

// Returns whether the failure was caused by a signal.
[[nodiscard]] constexpr bool is_interruption(ErrorKind kind) {
  return kind == ErrorKind::interrupted || kind == ErrorKind::terminated;
}

} // namespace mrctl
