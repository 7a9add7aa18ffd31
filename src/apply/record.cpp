#include "mrctl/apply/record.hpp"

#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/plan.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/json/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

constexpr std::array<std::string_view, 12> known_members{
    "format",  "service",    "slug",    "file",   "workspace_id", "preset_id",
    "version", "version_id", "applied", "stored", "body",         "pending"};

constexpr std::string_view restore_hint =
    "restore it from version control, or remove it: the preset then counts as not applied yet";

tl::unexpected<Error> broken(const std::string& path, std::string_view what,
                             std::string_view hint = restore_hint) {
  return fail(Error::usage(fmt::format("state file {}: {}", path, what), std::string(hint)));
}

std::size_t line_number_at(std::string_view text, std::size_t offset) {
  const auto before = text.substr(0, offset);
  return 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
}

// Returns the value as compact JSON.
std::string spelled(const JsonView& value) {
  return compact_json(value.text());
}

std::vector<JsonItem> items_of(const JsonView& object) {
  return {object.items().begin(), object.items().end()};
}

std::optional<JsonView> found_in(const std::vector<JsonItem>& members, std::string_view name) {
  for (const auto& item : members)
    if (item.has_key(name)) return item.value;
  return std::nullopt;
}

// Reads the members of one record, and keeps the first fault.
class Reader {
public:
  Reader(const JsonView& record, std::string path, const Hashed* known)
      : members_(items_of(record)), path_(std::move(path)), known_(known) {}

  Result<Record> read(RecordOf wanted) {
    check_identity(wanted);
    refuse_other_members(members_, known_members, "");
    Record record{text("service").value_or(""), std::string(wanted.slug)};
    const auto pending_value = found_in(members_, "pending");
    const bool has_file = found_in(members_, "file").has_value();
    if (has_file) record.file = text("file");
    // format, service, slug, file and pending: no answer was read yet.
    const bool is_unanswered = pending_value && members_.size() == (has_file ? 5 : 4);
    if (!fault_ && !is_unanswered) record.last = applied();
    if (!fault_ && pending_value) record.pending = pending(*pending_value);
    if (fault_) return fail(*std::move(fault_));
    return record;
  }

private:
  using Members = std::vector<JsonItem>;

  void refuse(const std::string& what, std::string_view hint = restore_hint) {
    if (!fault_) fault_ = broken(path_, what, hint).value();
  }
  // `inside` ends the sentence: " in \"pending\"".
  void refuse_other_members(const Members& members, std::span<const std::string_view> known,
                            std::string_view inside) {
    for (const auto& item : members)
      if (std::ranges::none_of(known, [&](std::string_view name) { return item.has_key(name); }))
        refuse(fmt::format("unknown member \"{}\"{}", item.key(), inside));
  }

  void check_identity(RecordOf wanted) {
    if (const auto format = member(members_, "format");
        format && format->text() != std::to_string(record_format))
      refuse(fmt::format("its format is {}, but this version of mrctl reads format {}",
                         spelled(*format), record_format),
             "use the version of mrctl that wrote it, or a newer one");
    if (const auto service = member(members_, "service");
        service && !wanted.service.empty() && !service->is(wanted.service))
      refuse(
          fmt::format("it is for the service {}, not {}", spelled(*service), wanted.service),
          "choose a separate target with --target, MRCTL_TARGET or the profile's 'target'; if the "
          "service has a new address, 'mrctl preset adopt PATH --from TARGET' with that target "
          "renews its records");
    if (const auto slug = member(members_, "slug"); slug && !slug->is(wanted.slug))
      refuse(fmt::format("its slug is {}, but its file name says \"{}\"", spelled(*slug),
                         wanted.slug));
  }

  std::optional<JsonView> member(const Members& members, std::string_view name) {
    auto found = found_in(members, name);
    if (!found) refuse(fmt::format("the member \"{}\" is missing", name));
    return found;
  }

  std::string hash(const std::optional<JsonView>& value, std::string_view name) {
    if (!value) return {};
    const auto& kind = kind_of(Takes::hash);
    if (value->is_string())
      if (auto text = value->string(); kind.holds(text)) return text;
    refuse(fmt::format(R"("{}" must {}, got {})", name, kind.must, spelled(*value)));
    return {};
  }

  std::optional<std::string> hash_or_null(std::string_view name) {
    const auto value = member(members_, name);
    return value && value->is_null() ? std::nullopt : std::optional(hash(value, name));
  }

  std::optional<std::string> text(std::string_view name) {
    const auto value = member(members_, name);
    if (!value || value->is_null()) return std::nullopt;
    if (value->is_string()) return value->string();
    refuse(fmt::format("\"{}\" must be a string or null, got {}", name,
                       words_of(json_type(*value)).found));
    return std::nullopt;
  }

  std::optional<std::int64_t> version(const Members& members) {
    const auto value = member(members, "version");
    if (!value || value->is_null()) return std::nullopt;
    const auto version = version_of(value->text());
    if (!version)
      refuse(fmt::format("\"version\" must be a whole number from 1 to {}, or null, got {}",
                         std::numeric_limits<std::int64_t>::max(), spelled(*value)));
    return version;
  }

  std::string body() {
    const auto value = member(members_, "body");
    if (!value) return {};
    if (!value->is_object()) {
      refuse(fmt::format("\"body\" must be an object, got {}", words_of(json_type(*value)).found));
      return {};
    }
    if (known_ != nullptr && spelled(*value) == known_->text) return known_->text;
    auto canonical = canonical_json(value->text());
    if (canonical) return *std::move(canonical);
    refuse(canonical.error().message);
    return {};
  }

  bool is_hash_of(const std::string& hash, const std::string& body) const {
    return hash == (known_ != nullptr && body == known_->text ? known_->hash : hash_of(body));
  }

  Applied applied() {
    Applied last{.workspace_id = text("workspace_id"),
                 .preset_id = text("preset_id"),
                 .version = version(members_),
                 .version_id = text("version_id"),
                 .applied = hash(member(members_, "applied"), "applied"),
                 .stored = hash_or_null("stored"),
                 .body = body()};
    if (!fault_ && !is_hash_of(last.applied, last.body))
      refuse(R"("applied" is not the hash of "body": one was edited or merged without the other)");
    return last;
  }

  Pending pending(const JsonView& value) {
    constexpr std::array<std::string_view, 5> known{"applied", "version", "plan", "of", "refused"};
    if (!value.is_object()) {
      refuse(
          fmt::format("\"pending\" must be an object, got {}", words_of(json_type(value)).found));
      return {};
    }
    const auto members = items_of(value);
    refuse_other_members(members, known, " in \"pending\"");
    Pending pending{{}, version(members)};
    if (const auto plan = found_in(members, "plan")) {
      if (plan->is_string()) pending.plan = plan->string();
      if (!pending.plan || !kind_of(Takes::fingerprint).holds(*pending.plan))
        refuse(R"("plan" must be a fingerprint of 40 hexadecimal digits)");
    }
    if (const auto refused = found_in(members, "refused")) {
      pending.is_refused = refused->text() == "true";
      if (!pending.is_refused || !pending.plan)
        refuse(R"("refused" must be true, in a pending that names its plan)");
    }
    if (const auto of = found_in(members, "of")) {
      pending.of = version_of(of->text());
      if (!pending.of)
        refuse(fmt::format("\"of\" must be a whole number from 1, got {}", spelled(*of)));
    }
    const auto applied = member(members, "applied");
    if (!applied || !applied->is_array()) {
      pending.applied.push_back(hash(applied, "applied"));
      return pending;
    }
    if (applied->size() == 0) refuse("\"pending.applied\" is an empty list");
    for (const auto& one : applied->items())
      pending.applied.push_back(hash(one.value, "applied"));
    return pending;
  }

  Members members_;
  std::string path_;
  const Hashed* known_; // usually the recorded body is this one
  std::optional<Error> fault_;
};

} // namespace

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

VersionNote read_version(const std::optional<Record>& before, const Identity& answer,
                         std::string_view applied) {
  const bool has_ids = before && before->last && before->last->preset_id && answer.preset_id;
  if (has_ids && before->last->preset_id != answer.preset_id) return made_anew();
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

Result<Record> parse_record(std::string_view text, const std::string& path, RecordOf wanted,
                            const Hashed* known) {
  const auto record = index_json(text, Reading::strict);
  if (!record) {
    if (const auto conflict = find_merge_conflict(text))
      return broken(fmt::format("{}:{}", path, line_number_at(text, *conflict)), "a merge conflict",
                    "keep one side completely, then run 'mrctl preset plan'");
    return broken(fmt::format("{}:{}", path, line_number_at(text, record.error().offset)),
                  record.error().message);
  }
  if (!record->root().is_object())
    return broken(path, fmt::format("it must contain an object, got {}",
                                    words_of(json_type(record->root())).found));
  return Reader(record->root(), path, known).read(wanted);
}

} // namespace mrctl::apply
