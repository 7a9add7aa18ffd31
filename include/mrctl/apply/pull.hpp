#pragma once

#include "mrctl/apply/live_answers.hpp"
#include "mrctl/apply/location.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/apply/store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/output/presentation.hpp"
#include "mrctl/spec/invocation.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mrctl::apply {

// A live preset as a file, and as its record.
struct Pulled {
  std::string slug;
  std::string file;
  std::string text{};
  std::optional<std::string> old{};  // text of the file that is there
  std::vector<std::string> others{}; // files beside it that make the same slug
  Applied live{};
  bool is_written = false; // else the file that is there stays
  Problems warnings{};     // of the body
};

// Where live presets come from, and what their files are made of.
struct Pulling {
  const spec::Invocation& invocation; // --slug-prefix, --force, --dir
  const body::ReadFile& read_file;
  body::SecretRules secrets;
  LiveSource source;
  std::string folder;
  JsonText base; // which the files lie over
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
// not keep the others back; if a record cannot be written, no file is changed.
[[nodiscard]] PulledPresets pull(const Pulling& pulling, const std::vector<std::string>& slugs,
                                 const PulledRecords& records);

// Returns [{"slug","file","version","written"}].
[[nodiscard]] output::Presentation present_pulled(const std::vector<Pulled>& presets);
[[nodiscard]] Json pulled_schema();

} // namespace mrctl::apply
