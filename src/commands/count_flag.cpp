#include "count_flag.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <system_error>

namespace mrctl::commands {

using session::Context;

Result<std::optional<std::size_t>> read_count(const Context& context, std::string_view flag,
                                              std::size_t least) {
  constexpr std::size_t most_digits = 18;
  const auto text = context.invocation.value(flag);
  if (!text) return std::nullopt;
  std::size_t count = 0;
  const auto* end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, count);
  const bool is_count = error == std::errc{} && stop == end && text->size() <= most_digits;
  if (is_count && count >= least) return count;
  return fail(
      Error::usage(fmt::format("{} must be a whole number from {}, got '{}'", flag, least, *text)));
}

} // namespace mrctl::commands
