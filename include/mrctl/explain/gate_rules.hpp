#pragma once

#include "mrctl/base/file.hpp"
#include "mrctl/config/project.hpp"
#include "mrctl/explain/explain.hpp"
#include "mrctl/explain/gate_outcomes.hpp"
#include "mrctl/explain/gates.hpp"
#include "mrctl/spec/flag.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::explain {

// Reads what a request is judged by besides its body: counts of tokens and images, the files of
// --known, --assume, and models of the project file that no listing has. Fails with a usage error
// for a code that has no list or cannot be assumed.
[[nodiscard]] Result<Premises> read_premises(const spec::FlagValues& flags,
                                             const config::Project& project,
                                             const ReadNamedFile& read_file);

// Reads the gate of the flags. Fails with a usage error if a condition on costs lacks the counts of
// tokens.
[[nodiscard]] Result<Gate> read_gate(const spec::FlagValues& flags);

// Whether a gate of the project file concerns the target.
[[nodiscard]] bool is_of_target(const config::ProjectGate& gate, std::string_view target);

// The gates and waivers of the project file that concern the target.
struct GateRules {
  std::vector<Premises> premises; // the first are those of the flags
  std::vector<Gate> gates;
  std::vector<Waiver> waivers; // of these gates
};

// Fails with a usage error, at its place, for a condition of 'where' that cannot be read, and for a
// maximum cost without counts of tokens, neither in the gate nor from flags.
[[nodiscard]] Result<GateRules> read_gate_rules(const config::Project& project,
                                                const spec::FlagValues& flags,
                                                const ReadNamedFile& read_file);

// Drops the gates that select none of these presets, but some of the project that the command line
// leaves out; if it leaves out any, waivers are unjudged until one is used. `names` are slugs
// without their prefix. Returns the ids of these gates. Fails if the project's presets cannot be
// found.
[[nodiscard]] Result<std::vector<std::string>>
leave_out_others(GateRules& rules, const config::Project& project,
                 std::span<const std::string_view> names);

// Returns the day by which waivers are judged: that of --as-of, else today's in UTC. Fails with a
// usage error for what is no date.
[[nodiscard]] Result<std::string> day_of_check(const std::optional<std::string>& as_of);

} // namespace mrctl::explain
