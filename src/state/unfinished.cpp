#include "unfinished.hpp"

#include <fmt/format.h>

namespace mrctl::state {

namespace {

constexpr std::string_view beginning = ".unfinished-";

} // namespace

std::string unfinished_file(const std::string& folder, std::size_t index) {
  return fmt::format("{}/{}{}", folder, beginning, index);
}

bool is_unfinished(std::string_view file_name) {
  return file_name.starts_with(beginning);
}

} // namespace mrctl::state
