#include "mrctl/emulator/options.hpp"

#include "loopback.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace mrctl::emulator {

namespace {

std::string numeric_host(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  return text == "localhost" ? "127.0.0.1" : std::string(text);
}

std::optional<std::uint16_t> port_of(std::string_view text) {
  std::uint16_t port = 0;
  const auto* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, port);
  if (text.empty() || error != std::errc{} || stop != end) return std::nullopt;
  return port;
}

} // namespace

Result<ListenAddress> parse_listen_address(std::string_view text) {
  const auto colon = text.rfind(':');
  const auto port =
      colon == std::string_view::npos ? std::nullopt : port_of(text.substr(colon + 1));
  if (!port)
    return fail(Error::usage(fmt::format("'{}' is not an address to listen on", text),
                             "use a loopback address and a port, such as 127.0.0.1:8787"));
  auto host = numeric_host(text.substr(0, colon));
  if (!is_loopback_address(host))
    return fail(Error::usage(
        fmt::format("the emulator listens on loopback addresses only, not on '{}'", host),
        "127.0.0.1, ::1 and localhost are such addresses"));
  return ListenAddress{std::move(host), *port};
}

} // namespace mrctl::emulator
