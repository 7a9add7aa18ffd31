#pragma once

#include "mrctl/apply/live_answers.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/body/preset_files.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace mrctl::apply {

// Asks for the presets of the plans that have a file, and decides once more what an apply does with
// them; the plan stays as it is if none is shown. With NoneShown::ends_it, only asks for those that
// would be sent, and keeps the fingerprint. Fails as ask_live() does, and if a file or record
// changed meanwhile.
[[nodiscard]] Status read_live(Plans& plans, const body::PresetReader& reader,
                               const LiveSource& source, NoneShown none);

// Fails with a conflict if what is live is not what the plans were made with.
[[nodiscard]] Status check_live_again(const Plans& plans, const LiveSource& source);

// Fails with a usage error if records are on a branch, where runs tell each other how long they
// take, and the clocks of this machine and of the service differ by more than 5 minutes.
[[nodiscard]] Status check_clock(const Plans& plans);

// Returns "changed elsewhere: version 14, recorded 12", "live, version 12"; empty if it is not
// known what is live.
[[nodiscard]] std::string words_on_live(const PlannedPreset& preset);

// Returns whether the record must be written although nothing is sent: the preset is adopted, its
// content has another version, or the record says that an earlier plan did not send it.
[[nodiscard]] bool needs_new_record(const PlannedPreset& preset);

// Returns the record of such a preset. Fails if its file changed since the plan was made.
[[nodiscard]] Result<Record> record_of_live(const Plans& plans, std::size_t index,
                                            const body::PresetReader& reader);

// Returns what is known of a preset when its request leaves: its live version takes the place of
// the recorded one.
[[nodiscard]] std::optional<Record> known_before(const PlannedPreset& preset,
                                                 std::optional<Record> before);

} // namespace mrctl::apply
