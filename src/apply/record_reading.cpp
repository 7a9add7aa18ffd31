#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/base/merge_conflict.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::apply {

namespace {

// The members of a record, which are read once. Anything ignored here, such as a number instead of
// a name, is found by the comparison with the whole text.
class Members {
public:
  explicit Members(const JsonView& record) {
    if (record.is_object()) items_.assign(record.items().begin(), record.items().end());
  }

  [[nodiscard]] bool has(std::string_view name) const { return find(name) != items_.end(); }
  [[nodiscard]] std::string_view value(std::string_view name) const {
    const auto member = find(name);
    return member == items_.end() ? "null" : member->value.text();
  }
  // None if it is not a string.
  [[nodiscard]] std::optional<std::string> text(std::string_view name) const {
    const auto member = find(name);
    const bool is_string = member != items_.end() && member->value.is_string();
    return is_string ? std::optional(member->value.string()) : std::nullopt;
  }

private:
  [[nodiscard]] std::vector<JsonItem>::const_iterator find(std::string_view name) const {
    return std::find_if(items_.begin(), items_.end(),
                        [&](const JsonItem& item) { return item.has_key(name); });
  }

  std::vector<JsonItem> items_;
};

// Usually the recorded body is the one just hashed.
std::optional<std::string> known_or_canonical(std::string_view text, const Hashed* known) {
  if (known != nullptr && compact_json(text) == known->text) return known->text;
  auto canonical = canonical_json(text);
  return canonical && canonical->starts_with('{') ? std::optional(*std::move(canonical))
                                                  : std::nullopt;
}

// Earlier versions wrote records without the member "file".
bool is_text_of(const Record& record, std::string_view text, bool has_file) {
  auto own = record_text(record);
  constexpr std::string_view line = "  \"file\": null,\n";
  if (!has_file) own.erase(own.find(line), line.size());
  return own == text;
}

// Reads a text that record_text() may have written, with nothing pending; nothing for every other
// text, valid or not. Takes a fraction of the time of the reader that explains faults.
std::optional<Record> read_own_text(std::string_view text, RecordOf wanted, const Hashed* known) {
  const auto index = index_json(text, Reading::tolerant);
  if (!index) return std::nullopt;
  const Members members(index->root());
  auto body = known_or_canonical(members.value("body"), known);
  if (!body) return std::nullopt;
  Record record{wanted.service.empty() ? members.text("service").value_or("")
                                       : std::string(wanted.service),
                std::string(wanted.slug),
                Applied{.workspace_id = members.text("workspace_id"),
                        .preset_id = members.text("preset_id"),
                        .version = version_of(members.value("version")),
                        .version_id = members.text("version_id"),
                        .applied = members.text("applied").value_or(""),
                        .stored = members.text("stored"),
                        .body = *std::move(body)},
                {},
                members.text("file")};
  const bool is_own = is_hash(record.last->applied) && is_hash(record.last->stored.value_or("")) &&
                      is_text_of(record, text, members.has("file"));
  return is_own ? std::optional(std::move(record)) : std::nullopt;
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

std::size_t line_of(std::string_view text, std::size_t offset) {
  const auto before = text.substr(0, offset);
  return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

// Reads the members of one record, and keeps the first fault.
class Reader {
public:
  Reader(const Json& value, std::string_view text, std::string path)
      : value_(value), text_(text), path_(std::move(path)) {}

  Result<Record> read(RecordOf wanted);

private:
  void refuse(const std::string& what, std::string_view hint = restore_hint) {
    if (!fault_) fault_ = broken(path_, what, hint).value();
  }
  void check_names(const Json& object, std::span<const std::string_view> known,
                   std::string_view inside);
  void check_identity(RecordOf wanted);
  const Json& member(const Json& object, std::string_view name);
  std::string hash(const Json& object, std::string_view name);
  std::optional<std::string> hash_or_null(std::string_view name);
  std::optional<std::string> text(std::string_view name);
  std::optional<std::int64_t> version(const Json& object);
  std::string body();
  Applied applied();
  Pending pending(const Json& object);

  const Json& value_;
  std::string_view text_;
  std::string path_;
  std::optional<Error> fault_;
};

Result<Record> Reader::read(RecordOf wanted) {
  check_identity(wanted);
  check_names(value_, known_members, "");
  Record record{text("service").value_or(""), std::string(wanted.slug)};
  const auto* pending_value = find_member(value_, "pending");
  const bool has_file = find_member(value_, "file") != nullptr;
  if (has_file) record.file = text("file");
  // format, service, slug, file and pending: no answer was read yet.
  const bool is_unanswered = pending_value != nullptr && value_.size() == (has_file ? 5 : 4);
  if (!fault_ && !is_unanswered) record.last = applied();
  if (!fault_ && pending_value != nullptr) record.pending = pending(*pending_value);
  if (fault_) return fail(*std::move(fault_));
  return record;
}

void Reader::check_names(const Json& object, std::span<const std::string_view> known,
                         std::string_view inside) {
  for (const auto& [name, value] : object.items())
    if (std::find(known.begin(), known.end(), name) == known.end())
      refuse(fmt::format("unknown member \"{}\"{}", name, inside));
}

void Reader::check_identity(RecordOf wanted) {
  const auto& format = member(value_, "format");
  if (format != record_format)
    refuse(fmt::format("its format is {}, but this version of mrctl reads format {}",
                       dump_json(format), record_format),
           "use the version of mrctl that wrote it, or a newer one");
  if (const auto& service = member(value_, "service");
      !wanted.service.empty() && service != wanted.service)
    refuse(fmt::format("it is for the service {}, not {}", dump_json(service), wanted.service),
           "choose a separate target with --target, MRCTL_TARGET or the profile's 'target'; if the "
           "service has a new address, 'mrctl preset adopt PATH --from TARGET' with that target "
           "renews its records");
  if (const auto& slug = member(value_, "slug"); slug != wanted.slug)
    refuse(
        fmt::format("its slug is {}, but its file name says \"{}\"", dump_json(slug), wanted.slug));
}

const Json& Reader::member(const Json& object, std::string_view name) {
  static const Json null;
  const auto* found = find_member(object, name);
  if (found == nullptr) refuse(fmt::format("the member \"{}\" is missing", name));
  return found == nullptr ? null : *found;
}

std::string Reader::hash(const Json& object, std::string_view name) {
  const auto& value = member(object, name);
  if (value.is_string() && is_hash(value.get_ref<const std::string&>()))
    return value.get<std::string>();
  refuse(fmt::format(R"("{}" must be a hash ("h1:" and 64 hexadecimal digits), got {})", name,
                     dump_json(value)));
  return {};
}

std::optional<std::string> Reader::hash_or_null(std::string_view name) {
  return member(value_, name).is_null() ? std::nullopt : std::optional(hash(value_, name));
}

std::optional<std::string> Reader::text(std::string_view name) {
  const auto& value = member(value_, name);
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_null())
    refuse(fmt::format("\"{}\" must be a string or null, got {}", name,
                       json_type_with_article(value)));
  return std::nullopt;
}

std::optional<std::int64_t> Reader::version(const Json& object) {
  const auto& value = member(object, "version");
  if (value.is_null()) return std::nullopt;
  const auto version = version_of(dump_json(value));
  if (!version)
    refuse(fmt::format("\"version\" must be a whole number from 1 to {}, or null, got {}",
                       std::numeric_limits<std::int64_t>::max(), dump_json(value)));
  return version;
}

// From the text, because there numbers keep their digits.
std::string Reader::body() {
  if (const auto& value = member(value_, "body"); !value.is_object()) {
    refuse(fmt::format("\"body\" must be an object, got {}", json_type_with_article(value)));
    return {};
  }
  auto canonical = canonical_json(*json_member(text_, "body"));
  if (canonical) return *std::move(canonical);
  refuse(canonical.error().message);
  return {};
}

Applied Reader::applied() {
  Applied last{.workspace_id = text("workspace_id"),
               .preset_id = text("preset_id"),
               .version = version(value_),
               .version_id = text("version_id"),
               .applied = hash(value_, "applied"),
               .stored = hash_or_null("stored"),
               .body = body()};
  if (!fault_ && hash_of(last.body) != last.applied)
    refuse(R"("applied" is not the hash of "body": one was edited or merged without the other)");
  return last;
}

Pending Reader::pending(const Json& object) {
  constexpr std::array<std::string_view, 4> known{"applied", "version", "plan", "of"};
  if (!object.is_object()) {
    refuse(fmt::format("\"pending\" must be an object, got {}", json_type_with_article(object)));
    return {};
  }
  check_names(object, known, " in \"pending\"");
  Pending pending{{}, version(object)};
  if (const auto* plan = find_member(object, "plan")) {
    const bool is_text = plan->is_string();
    if (is_text) pending.plan = plan->get<std::string>();
    if (!is_text || !is_fingerprint(*pending.plan))
      refuse(R"("plan" must be a fingerprint of 40 hexadecimal digits)");
  }
  if (const auto* of = find_member(object, "of")) {
    pending.of = version_of(dump_json(*of));
    if (!pending.of)
      refuse(fmt::format("\"of\" must be a whole number from 1, got {}", dump_json(*of)));
  }
  const auto& applied = member(object, "applied");
  if (!applied.is_array()) {
    pending.applied.push_back(hash(object, "applied"));
    return pending;
  }
  if (applied.empty()) refuse("\"pending.applied\" is an empty list");
  for (const auto& one : applied)
    pending.applied.push_back(hash(Json{{"applied", one}}, "applied"));
  return pending;
}

bool has_hash(std::string_view body, std::string_view hash, const Hashed* known) {
  return known != nullptr && body == known->text ? hash == known->hash : hash == hash_of(body);
}

} // namespace

Result<Record> parse_record(std::string_view text, const std::string& path, RecordOf wanted,
                            const Hashed* known) {
  if (auto own = read_own_text(text, wanted, known))
    if (has_hash(own->last->body, own->last->applied, known)) return *std::move(own);
  if (const auto conflict = find_merge_conflict(text))
    return broken(fmt::format("{}:{}", path, line_of(text, *conflict)), "a merge conflict",
                  "keep one side completely, then run 'mrctl preset plan'");
  const auto value = parse_json(text, Reading::strict);
  if (!value)
    return broken(fmt::format("{}:{}", path, line_of(text, value.error().offset)),
                  value.error().message);
  if (!value->is_object())
    return broken(path,
                  fmt::format("it must contain an object, got {}", json_type_with_article(*value)));
  return Reader(*value, text, path).read(wanted);
}

} // namespace mrctl::apply
