#include "at_least.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

namespace mrctl::commands {

using session::Context;

Result<std::optional<std::size_t>> read_at_least(const Context& context) {
  const auto text = context.invocation.value("--at-least");
  if (!text) return std::nullopt;
  std::size_t count = 0;
  const auto* end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, count);
  if (error == std::errc{} && stop == end) return count;
  return fail(
      Error::usage(fmt::format("--at-least must be a whole number from 0, got '{}'", *text)));
}

} // namespace mrctl::commands
