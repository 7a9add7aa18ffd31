#include "target.hpp"

#include "mrctl/base/percent_encoding.hpp"
#include "mrctl/emulator/handle.hpp"

#include <algorithm>

namespace mrctl::emulator {

namespace {

std::optional<std::string> decoded(std::string_view segment) {
  std::string out;
  for (std::size_t i = 0; i < segment.size(); ++i) {
    if (segment[i] != '%') {
      out += segment[i];
      continue;
    }
    const auto byte = escaped_byte(segment.substr(i));
    if (!byte) return std::nullopt;
    out += *byte;
    i += 2;
  }
  return out;
}

} // namespace

std::optional<std::string_view> path_behind_prefix(std::string_view target) {
  const auto path = target.substr(0, target.find('?'));
  if (!path.starts_with(api_prefix)) return std::nullopt;
  const auto rest = path.substr(api_prefix.size());
  if (!rest.starts_with('/')) return std::nullopt;
  return rest;
}

std::optional<std::vector<std::string>> path_segments(std::string_view path) {
  std::vector<std::string> segments;
  while (path.starts_with('/')) {
    const auto end = std::min(path.find('/', 1), path.size());
    auto segment = decoded(path.substr(1, end - 1));
    if (!segment) return std::nullopt;
    segments.push_back(std::move(*segment));
    path.remove_prefix(end);
  }
  return segments;
}

} // namespace mrctl::emulator
