#pragma once

#include "mrctl/apply/live_answers.hpp"
#include "mrctl/apply/location.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/output/presentation.hpp"
#include "mrctl/service/preset.hpp"
#include "mrctl/spec/invocation.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mrctl::apply {

// A file that a pull writes.
struct PulledFile {
  std::string path;
  std::string text;
  std::optional<std::string> old{}; // text of the file that is there
};

// A live preset as a file, and as its record.
struct Pulled {
  std::string slug;
  std::string file;
  // The preset's file and the files that it names with !file, as far as they change.
  std::vector<PulledFile> files{};
  Applied live{};
  std::vector<std::string> notes{};
  Problems warnings{}; // of the body

  [[nodiscard]] bool is_written() const { return !files.empty(); }
};

// Where live presets come from, and what their files are made of.
struct Pulling {
  const spec::Invocation& invocation; // --base, --slug-prefix, --force
  const body::ReadFile& read_file;
  body::SecretRules secrets;
  LiveSource source;
  std::string folder;               // of new files
  std::vector<std::string> presets; // the project's files and folders
  JsonText base;                    // which the files lie over
};

// What is written of pulled presets beside their files: one record each.
struct PulledRecords {
  std::string state; // the state folder
  LockedRecords& locked;
  TargetRecords read;
};

struct PulledPresets {
  std::optional<std::vector<Pulled>> presets{}; // nothing if their records could not be written
  std::vector<std::string> notes{};
  std::vector<Error> failures{};
};

// Asks for the presets of the slugs, and writes their files and records. A preset that fails does
// not keep the others back; if a record cannot be written, no file and no record is changed.
[[nodiscard]] PulledPresets pull(const Pulling& pulling, const std::vector<std::string>& slugs,
                                 const PulledRecords& records);

[[nodiscard]] output::Presentation present_pulled(const std::vector<Pulled>& presets);
[[nodiscard]] Json pulled_schema();

// Returns the body of a live preset as a person would write it over a base, which may be empty: its
// members in the order of the table of fields, without those that are null, [] or {} or that the
// base gives with the same value; the system prompt is a system message. Numbers and texts stay as
// the service spells them. What a file has already with the same value stays as it is there, and so
// do members that a preset does not keep.
[[nodiscard]] std::string pulled_body(const service::PresetVersion& version, const JsonText& base,
                                      const JsonText& file = {});

} // namespace mrctl::apply
