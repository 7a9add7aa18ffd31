#include "mrctl/render/format.hpp"

#include "mrctl/base/nearest.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace mrctl::render {

namespace {

constexpr std::array<std::string_view, 9> formats{"table", "wide", "json",     "jsonl", "csv",
                                                  "tsv",   "yaml", "markdown", "raw"};
static_assert(formats.size() == static_cast<std::size_t>(Format::raw) + 1);

constexpr std::array<std::string_view, 3> error_formats{"text", "json", "github"};
static_assert(error_formats.size() == static_cast<std::size_t>(ErrorFormat::github) + 1);

std::string list_hint(std::span<const std::string_view> names) {
  std::string out = "the formats are";
  for (const auto name : names)
    out.append(" ").append(name);
  return out;
}

Result<std::size_t> find_name(std::span<const std::string_view> names, std::string_view kind,
                              std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  return fail(Error::unknown_word(kind, name, nearest_word(name, names), list_hint(names)));
}

} // namespace

std::span<const std::string_view> format_names() {
  return formats;
}

std::span<const std::string_view> error_format_names() {
  return error_formats;
}

Result<Format> parse_format(std::string_view name) {
  return find_name(formats, "output format", name).map([](std::size_t position) {
    return static_cast<Format>(position);
  });
}

Result<ErrorFormat> parse_error_format(std::string_view name) {
  return find_name(error_formats, "error format", name).map([](std::size_t position) {
    return static_cast<ErrorFormat>(position);
  });
}

} // namespace mrctl::render
