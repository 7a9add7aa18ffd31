#include "mrctl/apply/record.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace mrctl::apply {

std::optional<std::int64_t> version_of(std::string_view digits) {
  const auto version = number_in<std::int64_t>(digits);
  return version && *version > 0 ? version : std::nullopt;
}

std::string record_text(const Record& record) {
  JsonWriter out;
  out.begin('{').member("format", record_format).member("service", record.service);
  out.member("slug", record.slug).member("file", record.file);
  if (const auto& last = record.last) {
    out.member("workspace_id", last->workspace_id).member("preset_id", last->preset_id);
    out.member("version", last->version).member("version_id", last->version_id);
    out.member("applied", last->applied).member("stored", last->stored);
    out.raw_member("body", last->body);
  }
  if (const auto& pending = record.pending) {
    out.key("pending").begin('{').key("applied");
    pending->applied.size() == 1 ? out.value(pending->applied.front())
                                 : out.value(pending->applied);
    out.member("version", pending->version);
    if (pending->plan) out.member("plan", *pending->plan);
    if (pending->of) out.member("of", *pending->of);
    if (pending->is_refused) out.member("refused", true);
    out.end('}');
  }
  return pretty_json(out.end('}').take()) + "\n";
}

bool is_lost(const std::optional<Record>& record) {
  return record && record->pending && !record->pending->is_refused;
}

std::optional<Record> without_refused(std::optional<Record> record) {
  if (!record || !record->pending || !record->pending->is_refused) return record;
  record->pending.reset();
  return record->last ? std::move(record) : std::nullopt;
}

Record with_pending(std::optional<Record> before, RecordOf preset, std::string_view applied,
                    std::optional<std::string> file, SendingPlan plan) {
  Record record =
      before ? *std::move(before) : Record{std::string(preset.service), std::string(preset.slug)};
  record.file = std::move(file);
  if (!record.pending)
    record.pending = Pending{{}, record.last ? record.last->version : std::nullopt};
  record.pending->plan = std::move(plan.fingerprint);
  record.pending->of = plan.of;
  auto& unheard = record.pending->applied;
  if (!contains(unheard, applied)) unheard.emplace_back(applied);
  return record;
}

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
            "the earlier request had not been stored: this is the only version"};
  if (between > static_cast<std::int64_t>(pending.applied.size())) return foreign(between);
  const bool is_same = std::ranges::all_of(
      pending.applied, [&](const std::string& hash) { return hash == applied; });
  return {VersionFinding::lost_arrived,
          is_same ? "the earlier request had been stored, so two versions have this body"
                  : "the earlier request had been stored, so its body was live for a while"};
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
