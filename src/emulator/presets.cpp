#include "mrctl/emulator/presets.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/writer.hpp"

#include "embedded.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <utility>

namespace mrctl::emulator {

struct PresetTable::State {
  std::mutex database_mutex;
  SQLite::Database database;
  std::mutex holds_mutex;
  std::set<std::string, std::less<>> held_slugs;
};

namespace {

constexpr int busy_timeout_ms = 5000;
// Marks our files, so that the emulator never writes to another program's database.
constexpr int application_id = 0x6d726374;
constexpr int layout = 1;

int pragma(SQLite::Database& database, const char* query) {
  return database.execAndGet(query).getInt();
}

bool belongs_to_another_program(SQLite::Database& database) {
  const bool is_new = pragma(database, "SELECT count(*) FROM sqlite_master") == 0;
  return !is_new && (pragma(database, "PRAGMA application_id") != application_id ||
                     pragma(database, "PRAGMA user_version") != layout);
}

// With synchronous=FULL, a version is on the disk when its answer goes out.
void prepare(SQLite::Database& database) {
  database.exec("PRAGMA journal_mode=WAL");
  database.exec("PRAGMA synchronous=FULL");
  database.exec(R"(
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS presets (
      slug TEXT PRIMARY KEY, id TEXT NOT NULL, created_at TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS versions (
      slug TEXT NOT NULL REFERENCES presets, number INTEGER NOT NULL, id TEXT NOT NULL,
      config TEXT NOT NULL, system_prompt TEXT, created_at TEXT NOT NULL,
      PRIMARY KEY (slug, number)) WITHOUT ROWID;)");
  database.exec(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}; COMMIT;",
                            application_id, layout));
}

Error failed_by(const SQLite::Exception& exception) {
  return Error::internal(fmt::format("the emulator's database failed: {}", exception.what()));
}

Error cannot_use(const std::string& file, std::string_view reason) {
  return Error::usage(fmt::format("cannot use '{}' as the emulator's database: {}", file, reason));
}

// Returns {id, created_at} of the preset, creating it if it is missing.
std::pair<std::string, std::string> find_or_add_preset(SQLite::Database& database,
                                                       const std::string& slug,
                                                       const std::string& now,
                                                       const Sources& sources) {
  SQLite::Statement known(database, "SELECT id, created_at FROM presets WHERE slug = ?");
  known.bind(1, slug);
  if (known.executeStep()) return {known.getColumn(0).getString(), known.getColumn(1).getString()};
  auto id = sources.uuid();
  SQLite::Statement added(database, "INSERT INTO presets (slug, id, created_at) VALUES (?, ?, ?)");
  added.bind(1, slug);
  added.bind(2, id);
  added.bind(3, now);
  added.exec();
  return {std::move(id), now};
}

long long next_number(SQLite::Database& database, const std::string& slug) {
  SQLite::Statement newest(database,
                           "SELECT coalesce(max(number), 0) + 1 FROM versions WHERE slug = ?");
  newest.bind(1, slug);
  newest.executeStep();
  return newest.getColumn(0).getInt64();
}

void insert(SQLite::Database& database, const std::string& slug, const PresetVersion& version) {
  SQLite::Statement added(
      database, "INSERT INTO versions (slug, number, id, config, system_prompt, created_at) "
                "VALUES (?, ?, ?, ?, ?, ?)");
  added.bind(1, slug);
  added.bind(2, static_cast<int64_t>(version.number));
  added.bind(3, version.id);
  added.bind(4, version.config);
  if (version.system_prompt) added.bind(5, *version.system_prompt);
  added.bind(6, version.created_at);
  added.exec();
}

Preset preset_in(const SQLite::Statement& row) {
  const auto text = [&](int column) { return row.getColumn(column).getString(); };
  std::optional<std::string> prompt;
  if (!row.isColumnNull(6)) prompt = text(6);
  return {text(0),
          text(1),
          text(2),
          {text(3), row.getColumn(4).getInt64(), text(5), std::move(prompt), text(7)}};
}

constexpr std::string_view all_versions =
    "SELECT p.id, p.slug, p.created_at, v.id, v.number, v.config, v.system_prompt, v.created_at "
    "FROM presets p JOIN versions v ON v.slug = p.slug WHERE ";

constexpr std::string_view creator = "user_emulator";
constexpr std::string_view workspace = "00000000-0000-4000-8000-00000000aaaa";

void write_version(JsonWriter& out, const Preset& preset) {
  const auto& version = preset.version;
  out.begin('{').member("id", version.id).member("preset_id", preset.id);
  out.member("version", version.number).raw_member("config", version.config);
  out.member("system_prompt", version.system_prompt).member("creator_id", creator);
  out.member("created_at", version.created_at).member("updated_at", version.created_at).end('}');
}

// Writes the members of a preset, and leaves the object open for more.
void write_preset(JsonWriter& out, const Preset& preset) {
  out.begin('{').member("id", preset.id).member("slug", preset.slug).member("name", preset.slug);
  out.raw_member("description", "null").member("status", "active");
  out.raw_member("status_updated_at", "null").member("created_at", preset.created_at);
  out.member("updated_at", preset.version.created_at).member("creator_user_id", creator);
  out.member("workspace_id", workspace).member("designated_version_id", preset.version.id);
}

using Milliseconds = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

std::string timestamp(Milliseconds time) {
  const auto since_epoch = time.time_since_epoch();
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since_epoch);
  const auto whole = static_cast<std::time_t>(seconds.count());
  std::tm utc{};
  gmtime_r(&whole, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", utc.tm_year + 1900,
                     utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec,
                     (since_epoch - seconds).count());
}

// Version 4, variant 1 (RFC 4122).
std::string uuid_of(std::uint64_t high, std::uint64_t low) {
  high = (high & 0xFFFFFFFFFFFF0FFFULL) | 0x4000ULL;
  low = (low & 0x3FFFFFFFFFFFFFFFULL) | 0x8000000000000000ULL;
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32U, (high >> 16U) & 0xFFFFU,
                     high & 0xFFFFU, low >> 48U, low & 0xFFFFFFFFFFFFULL);
}

class RandomIds {
public:
  std::string uuid() {
    const std::lock_guard lock(mutex_);
    const auto high = engine_();
    return uuid_of(high, engine_());
  }
  std::string request_id() {
    const std::lock_guard lock(mutex_);
    return fmt::format("req-{:016x}", engine_());
  }

private:
  static std::mt19937_64 seeded_engine() {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device()};
    return std::mt19937_64(seed);
  }

  std::mutex mutex_;
  std::mt19937_64 engine_ = seeded_engine();
};

using MemberTexts = std::map<std::string, std::string, std::less<>>;

// The service compares identifiers of credentials in lower case. Keys are identifiers without
// escapes; a key with escapes cannot be requested.
MemberTexts member_texts(std::string_view catalogue, std::string_view part) {
  MemberTexts texts;
  const auto members = json_member(catalogue, part);
  if (!members) return texts;
  for (const auto& member : json_members(*members))
    texts.insert_or_assign(part == "models" ? std::string(member.key) : lower_case(member.key),
                           compact_json(member.value));
  return texts;
}

Error wrong(std::string_view text, std::string_view name, std::size_t offset,
            std::string_view message) {
  const auto before = text.substr(0, offset);
  const auto line = std::ranges::count(before, '\n') + 1;
  const auto column = offset - (before.rfind('\n') + 1) + 1; // npos + 1 is the beginning
  return Error::usage(fmt::format("{}:{}:{}: {}", name, line, column, message),
                      R"(a catalogue is {"models": {"author/slug": DATA}, "credentials": )"
                      R"({"UUID": DATA}})");
}

} // namespace

Result<PresetTable> PresetTable::open(const std::string& file) {
  try {
    const std::string name = file.empty() ? ":memory:" : file;
    SQLite::Database database(name, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, busy_timeout_ms);
    if (belongs_to_another_program(database))
      return fail(cannot_use(file, "it belongs to another program or version"));
    prepare(database);
    return PresetTable(std::unique_ptr<State>(new State{{}, std::move(database), {}, {}}));
  } catch (const SQLite::Exception& exception) {
    return fail(cannot_use(file, exception.what()));
  }
}

PresetTable::PresetTable(std::unique_ptr<State> state) : state_(std::move(state)) {}
PresetTable::PresetTable(PresetTable&&) noexcept = default;
PresetTable& PresetTable::operator=(PresetTable&&) noexcept = default;
PresetTable::~PresetTable() = default;

std::optional<PresetTable::Hold> PresetTable::hold(std::string_view slug) {
  const std::lock_guard lock(state_->holds_mutex);
  const auto [place, is_free] = state_->held_slugs.emplace(slug);
  if (!is_free) return std::nullopt;
  return Hold(state_.get(), *place);
}

PresetTable::Hold::Hold(Hold&& other) noexcept
    : state_(std::exchange(other.state_, nullptr)), slug_(std::move(other.slug_)) {}

PresetTable::Hold::~Hold() {
  if (state_ == nullptr) return;
  const std::lock_guard lock(state_->holds_mutex);
  state_->held_slugs.erase(slug_);
}

Result<Preset> PresetTable::add_version(const Hold& hold, const PresetDraft& draft,
                                        const Sources& sources) {
  const std::lock_guard lock(state_->database_mutex);
  try {
    auto& database = state_->database;
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const auto now = sources.now();
    auto [id, created_at] = find_or_add_preset(database, hold.slug_, now, sources);
    PresetVersion version{sources.uuid(), next_number(database, hold.slug_), draft.config,
                          draft.system_prompt, now};
    insert(database, hold.slug_, version);
    transaction.commit();
    return Preset{std::move(id), hold.slug_, std::move(created_at), std::move(version)};
  } catch (const SQLite::Exception& exception) {
    return fail(failed_by(exception));
  }
}

template <class... Values>
Result<std::vector<Preset>> PresetTable::select(std::string_view condition,
                                                const Values&... values) const {
  const std::lock_guard lock(state_->database_mutex);
  try {
    SQLite::Statement row(state_->database, fmt::format("{}{}", all_versions, condition));
    int place = 0;
    (row.bind(++place, values), ...);
    std::vector<Preset> presets;
    while (row.executeStep())
      presets.push_back(preset_in(row));
    return presets;
  } catch (const SQLite::Exception& exception) {
    return fail(failed_by(exception));
  }
}

Result<std::optional<Preset>> PresetTable::find(const std::string& slug,
                                                std::optional<long long> version) const {
  auto found = version ? select("p.slug = ? AND v.number = ?", slug, int64_t{*version})
                       : select("p.slug = ? ORDER BY v.number DESC LIMIT 1", slug);
  return std::move(found).map([](std::vector<Preset> presets) {
    return presets.empty() ? std::nullopt : std::optional(std::move(presets.front()));
  });
}

Result<std::vector<Preset>> PresetTable::list(const ListPage& page) const {
  return select("v.number = (SELECT max(number) FROM versions WHERE slug = p.slug) "
                "ORDER BY p.slug LIMIT ? OFFSET ?",
                int64_t{page.limit}, int64_t{page.offset});
}

Result<long long> PresetTable::count() const {
  const std::lock_guard lock(state_->database_mutex);
  try {
    return state_->database.execAndGet("SELECT count(*) FROM presets").getInt64();
  } catch (const SQLite::Exception& exception) {
    return fail(failed_by(exception));
  }
}

Result<std::vector<Preset>> PresetTable::versions(const std::string& slug,
                                                  const ListPage& page) const {
  return select("p.slug = ? ORDER BY v.number DESC LIMIT ? OFFSET ?", slug, int64_t{page.limit},
                int64_t{page.offset});
}

std::string preset_json(const Preset& preset) {
  JsonWriter out;
  write_preset(out, preset);
  write_version(out.key("designated_version"), preset);
  return out.end('}').take();
}

std::string listed_preset_json(const Preset& preset) {
  JsonWriter out;
  write_preset(out, preset);
  return out.end('}').take();
}

std::string version_json(const Preset& preset) {
  JsonWriter out;
  write_version(out, preset);
  return out.take();
}

void EndableWait::wait(Duration time) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, time, [this] { return is_at_its_end_; });
}

void EndableWait::end() {
  const std::lock_guard lock(mutex_);
  is_at_its_end_ = true;
  changed_.notify_all();
}

Sources real_sources(std::shared_ptr<EndableWait> waiting) {
  auto ids = std::make_shared<RandomIds>();
  return {
      [] {
        return timestamp(
            std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()));
      },
      [ids] { return ids->uuid(); },
      [ids] { return ids->request_id(); },
      [waiting = std::move(waiting)](Duration time) { waiting->wait(time); },
  };
}

Catalogue seeded_catalogue() {
  return {member_texts(catalogue_text(), "models"), member_texts(catalogue_text(), "credentials")};
}

Result<Catalogue> read_catalogue(std::string_view text, std::string_view name) {
  const auto value = parse_json(text, Reading::tolerant);
  if (!value) return fail(wrong(text, name, value.error().offset, value.error().message));
  if (!value->is_object()) return fail(wrong(text, name, 0, "a catalogue must be an object"));
  for (const auto& part : json_members(text)) {
    const bool is_known = part.key == "models" || part.key == "credentials";
    if (is_known && JsonIndex(part.value).root().is_object()) continue;
    const auto at = is_known ? part.value : part.key;
    const auto offset = static_cast<std::size_t>(at.data() - text.data());
    return fail(wrong(text, name, offset,
                      is_known ? fmt::format("'{}' must be an object", part.key)
                               : std::string("a catalogue has no such member")));
  }
  return Catalogue{member_texts(text, "models"), member_texts(text, "credentials")};
}

} // namespace mrctl::emulator
