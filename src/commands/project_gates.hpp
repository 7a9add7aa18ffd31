#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/config/project.hpp"
#include "mrctl/explain/explain.hpp"
#include "mrctl/explain/gates.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::commands {

// The gates and waivers of the project file that concern the target.
struct GateRules {
  std::vector<explain::Premises> premises; // the first are those of the flags
  std::vector<explain::Gate> gates;
  std::vector<explain::Waiver> waivers; // of these gates
};

// Fails with a usage error, at its place, for a condition of 'where' that cannot be read, and for a
// maximum cost without counts of tokens, neither of its own nor of flags.
[[nodiscard]] Result<GateRules> read_gate_rules(const Context& context);

// Drops the gates that select none of these presets, but some of the project that the command line
// leaves out, and waivers likewise. `names` are slugs without their prefix. Returns the ids of
// these gates. Fails if the project's presets cannot be found.
[[nodiscard]] Result<std::vector<std::string>>
leave_out_others(GateRules& rules, const config::Project& project,
                 std::span<const std::string_view> names);

// Returns the day by which waivers are judged: that of --as-of, else today's in UTC. Fails with a
// usage error for what is no date.
[[nodiscard]] Result<std::string> day_of_check(const Context& context);

} // namespace mrctl::commands
