#pragma once

#include "mrctl/apply/pull.hpp"

#include <string>
#include <vector>

namespace mrctl::apply {

// Makes files of live presets, which lie over a base.
class Puller {
public:
  explicit Puller(const Pulling& pulling) : pulling_(pulling) {}

  // Returns the slug with its file. Fails with a usage error for a slug that names none.
  [[nodiscard]] Result<Pulled> begin(const std::string& slug) const;

  // Fills in the rest. Fails with a validation error if a body is not as preset lint wants it, and
  // without --force with a conflict: for a file that is there and differs or makes the same slug,
  // and for a member that the base gives and the live preset lacks.
  [[nodiscard]] Result<Pulled> take(Pulled pulled, const Result<service::Answer>& answer) const;

private:
  [[nodiscard]] const spec::FlagValues& flags() const { return pulling_.invocation.flags; }
  [[nodiscard]] Result<body::Body> read(const Pulled& pulled,
                                        const body::ReadFile& read_file) const;
  [[nodiscard]] Result<Pulled> beside_files(Pulled pulled, const JsonText& body) const;
  [[nodiscard]] Result<std::vector<std::string>> others_than(const Pulled& pulled) const;
  [[nodiscard]] bool has_body(const Pulled& pulled, const JsonText& body) const;

  const Pulling& pulling_;
};

} // namespace mrctl::apply
