#include "mrctl/emulator/options.hpp"

#include "mrctl/base/host.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <utility>

namespace mrctl::emulator {

namespace {

constexpr std::chrono::minutes longest_latency{10};

// A key travels in a header and in a line for the shell.
bool is_usable_key(std::string_view key) {
  return !key.empty() && std::ranges::all_of(key, is_visible_ascii);
}

Status check(const Options& options) {
  const auto must_be = [](std::string_view flag, std::string_view what) {
    return fail(Error::usage(fmt::format("{} must be {}", flag, what)));
  };
  const auto& [management, inference] = options.keys;
  if (!is_usable_key(management)) return must_be("--management-key", "visible ASCII characters");
  if (!is_usable_key(inference)) return must_be("--inference-key", "visible ASCII characters");
  if (management == inference)
    return must_be("--inference-key", "a key other than the management key");
  if (options.latency > longest_latency) return must_be("--latency", "at most 10 minutes");
  return {};
}

} // namespace

Result<Options> read_options(const spec::Invocation& invocation) {
  const auto& flags = invocation.flags;
  Options options;
  options.mode = invocation.command->verb == "exec" ? Mode::exec : Mode::serve;
  const auto* default_listen = options.mode == Mode::serve ? "127.0.0.1:8787" : "127.0.0.1:0";
  TRY_ASSIGN(options.listen, parse_listen_address(flags.listen.value_or(default_listen)));
  options.db = flags.db.value_or("");
  options.catalogue = flags.catalogue.value_or("");
  options.keys.management = flags.management_key.value_or(options.keys.management);
  options.keys.inference = flags.inference_key.value_or(options.keys.inference);
  options.latency = flags.latency.value_or(Duration{0});
  TRY(check(options));
  for (const auto& text : flags.fault) {
    TRY_ASSIGN(auto rule, parse_fault_rule(text));
    options.faults.push_back(std::move(rule));
  }
  options.seed = flags.seed.value_or(1);
  options.reads = flags.reads ? Reads::answered : Reads::refused;
  options.log = flags.log ? Log::requests : Log::off;
  options.notes = flags.quiet ? Notes::off : Notes::on;
  options.command = invocation.arguments;
  return options;
}

Result<ListenAddress> parse_listen_address(std::string_view text) {
  if (const auto scheme = text.find("://"); scheme != text.npos)
    return fail(Error::usage(fmt::format("'{}' is not an address to listen on", text),
                             fmt::format("leave out '{}'", text.substr(0, scheme + 3))));
  const auto colon = text.rfind(':');
  const auto port = colon == std::string_view::npos
                        ? std::nullopt
                        : number_in<std::uint16_t>(text.substr(colon + 1));
  if (!port)
    return fail(
        Error::usage(fmt::format("'{}' is not an address to listen on", text),
                     "use a loopback address and a port from 0 to 65535, such as 127.0.0.1:8787"));
  auto host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (host == "localhost") host = "127.0.0.1";
  if (!is_loopback(host))
    return fail(Error::usage(
        fmt::format("the emulator listens on loopback addresses only, not on '{}'", host),
        "127.0.0.1, ::1 and localhost are such addresses"));
  return ListenAddress{std::string(host), *port};
}

bool is_shell_for_people(const std::vector<std::string>& command) {
  constexpr std::array<std::string_view, 7> shells{"sh",  "bash", "dash", "ksh",
                                                   "zsh", "fish", "tcsh"};
  const auto name = after_last(command.front(), "/");
  // "-i" and "--norc", but not "-c" or "-lc", which are followed by a command.
  const auto is_option_without_command = [](std::string_view argument) {
    if (argument.starts_with("--")) return argument != "--command";
    return argument.starts_with('-') && argument.find('c') == std::string_view::npos;
  };
  return contains(shells, name) &&
         std::all_of(command.begin() + 1, command.end(), is_option_without_command);
}

} // namespace mrctl::emulator
