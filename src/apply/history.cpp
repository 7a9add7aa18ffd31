#include "mrctl/apply/history.hpp"

#include "mrctl/apply/lease.hpp"
#include "mrctl/apply/listed_records.hpp"
#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/json/writer.hpp"
#include "mrctl/output/table.hpp"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <utility>

namespace mrctl::apply {

namespace {

class PastRecords {
public:
  PastRecords(const StateBranch& branch, const LogEntry& entry) : branch_(branch), entry_(entry) {}

  Result<std::vector<PastPreset>> changes() {
    TRY_ASSIGN(after_, branch_.tree_at(entry_.commit));
    TRY_ASSIGN(const auto parent, entry_.parent.empty()
                                      ? Result<std::optional<git::Object>>(std::nullopt)
                                      : branch_.objects().read(entry_.parent));
    if (parent) {
      TRY_ASSIGN(before_, branch_.tree_at(entry_.parent));
    }
    const auto& now = after_.target(entry_.target);
    const auto& then = before_.target(entry_.target);
    std::set<std::string> slugs;
    for (const auto* target : {&now, &then})
      for (const auto& [slug, object] : target->records)
        if (now.record(slug) != then.record(slug)) slugs.insert(slug);
    std::vector<PastPreset> presets;
    for (const auto& slug : slugs) {
      TRY_ASSIGN(auto preset, change_of(slug, then.record(slug), now.record(slug)));
      if (preset) presets.push_back(*std::move(preset));
    }
    return presets;
  }

private:
  Result<std::optional<Record>> record_of(const std::string& slug, std::string_view object) const {
    if (object.empty()) return std::nullopt;
    TRY_ASSIGN(const auto blob, branch_.objects().read(std::string(object)));
    if (!blob) return std::nullopt;
    const auto path = fmt::format("{} in {}", slug, short_commit(entry_.commit));
    TRY_ASSIGN(auto record, parse_record(blob->data, path, {"", slug}));
    return record;
  }

  // Nothing for a record that got its former state back.
  Result<std::optional<PastPreset>> change_of(const std::string& slug, std::string_view then,
                                              std::string_view now) const {
    TRY_ASSIGN(const auto before, record_of(slug, then));
    TRY_ASSIGN(const auto after, record_of(slug, now));
    if (entry_.verb == "forget" && before && !after)
      return PastPreset{slug, "forgotten", known_version(*before)};
    if (!after || !after->last || after->pending) return std::nullopt;
    if (entry_.verb == "apply" && before && before->last == after->last) return std::nullopt;
    const std::string action = entry_.verb == "adopt"    ? "adopted"
                               : entry_.verb == "import" ? "imported"
                               : before && before->last  ? "updated"
                                                         : "created";
    return PastPreset{slug, action, after->last->version};
  }

  const StateBranch& branch_;
  const LogEntry& entry_;
  BranchTree after_{};
  BranchTree before_{};
};

} // namespace

Result<std::vector<PastChange>> read_history(const StateBranch& branch, const HistoryOf& of) {
  std::vector<PastChange> changes;
  TRY(visit_log(branch, [&](const LogEntry& entry) -> Result<bool> {
    if (entry.verb == "begin" || (!of.target.empty() && entry.target != of.target)) return true;
    TRY_ASSIGN(auto presets, PastRecords(branch, entry).changes());
    const bool is_of_all = of.slugs.empty();
    std::erase_if(presets, [&](const PastPreset& preset) {
      return !is_of_all && !contains(of.slugs, preset.slug);
    });
    const bool is_told = is_of_all && entry.what == "nothing to send";
    if (is_told || !presets.empty()) changes.push_back({entry, std::move(presets)});
    return of.most == 0 || changes.size() < of.most;
  }));
  return changes;
}

namespace {

std::string history_json(const std::vector<PastChange>& changes) {
  JsonWriter out;
  out.array(changes, [&](const PastChange& change) {
    const auto& entry = change.entry;
    out.begin('{').member("time", time_text(entry.time)).member("target", entry.target);
    out.member("source_commit", unless_empty(entry.source_commit()));
    out.member("dirty", entry.is_dirty()).member("plan", unless_empty(entry.plan));
    out.member("run", unless_empty(entry.run)).key("presets");
    out.array(change.presets, [&](const PastPreset& preset) {
      out.begin('{').member("slug", preset.slug).member("action", preset.action);
      out.member("version", preset.version).end('}');
    });
    out.end('}');
  });
  return out.take();
}

output::Grid history_grid(const std::vector<PastChange>& changes) {
  output::Grid grid{{{"time", "TIME"},
                     {"target", "TARGET"},
                     {"slug", "SLUG", output::CellKind::text, true},
                     {"action", "ACTION"},
                     {"version", "VERSION", output::CellKind::number},
                     {"source_commit", "COMMIT"},
                     {"plan", "PLAN"},
                     {"run", "RUN"}},
                    {}};
  const auto add = [&](const LogEntry& entry, const PastPreset& preset) {
    const auto source = entry.source_commit();
    grid.rows.push_back(
        {time_text(entry.time), entry.target, output::text_or_nothing(preset.slug), preset.action,
         text_of(preset.version),
         output::text_or_nothing(source.empty() ? source : short_commit(entry.source)),
         output::text_or_nothing(entry.plan), output::text_or_nothing(entry.run)});
  };
  for (const auto& [entry, presets] : changes) {
    for (const auto& preset : presets)
      add(entry, preset);
    if (presets.empty()) add(entry, {"", entry.what});
  }
  return grid;
}

} // namespace

output::Presentation present_history(const std::vector<PastChange>& changes) {
  auto result = output::present_document(history_json(changes));
  result.page = [&](output::Page& page) { page.rows({.grid = history_grid(changes)}); };
  return result;
}

} // namespace mrctl::apply
