#pragma once

#include "mrctl/apply/pull.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mrctl::apply {

// Makes files of live presets, which lie over a base.
class Puller {
public:
  explicit Puller(const Pulling& pulling);

  // Returns the slug with its file: the one that is there, wherever it lies in the project. Fails
  // with a usage error for a slug that names none, and with a conflict if two files make it, or,
  // without --force, one that is no YAML file.
  [[nodiscard]] Result<Pulled> begin(const std::string& slug) const;

  // Fills in the rest. Fails with a validation error if a body is not as preset lint wants it; with
  // a conflict for a text file that another preset names, too; and without --force with a conflict
  // for a file that is there and differs, and for a member that the base gives and the live preset
  // lacks.
  [[nodiscard]] Result<Pulled> take(Pulled pulled, const Result<service::Answer>& answer) const;

private:
  [[nodiscard]] const spec::FlagValues& flags() const { return pulling_.invocation.flags; }
  [[nodiscard]] Result<body::Body> read(const Pulled& pulled) const;
  [[nodiscard]] std::optional<body::Body> read_alone(const Pulled& pulled) const;
  [[nodiscard]] Status draw_up(Pulled& pulled, const service::PresetVersion& version) const;
  [[nodiscard]] std::optional<std::vector<PulledFile>>
  edits_of(const Pulled& pulled, const body::Body& there, const PulledFile& whole,
           const service::PresetVersion& version) const;
  [[nodiscard]] Status check_texts(const Pulled& pulled) const;

  const Pulling& pulling_;
  std::vector<std::string> project_; // all files of presets
  std::vector<std::string> beside_;  // those in the folder of new files, and below it
};

} // namespace mrctl::apply
