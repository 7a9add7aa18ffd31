#pragma once

#include "mrctl/render/finding.hpp"
#include "mrctl/render/format.hpp"
#include "mrctl/render/html.hpp"
#include "mrctl/render/json.hpp"
#include "mrctl/render/names.hpp"
#include "mrctl/render/records.hpp"
#include "mrctl/render/summary.hpp"
#include "mrctl/render/table.hpp"
#include "mrctl/session/context.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::session {

// The forms of a result. Only the requested ones are generated.
struct Forms {
  std::function<std::string()> human;             // table, wide
  std::function<std::vector<std::string>()> data; // json, yaml: a compact document for each answer
  std::function<std::string()> lines;             // jsonl
  std::function<render::Records()> records;       // csv and the like
  std::function<std::string()> raw;
  std::optional<render::DataCount> data_count{}; // none: by the number of arguments
  std::function<render::ResultNames()> names;
  std::function<render::Markup()> html{};       // without it: the records as a table
  std::function<render::Findings()> findings{}; // junit, codequality; of commands that judge
  std::function<render::Digest()> digest{};     // --summary; without it: the findings, the records
};

// Returns the forms of a result that is only a JSON document: tables show it as JSON, an array is
// one record an element, and an object is one record, which its slug, tag or id names.
[[nodiscard]] Forms forms_of_document(std::string json, const Context& context);

// Returns the result in the context's format. All commands with a result use this function, so that
// each format is handled in one place.
[[nodiscard]] std::string text_in(const Forms& forms, const Context& context);

// Returns whether tables have a header, by --no-header.
[[nodiscard]] render::HeaderRow header_in(const Context& context);

// Returns the concatenated texts.
[[nodiscard]] std::string joined(const std::vector<std::string>& texts);

} // namespace mrctl::session
