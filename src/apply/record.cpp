#include "mrctl/apply/record.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/writer.hpp"

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

} // namespace mrctl::apply
