#pragma once

#include "mrctl/apply/live_answers.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/body/preset_files.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::apply {

// Asks for every preset of the plans that has a file, and decides once more what an apply does with
// it. Fails as ask_live() does, and if a file or record changed meanwhile.
[[nodiscard]] Status read_live(Plans& plans, const body::PresetReader& reader,
                               const LiveSource& source);

// Returns "changed elsewhere: version 14, recorded 12", "live, version 12"; empty if it is not
// known what is live.
[[nodiscard]] std::string words_on_live(const Planned& preset);

// Returns whether the record must say what is live although nothing is sent: the preset is adopted,
// or its content has another version.
[[nodiscard]] bool is_recorded_anew(const Planned& preset);

// Returns the record of such a preset. Fails if its file changed since the plan was made.
[[nodiscard]] Result<Record> record_of_live(const Plans& plans, std::size_t index,
                                            const body::PresetReader& reader);

// Returns what is known of a preset when its request leaves: its live version takes the place of
// the recorded one.
[[nodiscard]] std::optional<Record> known_before(const Planned& preset,
                                                 std::optional<Record> before);

} // namespace mrctl::apply
