#include "mrctl/apply/record.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::apply {

namespace {

std::string text_or_null(const std::optional<std::string>& text) {
  return text ? json_quote(*text) : "null";
}

std::string number_or_null(const std::optional<std::int64_t>& number) {
  return number ? std::to_string(*number) : "null";
}

std::string hashes_of(const Pending& pending) {
  std::vector<std::string> quoted;
  for (const auto& hash : pending.applied)
    quoted.push_back(json_quote(hash));
  return quoted.size() == 1 ? quoted.front() : fmt::format("[{}]", fmt::join(quoted, ","));
}

std::string members_of(const Applied& last) {
  return fmt::format(R"(,"workspace_id":{},"preset_id":{},"version":{},"version_id":{},)"
                     R"("applied":{},"stored":{},"body":{})",
                     text_or_null(last.workspace_id), text_or_null(last.preset_id),
                     number_or_null(last.version), text_or_null(last.version_id),
                     json_quote(last.applied), text_or_null(last.stored), last.body);
}

} // namespace

std::optional<std::int64_t> version_of(std::string_view digits) {
  const auto version = number_in<std::int64_t>(digits);
  return version && *version > 0 ? version : std::nullopt;
}

std::string record_text(const Record& record) {
  auto text =
      fmt::format(R"({{"format":{},"service":{},"slug":{},"file":{})", record_format,
                  json_quote(record.service), json_quote(record.slug), text_or_null(record.file));
  if (record.last) text += members_of(*record.last);
  if (record.pending)
    text += fmt::format(R"(,"pending":{{"applied":{},"version":{}}})", hashes_of(*record.pending),
                        number_or_null(record.pending->version));
  return pretty_json(text + "}") + "\n";
}

Record with_pending(std::optional<Record> before, RecordOf preset, std::string_view applied,
                    std::optional<std::string> file) {
  Record record =
      before ? *std::move(before) : Record{std::string(preset.service), std::string(preset.slug)};
  record.file = std::move(file);
  if (!record.pending)
    record.pending = Pending{{}, record.last ? record.last->version : std::nullopt};
  auto& unheard = record.pending->applied;
  if (std::find(unheard.begin(), unheard.end(), applied) == unheard.end())
    unheard.emplace_back(applied);
  return record;
}

} // namespace mrctl::apply
