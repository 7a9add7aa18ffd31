#pragma once

#include "mrctl/base/output_format.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::output {

// Values for other programs: names, and the texts of each record in full precision; null is empty.
struct Records {
  std::vector<std::string> names;
  std::vector<std::vector<std::optional<std::string>>> rows{};
};

// Returns the value of a record for a text, of which an empty one is none.
[[nodiscard]] std::optional<std::string> text_or_nothing(std::string_view text);

enum class Names { shown, hidden };

// Returns the records in a format for which is_of_records() is true.
[[nodiscard]] std::string records_text(Format format, const Records& records, Names names);

// Quotes as in RFC 4180, but with LF line ends. Line breaks stay inside quotes; other control
// characters and bytes that are not UTF-8 are made visible.
[[nodiscard]] std::string csv(const Records& records, Names names = Names::shown);

// One record a line, values separated by tabs; control characters, tabs and line breaks are made
// visible.
[[nodiscard]] std::string tsv(const Records& records, Names names = Names::shown);

// Returns a table; texts are made safe as for people, and what Markdown would act on is escaped;
// null is "–". Without names, returns rows for an existing table.
[[nodiscard]] std::string markdown(const Records& records, Names names = Names::shown);

// Names that other commands accept as arguments: slugs, tags, ids, files.
using ResultNames = std::vector<std::string>;

// Returns each name on its own line, escaped, so that a name cannot span two lines.
[[nodiscard]] std::string name_lines(const ResultNames& names);

// Returns the names of the records of a JSON document: the slug, else the tag, else the id of the
// object or of each object of an array. Omits records without a name.
[[nodiscard]] ResultNames names_of_records(std::string_view json);

} // namespace mrctl::output
