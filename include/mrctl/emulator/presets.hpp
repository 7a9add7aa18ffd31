#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/emulator/sources.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mrctl::emulator {

// One version of a preset (specification, section 2.2).
struct PresetVersion {
  std::string id;
  long long number = 0;                     // counts from 1
  std::string config;                       // a JSON object
  std::optional<std::string> system_prompt; // null where there was no message for it
  std::string created_at;
};

// A preset with its newest version, which is the designated one (specification, section 2.1).
struct Preset {
  std::string id;
  std::string slug;
  std::string created_at;
  PresetVersion designated;
};

// What a writer adds; the rest is given by the table.
struct PresetDraft {
  std::string config;
  std::optional<std::string> system_prompt;
};

// The presets and their versions, in SQLite. Safe to use from several threads.
class PresetTable {
public:
  // Opens the file, makes it where it is missing, or works in memory where the name is empty. Fails
  // with a usage error where the file cannot be used or belongs to another program.
  [[nodiscard]] static Result<PresetTable> open(const std::string& file);

  PresetTable(PresetTable&&) noexcept;
  PresetTable& operator=(PresetTable&&) noexcept;
  ~PresetTable();

  // The right to write one slug; it ends with the object. Must not outlive the table.
  class Hold;

  // Returns nothing where somebody else is writing that slug at this moment.
  [[nodiscard]] std::optional<Hold> hold(std::string_view slug);

  // Adds a version of the held slug, and the preset itself where the slug is new. When it returns,
  // the version is committed. Fails with an internal error where the database does.
  [[nodiscard]] Result<Preset> add_version(const Hold& hold, const PresetDraft& draft,
                                           const Sources& sources);

private:
  struct State;
  explicit PresetTable(std::unique_ptr<State> state);
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

} // namespace mrctl::emulator
