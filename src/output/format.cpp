#include "mrctl/output/format.hpp"

#include "mrctl/base/nearest.hpp"

#include <algorithm>
#include <span>
#include <string>

namespace mrctl::output {

namespace {

std::string list_hint(std::span<const std::string_view> names) {
  std::string out = "the formats are";
  for (const auto name : names)
    out.append(" ").append(name);
  return out;
}

Result<std::size_t> find_name(std::span<const std::string_view> names, std::string_view kind,
                              std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  return fail(Error::unknown_word(kind, name, nearest_word(name, names), list_hint(names)));
}

} // namespace

Result<Format> parse_report_format(std::string_view name) {
  return find_name(report_format_names, "format of a report", name).map([](std::size_t position) {
    return format_rows.at(position).format;
  });
}

Result<ErrorFormat> parse_error_format(std::string_view name) {
  return find_name(error_format_names, "error format", name).map([](std::size_t position) {
    return static_cast<ErrorFormat>(position);
  });
}

} // namespace mrctl::output
