#include "mrctl/spec/slug.hpp"

#include "mrctl/base/ascii.hpp"

#include <algorithm>

namespace mrctl::spec {

bool is_slug(std::string_view text) {
  constexpr std::string_view marks = "-._~";
  return !text.empty() && text != "." && text != ".." &&
         std::all_of(text.begin(), text.end(), [&](char c) {
           return is_alphanumeric(c) || marks.find(c) != std::string_view::npos;
         });
}

} // namespace mrctl::spec
