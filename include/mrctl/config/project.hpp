#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/spec/gate.hpp"
#include "mrctl/spec/setting.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::config {

struct Environment;

inline constexpr std::string_view project_file_name = "mrctl.toml";

// The lines of a record's keys that are there.
using KeyLines = std::map<std::string, std::size_t, std::less<>>;

// Records of a project file. Paths are as they are used from the current folder; a text, a list or
// a number that is not there is empty. `line` is that of the record's beginning.

struct ProjectTarget {
  std::string name;
  std::string profile; // of the user's own configuration
  std::string host;    // HOST or HOST:PORT
  std::vector<std::string> bases;
  std::string slug_prefix;
  std::string workspace;
  bool apply_needs_plan = false;
  bool apply_needs_gates = false;
  std::size_t line = 0;
  KeyLines lines{};
};

// A gate: at least one of its conditions is given.
struct ProjectGate : spec::GateValues {
  std::string id;                   // unique
  std::vector<std::string> presets; // globs over slugs without the prefix; empty: all
  std::vector<std::string> models;  // globs; empty: all
  std::vector<std::string> targets; // names of targets that are there; empty: all
  std::vector<std::string> where;   // conditions as of endpoints list; only with at_least
  std::optional<std::size_t> prompt_tokens{};
  std::optional<std::size_t> completion_tokens{};
  std::optional<std::size_t> images{};
  std::optional<std::size_t> cached_tokens{};
  bool allow_empty = false;
  std::size_t line = 0;
  KeyLines lines{};
};

struct ProjectWaiver {
  std::string gate;   // the id of a gate that is there
  std::string preset; // a glob over slugs without the prefix
  std::string model;  // a glob; empty: all
  std::string until;  // the last day, in UTC, as 2026-12-31
  std::string reason;
  std::size_t line = 0;
  KeyLines lines{};
};

// Files that list the endpoints which qualify for a check, by its code.
struct ProjectKnown {
  std::string data_collection;
  std::string zdr;
  std::string enforce_distillable_text;
  std::size_t line = 0;
  KeyLines lines{};
};

struct Project {
  std::string file; // as it was named or found: "../mrctl.toml"; empty if there is none
  std::vector<std::string> presets;
  std::vector<std::string> bases;
  std::string state;
  std::string state_branch;
  std::string state_remote;
  std::vector<std::string> assume;
  std::vector<std::string> unlisted; // globs of models that no listing has
  ProjectKnown known;
  std::string default_target;
  std::vector<ProjectTarget> targets;
  std::vector<ProjectGate> gates;
  std::vector<ProjectWaiver> waivers;
  std::string target; // the name of the chosen one; empty if none is
  std::size_t line = 0;
  KeyLines lines{};
};

// Fails for a condition of 'where' that cannot be read, which a higher room does. Null: none is
// read.
using CheckCondition = Status (*)(std::string_view text);

// Reads the text of a project file strictly. Fails with a usage error that has a problem for each
// fault, at its place: unknown keys, those that a project file may not set, wrong types and values,
// paths that point out of the repository, and names that nothing has.
[[nodiscard]] Result<Project> read_project(std::string file, std::string text,
                                           CheckCondition check = nullptr);

// Whether a file with targets needs a choice between them. A command that only shows what is set,
// or that works on every target, needs none.
enum class TargetChoice { needed, optional };

// Finds and reads the project file, and chooses its target.
//
// The file is --project or MRCTL_PROJECT (either may be empty: no file), else mrctl.toml in the
// current folder or the nearest one above it, up to and including the folder that holds `.git`;
// without a repository, in the current folder only. The target is --target, MRCTL_TARGET,
// default_target, or the only one. Returns a project without a file if there is none.
//
// Fails with a usage error if the file is a link or not regular, a named one is missing, as
// read_project() does, and if the target is unknown or not chosen.
[[nodiscard]] Result<Project> find_project(const spec::SettingTexts& flags,
                                           const Environment& environment, TargetChoice choice,
                                           CheckCondition check = nullptr);

// Returns the text of a project file that sets the presets, bases, state, default target and
// targets of a project, and explains every other key in comments. Paths must be those of the file.
[[nodiscard]] std::string project_text(const Project& project);

// Returns the files of [known] as --known takes them: "zdr=zdr.txt".
[[nodiscard]] std::vector<std::string> known_lists_of(const Project& project);

// Returns the bases of the file, then those of the chosen target.
[[nodiscard]] std::vector<std::string> bases_of(const Project& project);

// Returns the bases of the file and of every target: none of them is a preset.
[[nodiscard]] std::vector<std::string> every_base_of(const Project& project);

// Returns the chosen target, or null.
[[nodiscard]] const ProjectTarget* chosen_target(const Project& project);

// Returns the target of that name, or null.
[[nodiscard]] const ProjectTarget* find_target(const Project& project, std::string_view name);

} // namespace mrctl::config
