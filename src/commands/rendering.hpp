#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/render/format.hpp"
#include "mrctl/render/records.hpp"

#include <functional>
#include <string>
#include <vector>

namespace mrctl::commands {

// The forms that a result has. Only the one asked for is made.
struct Forms {
  std::function<std::string()> human;             // table, wide
  std::function<std::vector<std::string>()> data; // json: a document for each answer
  std::function<std::string()> lines;             // jsonl
  std::function<render::Records()> records;       // csv, tsv, markdown
  std::function<std::string()> raw;
};

// Returns the result in the format. Every command that shows what the service answered goes through
// here, so that a format is one place.
[[nodiscard]] std::string text_in(render::Format format, const Forms& forms,
                                  const Context& context);

// Returns the texts one behind the other.
[[nodiscard]] std::string joined(const std::vector<std::string>& texts);

} // namespace mrctl::commands
