#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/output/finding.hpp"
#include "mrctl/output/format.hpp"
#include "mrctl/output/html.hpp"
#include "mrctl/output/json.hpp"
#include "mrctl/output/names.hpp"
#include "mrctl/output/records.hpp"
#include "mrctl/output/summary.hpp"
#include "mrctl/output/table.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::commands {

// The forms of a result. Only the requested ones are generated.
struct Forms {
  std::function<std::string()> human;             // table, wide
  std::function<std::vector<std::string>()> data; // json, yaml: a compact document for each answer
  std::function<std::string()> lines;             // jsonl
  std::function<output::Records()> records;       // csv and the like
  std::function<std::string()> raw;
  std::optional<output::DataCount> data_count{}; // none: by the number of arguments
  std::function<output::ResultNames()> names;
  std::function<output::Markup()> html{};       // without it: the records as a table
  std::function<output::Findings()> findings{}; // junit, codequality; of commands that judge
  std::function<output::Digest()> digest{};     // --summary; without it: the findings, the records
};

// Returns the forms of a result that is only a JSON document: tables show it as JSON, an array is
// one record an element, and an object is one record, which its slug, tag or id names.
[[nodiscard]] Forms forms_of_document(std::string json, const Context& context);

// Returns the result in the context's format. All commands with a result use this function, so that
// each format is handled in one place.
[[nodiscard]] std::string text_in(const Forms& forms, const Context& context);

// Returns whether tables have a header, by --no-header.
[[nodiscard]] output::HeaderRow header_in(const Context& context);

// Returns the concatenated texts.
[[nodiscard]] std::string joined(const std::vector<std::string>& texts);

} // namespace mrctl::commands
