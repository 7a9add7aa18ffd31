#pragma once

#include "mrctl/base/result.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::render {

// A program in jq's language, ready to run. Numbers are doubles to it, so integers beyond 2^53 are
// rounded. It sees the environment as `$ENV`, the definitions in ~/.jq, and modules of the working
// folder alone.
class JqProgram {
public:
  // Fails with a usage error, in jq's words, where the text is no program, and with an internal one
  // where there is no libjq.
  [[nodiscard]] static Result<JqProgram> compile(const std::string& text);

  // Runs on a JSON text and returns the results in their order, as compact JSON. Fails with
  // unexpected_response where the text is not JSON or the program fails on it: all or nothing.
  [[nodiscard]] Result<std::vector<std::string>> run(std::string_view json);

private:
  class Machine;
  struct Stop {
    void operator()(Machine* machine) const;
  };

  explicit JqProgram(std::unique_ptr<Machine, Stop> machine) : machine_(std::move(machine)) {}

  std::unique_ptr<Machine, Stop> machine_;
};

} // namespace mrctl::render
