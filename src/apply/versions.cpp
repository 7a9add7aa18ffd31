#include "mrctl/apply/versions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::apply {

namespace {

VersionNote made_anew() {
  return {VersionFinding::made_anew,
          "the preset was created anew since it was last applied from here, or "
          "the service does not number versions consecutively"};
}

VersionNote foreign(std::int64_t count) {
  return {VersionFinding::foreign,
          count == 1 ? "1 version was probably made elsewhere"
                     : fmt::format("{} versions were probably made elsewhere", count)};
}

bool is_another(const std::optional<Record>& before, const Identity& answer) {
  const bool is_known = before && before->last && before->last->preset_id && answer.preset_id;
  return is_known && *before->last->preset_id != *answer.preset_id;
}

VersionNote after_a_loss(const Pending& pending, std::int64_t between, std::string_view applied) {
  if (between == 0)
    return {VersionFinding::lost_vanished,
            "the lost request did not arrive: this is the only version"};
  if (between > static_cast<std::int64_t>(pending.applied.size())) return foreign(between);
  const bool is_same = std::all_of(pending.applied.begin(), pending.applied.end(),
                                   [&](const std::string& hash) { return hash == applied; });
  return {VersionFinding::lost_arrived,
          is_same ? "the lost request did arrive: two versions hold this body"
                  : "the lost request did arrive: its body was live for a while"};
}

VersionNote without_record(std::int64_t version) {
  if (version <= 1) return {};
  return {VersionFinding::existed,
          fmt::format("the slug existed already: this is its version {}", version)};
}

} // namespace

VersionNote read_version(const std::optional<Record>& before, const Identity& answer,
                         std::string_view applied) {
  if (is_another(before, answer)) return made_anew();
  if (!answer.version)
    return {VersionFinding::unknown, "the service did not say which version this is"};
  const auto version = *answer.version;
  if (!before) return without_record(version);
  // Before the first answer, no version is known.
  const auto known = before->last ? before->last->version : std::int64_t{0};
  if (!known) return {};
  if (version <= *known) return made_anew();
  const auto between = version - *known - 1;
  if (before->pending) {
    const auto note = after_a_loss(*before->pending, between, applied);
    return note.is_suspicious() && !before->last ? without_record(version) : note;
  }
  return between == 0 ? VersionNote{} : foreign(between);
}

} // namespace mrctl::apply
