#pragma once

#include <string_view>

namespace mrctl {

// What begins the authority of a URL.
inline constexpr std::string_view authority_mark = "://";

// Returns "user:password" of "http://user:password@host:3128", with or without the scheme; empty if
// there is none. A password that should have been encoded may hold anything, slashes too: the last
// '@' counts.
[[nodiscard]] constexpr std::string_view user_information(std::string_view url) {
  if (const auto mark = url.find(authority_mark); mark != std::string_view::npos)
    url.remove_prefix(mark + authority_mark.size());
  const auto end = url.rfind('@');
  return end == std::string_view::npos ? std::string_view() : url.substr(0, end);
}

} // namespace mrctl
