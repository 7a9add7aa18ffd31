#pragma once

#include "mrctl/http/message.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::fuzz {

// Inputs are texts as far as they can be, so that people can write seeds: parts stand between empty
// lines and lines.

// Returns what stands before the mark and what stands behind it; all and nothing where it is not
// there.
inline std::pair<std::string_view, std::string_view> split(std::string_view text,
                                                           std::string_view mark) {
  const auto at = std::min(text.find(mark), text.size());
  return {text.substr(0, at), text.substr(std::min(at + mark.size(), text.size()))};
}

// Reads lines "Name: value"; what has no colon is all name.
inline http::Headers headers_of(std::string_view text) {
  http::Headers headers;
  while (!text.empty()) {
    const auto [line, rest] = split(text, "\n");
    const auto [name, value] = split(line, ": ");
    headers.push_back({std::string(name), std::string(value)});
    text = rest;
  }
  return headers;
}

} // namespace mrctl::fuzz
