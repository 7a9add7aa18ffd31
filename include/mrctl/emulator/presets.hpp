#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/base/error.hpp"

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::emulator {

// The sources of time and randomness. All of them may be called from several threads at once.
struct Sources {
  std::function<std::string()> now;        // an ISO 8601 timestamp, UTC, milliseconds
  std::function<std::string()> uuid;       // for presets and versions
  std::function<std::string()> request_id; // for the header x-request-id
  std::function<void(Duration)>
      wait; // returns when the time has passed or the emulator is stopping
};

// A wait that another thread can end.
class EndableWait {
public:
  // Returns when the time has passed, and immediately after end() was called.
  void wait(Duration time);
  void end();

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_at_its_end_ = false;
};

// The clock of the machine and random identifiers. Waits end early after waiting->end().
[[nodiscard]] Sources
real_sources(std::shared_ptr<EndableWait> waiting = std::make_shared<EndableWait>());

// Read-only data: JSON texts by identifier, returned byte for byte, so that a catalogue may contain
// what a service should not send (specification, sections 2.3 and 2.4).
struct Catalogue {
  std::map<std::string, std::string, std::less<>> models; // "author/slug" to the listing's data
  std::map<std::string, std::string, std::less<>> credentials; // lower-case UUID to the credential
};

// The invented models and credentials that docs/emulator.md lists.
[[nodiscard]] Catalogue seeded_catalogue();

// Reads {"models":{ID:DATA,…},"credentials":{UUID:DATA,…}}; a missing part is empty, and DATA may
// be anything. Fails with a usage error, "NAME:LINE:COLUMN: …", if the text is not such an object.
[[nodiscard]] Result<Catalogue> read_catalogue(std::string_view text, std::string_view name);

// One version of a preset (specification, section 2.2).
struct PresetVersion {
  std::string id;
  long long number = 0;                     // counts from 1
  std::string config;                       // a JSON object
  std::optional<std::string> system_prompt; // null if there was no message for it
  std::string created_at;
};

// A preset with one of its versions; the newest is the designated one (specification, section 2.1).
struct Preset {
  std::string id;
  std::string slug;
  std::string created_at;
  PresetVersion version;
};

// Return the data of answers, JSON texts: the preset with its version, in a list without it, and
// the version alone.
[[nodiscard]] std::string preset_json(const Preset& preset);
[[nodiscard]] std::string listed_preset_json(const Preset& preset);
[[nodiscard]] std::string version_json(const Preset& preset);

// A part of a list.
struct ListPage {
  long long limit = 100;
  long long offset = 0;
};

// The data of a new version; the table adds the rest.
struct PresetDraft {
  std::string config;
  std::optional<std::string> system_prompt;
};

// The presets and their versions, in SQLite. Safe to use from several threads.
class PresetTable {
public:
  // Opens or creates the file, or works in memory if the name is empty. Fails with a usage error if
  // the file cannot be used or belongs to another program.
  [[nodiscard]] static Result<PresetTable> open(const std::string& file);

  PresetTable(PresetTable&&) noexcept;
  PresetTable& operator=(PresetTable&&) noexcept;
  ~PresetTable();

  // The right to write one slug, released by the destructor. Must not outlive the table.
  class Hold;

  // Returns nothing if another writer holds that slug.
  [[nodiscard]] std::optional<Hold> hold(std::string_view slug);

  // Adds a version of the held slug, and the preset itself if the slug is new. When it returns, the
  // version is committed. Fails with an internal error if the database fails.
  [[nodiscard]] Result<Preset> add_version(const Hold& hold, const PresetDraft& draft,
                                           const Sources& sources);

  // What follows fails with an internal error if the database fails.

  // Returns a preset with that version, or with its newest one; nothing if there is none.
  [[nodiscard]] Result<std::optional<Preset>> find(const std::string& slug,
                                                   std::optional<long long> version = {}) const;
  // Returns presets with their newest versions, in the order of their slugs.
  [[nodiscard]] Result<std::vector<Preset>> list(const ListPage& page) const;
  [[nodiscard]] Result<long long> count() const;
  // Returns a preset with each of its versions, the newest first.
  [[nodiscard]] Result<std::vector<Preset>> versions(const std::string& slug,
                                                     const ListPage& page) const;

private:
  struct State;
  explicit PresetTable(std::unique_ptr<State> state);
  template <class... Values>
  [[nodiscard]] Result<std::vector<Preset>> select(std::string_view condition,
                                                   const Values&... values) const;
  std::unique_ptr<State> state_;
};

class PresetTable::Hold {
public:
  Hold(Hold&& other) noexcept;
  Hold(const Hold&) = delete;
  Hold& operator=(Hold&&) = delete;
  Hold& operator=(const Hold&) = delete;
  ~Hold();

private:
  friend class PresetTable;
  Hold(State* state, std::string slug) : state_(state), slug_(std::move(slug)) {}
  State* state_;
  std::string slug_;
};

// The two keys that the emulator knows; all others are unknown.
struct Keys {
  std::string management = "sk-mgmt-emulator-0000000000000000";
  std::string inference = "sk-infer-emulator-0000000000000000";
};

// Whether the emulator answers operations that read presets, which the specification lacks.
enum class Reads { refused, answered };

// The complete state of the emulated service.
struct Store {
  PresetTable presets;
  Catalogue catalogue;
  Keys keys;
  Sources sources;
  Duration latency{0}; // duration of each operation; a writer holds its slug meanwhile
  Reads reads = Reads::refused;
};

} // namespace mrctl::emulator
