#pragma once

#include "mrctl/base/opened_library.hpp"
#include "mrctl/base/result.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::render {

class JqProcess;

// Returns what is known of libjq; fails with an internal error where it cannot be opened.
[[nodiscard]] Result<OpenedLibrary> describe_jq();

// Takes a line that a program writes besides its results.
using SayLine = std::function<void(std::string_view line)>;

// A program in jq's language, ready to run in a process of its own. Numbers are doubles to it, so
// integers beyond 2^53 are rounded. It sees the environment as `$ENV`, but for HOME and
// MRCTL_API_KEY, and modules of the working folder; ~/.jq is not read, and there is nothing for
// `input`.
class JqProgram {
public:
  // `say` gets what `debug`, `stderr` and libjq itself write: text from outside. Fails with a usage
  // error, in jq's words, where the text is no program, and with an internal one where there is no
  // libjq.
  [[nodiscard]] static Result<JqProgram> compile(const std::string& text, SayLine say);

  // Runs on a JSON text and returns the results in their order, as compact JSON. Fails with
  // unexpected_response where the text is not JSON, the program fails on it, crashes libjq or takes
  // more memory than a result of that size should: all or nothing.
  [[nodiscard]] Result<std::vector<std::string>> run(std::string_view json);

private:
  struct End {
    void operator()(JqProcess* process) const;
  };

  explicit JqProgram(std::unique_ptr<JqProcess, End> process) : process_(std::move(process)) {}

  std::unique_ptr<JqProcess, End> process_;
};

} // namespace mrctl::render
