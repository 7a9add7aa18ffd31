#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/shared_library.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::filter {

class JqProcess;

// Returns what is known of libjq. Fails with an internal error if it cannot be opened.
[[nodiscard]] Result<OpenedLibrary> describe_jq();

// Gets a line that a program writes besides its results.
using SayLine = std::function<void(std::string_view line)>;

// A compiled jq program, running in a separate process. Its numbers are doubles, so integers beyond
// 2^53 are rounded, with jq 1.7 only where the program computes with them. `$ENV` has the
// environment except HOME and MRCTL_API_KEY, and modules are found in the working folder; ~/.jq is
// not read, and `input` is empty.
class JqProgram {
public:
  // `say` gets the output of `debug`, `stderr` and libjq itself, which is untrusted. Fails with a
  // usage error, with jq's message, if the program is invalid, and with an internal error if libjq
  // is missing.
  [[nodiscard]] static Result<JqProgram> compile(const std::string& text, SayLine say);

  // Runs on a JSON text and returns the results in their order, as compact JSON. Fails with
  // unexpected_response if the text is not JSON, or if the program fails on it, crashes libjq, or
  // uses too much memory: all or nothing.
  [[nodiscard]] Result<std::vector<std::string>> run(std::string_view json);

private:
  struct End {
    void operator()(JqProcess* process) const;
  };

  explicit JqProgram(std::unique_ptr<JqProcess, End> process) : process_(std::move(process)) {}

  std::unique_ptr<JqProcess, End> process_;
};

} // namespace mrctl::filter
