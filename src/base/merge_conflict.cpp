#include "mrctl/base/merge_conflict.hpp"

#include "mrctl/base/text.hpp"

#include <algorithm>

namespace mrctl {

std::optional<std::size_t> find_merge_conflict(std::string_view text) {
  constexpr std::string_view markers = "<<<<<<< ======= >>>>>>>";
  constexpr std::size_t width = 7;
  for (std::size_t at = 0; at < text.size();) {
    const auto line = text.substr(at, width + 1);
    const auto word = line.substr(0, line.find_first_of(white_space));
    if (word.size() == width && markers.find(word) != std::string_view::npos) return at;
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  }
  return std::nullopt;
}

} // namespace mrctl
