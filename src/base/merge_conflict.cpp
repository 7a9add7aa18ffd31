#include "mrctl/base/merge_conflict.hpp"

#include "mrctl/base/text.hpp"

namespace mrctl {

std::optional<std::size_t> find_merge_conflict(std::string_view text, std::string_view markers) {
  constexpr std::size_t width = 7;
  for (std::size_t at = 0; at < text.size();) {
    const auto line = text.substr(at, text.find('\n', at) - at);
    const auto word = line.substr(0, line.find_first_of(white_space));
    // Prompts tell models to write edits as "<<<<<<< SEARCH", "=======" and ">>>>>>> REPLACE".
    const auto label = trimmed(line.substr(word.size()), white_space);
    if (word.size() == width && markers.find(word) != std::string_view::npos && label != "SEARCH" &&
        label != "REPLACE")
      return at;
    at += line.size() + 1;
  }
  return std::nullopt;
}

} // namespace mrctl
