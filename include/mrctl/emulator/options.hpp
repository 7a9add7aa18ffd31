#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/emulator/faults.hpp"
#include "mrctl/emulator/presets.hpp"
#include "mrctl/spec/invocation.hpp"

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

struct Options {
  Mode mode = Mode::serve;
  ListenAddress listen;
  std::string db;        // empty: in memory
  std::string catalogue; // a file; empty: the seeded one
  Keys keys;
  Duration latency{0};
  std::vector<FaultRule> faults;
  std::uint64_t seed = 1;
  Reads reads = Reads::refused;
  Log log = Log::off;
  Notes notes = Notes::on;
  std::vector<std::string> command; // for Mode::exec, at least the program
};

// Reads the flags of `mrctl emulator serve` or `exec`. Fails with a usage error for values that
// only the emulator can judge: addresses, keys, the latency and fault rules.
[[nodiscard]] Result<Options> read_options(const spec::Invocation& invocation);

// Returns whether the command is an interactive shell: "bash", "zsh -f", but neither "sh -c true"
// nor "bash script.sh".
[[nodiscard]] bool is_shell_for_people(const std::vector<std::string>& command);

} // namespace mrctl::emulator
