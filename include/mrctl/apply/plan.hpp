#pragma once

#include "mrctl/apply/live_preset.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/output/changes.hpp"
#include "mrctl/output/page.hpp"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

// What an apply does with a preset; in an outcome, what it did.
//   create     nothing is recorded: send it
//   update     another body was sent last: send it
//   retry      the answer to a request was lost: send it
//   adopt      this body is live and not recorded: record it, send nothing
//   unchanged  this body was sent last: send nothing
//   orphan     it is recorded and has no file any more: nothing can be done; only in plans
//   failed     what was sent, or should have been recorded, failed; only in outcomes
//   not_sent   an earlier failure kept it back; only in outcomes
enum class Action : std::uint8_t {
  create,
  update,
  retry,
  adopt,
  unchanged,
  orphan,
  failed,
  not_sent
};

// How an action is shown in plans, or in outcomes. Without a name, it does not occur there.
struct ActionWord {
  std::string_view name{}; // "create", "created"
  output::Tone tone = output::Tone::quiet;
  int rank = 0; // what cannot be undone, is not known or failed has the lowest
};

struct ActionRow {
  ActionWord planned;
  std::string_view counted{};                 // in a plan, after a number: "to create", "orphan"
  std::string_view sign{};                    // in a plan
  output::Style style = output::Style::plain; // of the sign
  ActionWord done{};
  bool is_sent = false;
};

[[nodiscard]] const ActionRow& row_of(Action action);

// Returns whether an apply sends a request for it; in an outcome, whether that made a version.
[[nodiscard]] bool is_sent(Action action);

// A hash as hash_of() spells it, in the 32 bytes that it takes: there may be 100,000.
class Hash {
public:
  Hash() = default;
  explicit Hash(std::string_view text); // of the kind Takes::hash
  [[nodiscard]] std::string text() const;
  auto operator<=>(const Hash&) const = default;

private:
  std::array<std::uint8_t, 32> bytes_{};
};

// There may be 100,000, so the names are views and stored elsewhere.
struct PlannedPreset {
  std::string_view slug;
  std::string_view file; // empty for an orphan
  Action action = Action::create;
  bool is_lost = false;                // an answer about it was lost
  bool is_left = false;                // its record says that an agreed plan did not send it
  std::optional<std::int64_t> version; // the last one known
  Hash hash;                           // of the body as it is now; not of an orphan
  std::optional<Hash> applied;         // of the body recorded last
  std::string_view renamed_from{};     // the slug of an orphan with the body of a new preset
  bool is_rewritten = false;           // the orphan's body is similar, but not the same
  LiveState live_state = LiveState::unread;
  const LivePreset* live = nullptr; // what is live, if it is known

  // Returns whether it is compared with what is live, because that was made elsewhere.
  [[nodiscard]] bool is_made_elsewhere() const {
    return live_state == LiveState::drifted || live_state == LiveState::foreign;
  }
  // Returns the version that a request would follow: the live one, else the last one known.
  [[nodiscard]] std::optional<std::int64_t> newest_version() const {
    return live == nullptr ? version : live->facts.version;
  }
};

// Finds what changes from the body recorded last; nothing without one. It is found anew each time:
// the changes of 100,000 presets would take any amount of memory.
using FindChanges = std::function<std::vector<output::Change>(const PlannedPreset& preset)>;

struct Plan {
  std::string service;                // base URL without a slash at its end
  std::vector<PlannedPreset> presets; // files in their order, then orphans by slug
  FindChanges changes_of = [](const PlannedPreset&) { return std::vector<output::Change>(); };
  std::string target{};
  std::string slug_prefix{}; // of the slugs of files
  bool is_live = false;      // it says what is live of every preset
  std::size_t looked = 0;    // presets that the service showed
  // The fingerprint by the records alone, if what is live changed the actions of an apply.
  std::optional<std::string> fingerprint{};
  bool may_share_changes = false; // presets are built on a base, or a flag changes them
};

// Returns a version as text, if it is known.
[[nodiscard]] std::optional<std::string>
spelled_version(const std::optional<std::int64_t>& version);

[[nodiscard]] std::size_t count_of(const Plan& plan, Action action);

[[nodiscard]] std::size_t count_of(const Plan& plan, LiveState state);

[[nodiscard]] std::size_t count_sent(const Plan& plan);

// Chooses the action for the body with that hash from the preset's record (nothing: never applied
// from here). Does not fill in the names.
[[nodiscard]] PlannedPreset decide(const std::optional<Record>& record, std::string_view hash);

// Names in each new preset the orphan whose body it has, if any: its file was renamed.
void find_renames(Plan& plan);

// With 12 digits, two chosen bodies with one fingerprint can be found within a minute.
inline constexpr std::size_t fingerprint_digits = 40;

// Returns what the presets that would be sent, the service and the target come to: the first digits
// of the SHA-256 over `SERVICE LF TARGET LF`, then, in the order of the slugs, `SLUG SP ACTION SP
// HASH-OF-THE-RECORDED-BODY-OR-"-" SP HASH LF` for each, "-" for one that is gone. Nothing if
// nothing would be sent.
[[nodiscard]] std::optional<std::string> fingerprint_of(const Plan& plan);

// Returns "1 to create, 2 unchanged".
[[nodiscard]] std::string counts_of(const Plan& plan);

// Returns "Plan 3f9c2a1b… for https://…/api/v1: 1 to create, 2 unchanged", with all digits.
[[nodiscard]] std::string summary_of(const Plan& plan);

} // namespace mrctl::apply
