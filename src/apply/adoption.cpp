#include "mrctl/apply/adoption.hpp"

#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/location.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/apply/state_branch.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/preset.hpp"
#include "mrctl/service/record_reading.hpp"
#include "mrctl/spec/command.hpp"

#include <fmt/format.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::apply {

Status check_source(const RecordsPlace& from, const std::vector<std::string>& paths) {
  std::vector<std::string> known;
  for (const auto& path : paths) {
    TRY_ASSIGN(const auto targets, from.store->list_targets(path));
    for (const auto& target : targets)
      known.push_back(target.name);
  }
  if (contains(known, from.target)) return {};
  const auto nearest = nearest_word(from.target, known);
  return fail(Error::not_found(fmt::format("there are no records of the target {}", from.target),
                               nearest.empty() ? "'mrctl preset state --all-targets' lists them"
                                               : fmt::format("did you mean '{}'?", nearest)));
}

namespace {

// Returns the preset with that version in place of the live one.
Result<LivePreset> ask_version(const LiveSource& source, const std::string& slug,
                               std::int64_t number, const Applied& live) {
  auto answer = std::move(service::ask(source.service, spec::get_version,
                                       {{{slug, std::to_string(number)}, {}, {}}},
                                       service::AnswerParts::facts)
                              .front());
  if (!answer) return fail(service::as_unanswered(std::move(answer.error()), spec::get_version));
  service::Preset preset;
  preset.designated_version = service::read_record<service::PresetVersion>(answer->data.text());
  if (auto warning = drop_secret_ids(preset, slug, source.hide_secrets))
    source.warn(*std::move(warning));
  auto version = live_preset_of(preset);
  if (!version || version->facts.version != number)
    return fail(with_http(
        Error::unexpected_response(fmt::format(
            "the answer about version {} of {} is about another one; nothing was recorded", number,
            slug)),
        answer->facts));
  version->facts.workspace_id = live.workspace_id;
  version->facts.preset_id = live.preset_id;
  return *std::move(version);
}

// Compares what is to be recorded with what is live, and records it as it is live. Returns whether
// the service shows presets.
Result<bool> look_at(const std::vector<Record*>& records, const KnownLive& live) {
  constexpr std::size_t most_named = 20;
  if (!live.source) return false;
  std::vector<WantedPreset> wanted;
  for (const auto* record : records)
    wanted.push_back({record->slug});
  std::vector<std::string_view> others;
  std::optional<Applied> newer; // than the version that is to be recorded
  const auto settle = [&](std::size_t place, const LivePreset& shown) {
    auto& last = *records[place]->last;
    const bool is_same = holds(shown, last.body);
    if (!is_same) others.push_back(wanted[place].slug);
    auto body = is_same ? std::move(last.body) : body_of(shown);
    last = shown.facts;
    last.applied = hash_of(body);
    last.body = std::move(body);
  };
  const auto take = [&](std::size_t place, const std::optional<LivePreset>& shown) -> Status {
    if (!shown) return {};
    if (!live.is_overwritten && live.version && shown->facts.version != live.version)
      newer = shown->facts;
    else
      settle(place, *shown);
    return {};
  };
  TRY_ASSIGN(const auto looked, ask_live(*live.source, wanted, NoneShown::is_accepted, take));
  std::vector<std::string_view> missing;
  for (const auto place : looked.missing)
    missing.push_back(wanted[place].slug);
  if (!missing.empty())
    return fail(Error::not_found(
        fmt::format("not live: {}; nothing was recorded", listed(missing, most_named)),
        "'mrctl preset apply' creates a preset that has no record"));
  if (newer) {
    TRY_ASSIGN(const auto version,
               ask_version(*live.source, records.front()->slug, *live.version, *newer));
    settle(0, version);
  }
  if (!others.empty() && !live.is_overwritten)
    return fail(Error::conflict(
        newer ? fmt::format("version {} of {} holds another body; nothing was recorded",
                            *live.version, others.front())
              : fmt::format("live with another body: {}; nothing was recorded",
                            listed(others, most_named)),
        "'mrctl preset pull SLUG' takes it into the file; --overwrite records it, so that the next "
        "plan is an update"));
  return looked.read > 0;
}

// Collects the records that adopt() writes, or the reasons why it writes none.
class Adoption {
public:
  Adoption(const Plans& plans, const body::PresetReader& reader, const KnownLive& live)
      : plans_(plans), reader_(reader), live_(live) {}

  Status prepare() {
    for (std::size_t i = 0; i < plans_.files.size(); ++i)
      TRY(prepare_one(i));
    if (refusals_.empty()) return {};
    constexpr std::size_t most_named = 20;
    return fail(Error::conflict(
        fmt::format("{} cannot be adopted; nothing was recorded: {}",
                    counted(refusals_.size(), "preset"), listed(refusals_, most_named)),
        "adopt takes bodies that are live already; 'mrctl preset apply' sends others"));
  }

  Result<Adopted> write(const Locks& locks) {
    std::vector<Record*> records;
    for (auto& entry : entries_)
      records.push_back(&entry.record);
    Adopted adopted;
    TRY_ASSIGN(adopted.is_verified, look_at(records, live_));
    RecordTransaction changes;
    std::set<std::string> folders;
    for (const auto& [index, record, before] : entries_) {
      const auto& folder = *folders.insert(plans_.folder_of(plans_.files[index])).first;
      TRY(changes.put(*locks.held.at(folder), before, record));
      adopted.records.emplace(RecordPlace{plans_.where.target, record.slug, folder}, record);
    }
    for (const auto& folder : folders)
      TRY(locks.held.at(folder)->bring_to_disk());
    return adopted;
  }

private:
  // A preset by its position in the plan, and its new record.
  struct Entry {
    std::size_t index;
    Record record;
    std::optional<Record> before;
  };

  // The record of a preset that has the same body already changes only if more is known now.
  Status prepare_one(std::size_t index) {
    const auto& planned = plans_.plan.presets[index];
    if (planned.action != Action::create && planned.action != Action::unchanged) {
      refuse(index, planned.is_lost ? "the answer to a request was lost"
                                    : "another body was applied from here");
      return {};
    }
    const bool has_news = live_.version || live_.from;
    if (planned.action == Action::unchanged && !has_news) return {};
    const auto& file = plans_.files[index];
    TRY_ASSIGN(const auto body, reader_.read(file));
    TRY_ASSIGN(auto hashed, hashed_body(body.json.text()));
    if (Hash(hashed.hash) != planned.hash)
      return fail(
          Error::usage(fmt::format("{} changed in the meantime; nothing was recorded", file.path)));
    TRY_ASSIGN(auto before, read_record(plans_.records_of(file), {plans_.plan.service, file.slug}));
    TRY_ASSIGN(auto applied, applied_of(index, std::move(hashed)));
    if (!applied) return {};
    entries_.push_back({index,
                        {plans_.plan.service,
                         file.slug,
                         std::move(applied),
                         {},
                         recorded_file(plans_, index, before)},
                        std::move(before)});
    return {};
  }

  // Returns nothing for a preset that was refused.
  Result<std::optional<Applied>> applied_of(std::size_t index, Hashed hashed) {
    if (!live_.from) {
      Applied applied{};
      applied.version = live_.version;
      applied.applied = std::move(hashed.hash);
      applied.body = std::move(hashed.text);
      return applied;
    }
    const auto& file = plans_.files[index];
    TRY_ASSIGN(const auto folders, live_.from->store->folders_of(
                                       live_.from->target, {plans_.paths.at(file.argument).path}));
    TRY_ASSIGN(auto record, read_record(live_.from->records_in(folders.front()), {"", file.slug}));
    const auto& source = live_.from->target;
    if (!record || !record->last)
      refuse(index, fmt::format("{} has no record of it", source));
    else if (is_lost(record))
      refuse(index, fmt::format("the answer to a request was lost in {}", source));
    else if (record->last->applied != hashed.hash)
      refuse(index, fmt::format("{} has another body", source));
    else
      return std::move(record->last);
    return std::nullopt;
  }

  void refuse(std::size_t index, std::string_view why) {
    refusals_.push_back(fmt::format("{}: {}", plans_.files[index].slug, why));
  }

  const Plans& plans_;
  const body::PresetReader& reader_;
  const KnownLive& live_;
  std::vector<Entry> entries_;
  std::vector<std::string> refusals_;
};

Result<std::vector<Record>> records_of_other_services(const RecordsPlace& where,
                                                      const std::string& folder,
                                                      const std::string& service) {
  std::vector<Record> others;
  TRY_ASSIGN(const auto slugs, where.store->list_slugs(folder));
  for (const auto& slug : slugs) {
    TRY_ASSIGN(auto record, read_record(where.records_in(folder), {"", slug}));
    if (record && record->service != service) others.push_back(*std::move(record));
  }
  return others;
}

BranchChange import_of(const StateBranch& branch, const std::string& target) {
  const auto& repository = branch.repository();
  return {.entry = {.verb = "import",
                    .target = target,
                    .what = {},
                    .source = repository.head().value_or("none"),
                    .run = name_of_run(repository),
                    .time = time_now()},
          .asks = git::MayAsk::yes};
}

// The records of a folder on their way to a branch.
class Import {
public:
  Import(const std::shared_ptr<const StateBranch>& branch, const std::string& folder,
         const Locking& how)
      : branch_(*branch), pusher_(branch, {}), folder_(folder), how_(how) {}

  Status add(const RecordedTarget& target, const RecordsPlace& from) {
    const TargetRecords there{branch_.folder_of(target.name), &branch_};
    TRY_ASSIGN(const auto held, branch_.lock(target.name, there.folder, how_));
    auto change = import_of(branch_, target.name);
    for (const auto& slug : target.slugs) {
      TRY_ASSIGN(
          auto record,
          read_record(from.records_in(fmt::format("{}/{}", folder_, target.name)), {"", slug}));
      TRY_ASSIGN(const auto known, read_record(there, {"", slug}));
      if (known && known != record) others_.push_back(fmt::format("{}/{}", target.name, slug));
      if (!record || known) continue;
      TRY_ASSIGN(auto blob, pusher_.add(record_text(*record)));
      change.files.emplace(record_name(slug), std::move(blob));
      imported_.emplace(RecordPlace{target.name, slug, there.folder}, *std::move(record));
    }
    if (change.files.empty()) return {};
    change.entry.what = std::to_string(change.files.size());
    if (!branch_.tree().target(target.name).lease.empty()) // left by a run
      change.files.emplace(lease_name, std::string());
    changes_.push_back(std::move(change));
    return {};
  }

  Result<ListedRecords> push() {
    constexpr std::size_t most_named = 20;
    if (!others_.empty())
      return fail(
          Error::conflict(fmt::format("the branch {} has other records; nothing was imported: {}",
                                      branch_.name(), listed(others_, most_named)),
                          "'mrctl preset forget' drops a record"));
    if (!changes_.empty())
      TRY(pusher_.push(changes_).map_error([](Error error) {
        error.message += "; nothing was recorded";
        return error;
      }));
    return std::move(imported_);
  }

private:
  const StateBranch& branch_;
  BranchPusher pusher_;
  const std::string& folder_;
  const Locking& how_;
  std::vector<BranchChange> changes_{};
  std::vector<std::string> others_{};
  ListedRecords imported_{};
};

} // namespace

Result<Adopted> adopt(const Plans& plans, const body::PresetReader& reader, const KnownLive& live,
                      const Locks& locks) {
  Adoption adoption(plans, reader, live);
  TRY(adoption.prepare());
  TRY(check_records(locks, plans.folders));
  return adoption.write(locks);
}

Result<Adopted> renew_service(const RecordsPlace& where, const std::string& service,
                              const KnownLive& live, const Locks& locks) {
  if (locks.failure) return fail(*locks.failure);
  Adopted renewed;
  for (const auto& [folder, records] : locks.held) {
    TRY_ASSIGN(auto others, records_of_other_services(where, folder, service));
    for (auto& record : others) {
      record.service = service;
      renewed.records.emplace(RecordPlace{where.target, record.slug, folder}, std::move(record));
    }
  }
  std::vector<Record*> answered;
  for (auto& [place, record] : renewed.records)
    if (record.last) answered.push_back(&record);
  TRY_ASSIGN(renewed.is_verified, look_at(answered, live));
  RecordTransaction changes;
  for (const auto& [place, record] : renewed.records) {
    TRY_ASSIGN(const auto before, read_record(where.records_in(place.folder), {"", place.slug}));
    TRY(changes.put(*locks.held.at(place.folder), before, record));
  }
  for (const auto& [folder, records] : locks.held)
    TRY(records->bring_to_disk());
  return renewed;
}

Result<ListedRecords> import_records(const std::shared_ptr<const StateBranch>& branch,
                                     const std::string& folder, const Locking& how) {
  TRY_ASSIGN(const auto targets, records_in_folders(folder)->list_targets({}));
  if (targets.empty())
    return fail(Error::usage(fmt::format("there are no records in {}", folder),
                             "name a state folder, such as .mrctl"));
  Import records(branch, folder, how);
  for (const auto& target : targets)
    TRY(records.add(target, RecordsPlace{}));
  return records.push();
}

} // namespace mrctl::apply
