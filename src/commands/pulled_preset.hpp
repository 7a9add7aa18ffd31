#pragma once

#include "mrctl/apply/live_answers.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/service/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mrctl::commands {

// A live preset as a file, and as its record.
struct Pulled {
  std::string slug;
  std::string file;
  std::string text{};
  std::optional<std::string> old{};  // text of the file that is there
  std::vector<std::string> others{}; // files beside it that make the same slug
  apply::Applied live{};
  bool is_written = false; // else the file that is there stays
  Problems warnings{};     // of the body
};

// Makes files of live presets, which lie over a base.
class Puller {
public:
  Puller(const Context& context, apply::LiveSource source, std::string folder, JsonText base);

  // Returns the slug with its file. Fails with a usage error for a slug that names none.
  [[nodiscard]] Result<Pulled> begin(const std::string& slug) const;

  // Fills in the rest. Fails with a validation error if a body is not as preset lint wants it, and
  // without --force with a conflict: for a file that is there and differs or makes the same slug,
  // and for a member that the base gives and the live preset lacks.
  [[nodiscard]] Result<Pulled> take(Pulled pulled, const Result<service::Answer>& answer) const;

private:
  [[nodiscard]] const spec::FlagValues& flags() const { return context_.invocation.flags; }
  [[nodiscard]] std::string text_of(const std::string& body) const;
  [[nodiscard]] Result<body::Body> read(const Pulled& pulled,
                                        const body::ReadFile& read_file) const;
  [[nodiscard]] Result<Pulled> beside_files(Pulled pulled, const JsonText& body) const;
  [[nodiscard]] Result<std::vector<std::string>> others_than(const Pulled& pulled) const;
  [[nodiscard]] bool has_body(const Pulled& pulled, const JsonText& body) const;

  const Context& context_;
  apply::LiveSource source_;
  std::string folder_;
  JsonText base_;
};

} // namespace mrctl::commands
