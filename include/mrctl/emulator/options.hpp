#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/emulator/faults.hpp"
#include "mrctl/emulator/presets.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::emulator {

enum class Mode { serve, exec };
enum class Log { off, requests };
enum class Notes { off, on }; // where the emulator is, and how to stop it

// A loopback address. `host` is an IPv4 or IPv6 address without brackets; port 0 is any free one.
struct ListenAddress {
  std::string host;
  std::uint16_t port = 0;
};

// Accepts "127.0.0.1:8787", "localhost:0", "[::1]:8787". Fails with a usage error for addresses
// that are not loopback.
[[nodiscard]] Result<ListenAddress> parse_listen_address(std::string_view text);

// The options that `mrctl emulator` passes on.
struct Options {
  Mode mode = Mode::serve;
  ListenAddress listen;
  std::string db;        // empty: in memory
  std::string catalogue; // a file; empty: the seeded one
  Keys keys;
  Duration latency{0};
  std::vector<FaultRule> faults;
  std::uint64_t seed = 1;
  Log log = Log::off;
  Notes notes = Notes::on;
  std::vector<std::string> command; // for Mode::exec, at least the program
};

// Reads the JSON object of docs/emulator.md, "The hand-over". Fails with a usage error for unknown
// members, wrong types and invalid values.
[[nodiscard]] Result<Options> parse_options(std::string_view json);

} // namespace mrctl::emulator
