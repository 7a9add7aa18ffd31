#pragma once

#include "mrctl/app/run.hpp"
#include "mrctl/args/invocation.hpp"
#include "mrctl/render/format.hpp"
#include "mrctl/render/terminal.hpp"

namespace mrctl::app {

// Tells the person, or the script, what happened besides the result.
class Reporter {
public:
  // `flags` may be those of a command line that was understood only in part.
  Reporter(const World& world, const args::Invocation& flags);

  void note(std::string_view text) const;
  void warn(const Problems& warnings) const;
  // Returns the exit code of the failure.
  int fail(const Error& error) const;

private:
  const World& world_;
  render::ErrorFormat format_;
  render::Terminal terminal_;
  bool is_quiet_;
};

// Returns the global flags of a command line as config takes them: by the keys of the settings.
[[nodiscard]] config::FlagValues flag_values(const args::Invocation& invocation);

} // namespace mrctl::app
