#include "mrctl/emulator/options.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

Result<Options> read(const std::vector<std::string>& words) {
  const auto invocation = spec::parse(words);
  REQUIRE_MESSAGE(invocation, invocation.error().error.message);
  return read_options(*invocation);
}

Options options(const std::vector<std::string>& words) {
  auto options = read(words);
  REQUIRE_MESSAGE(options, options.error().message);
  return std::move(*options);
}

std::string refusal(std::vector<std::string> flags) {
  flags.insert(flags.begin(), {"emulator", "serve"});
  const auto options = read(flags);
  REQUIRE_FALSE(options);
  CHECK(options.error().kind == ErrorKind::usage);
  return options.error().message;
}

std::string listens_on(const char* address) {
  const auto parsed = parse_listen_address(address);
  return parsed ? parsed->host + " " + std::to_string(parsed->port) : "refused";
}

} // namespace

TEST_CASE("no flag is needed") {
  const auto serve = options({"emulator", "serve"});
  CHECK(serve.mode == Mode::serve);
  CHECK(serve.listen.host == "127.0.0.1");
  CHECK(serve.listen.port == 8787);
  CHECK(serve.db.empty());
  CHECK(serve.keys.management == Keys{}.management);
  CHECK(serve.latency == Duration{0});
  CHECK(serve.seed == 1);
  CHECK(serve.log == Log::off);
  CHECK(serve.notes == Notes::on);
  const auto exec = options({"emulator", "exec", "--", "env"});
  CHECK(exec.mode == Mode::exec);
  CHECK(exec.listen.port == 0);
}

TEST_CASE("every flag arrives") {
  const auto all = options({"emulator",
                            "exec",
                            "--listen",
                            "[::1]:9000",
                            "--db",
                            "p.db",
                            "--catalogue",
                            "c.json",
                            "--log",
                            "--management-key",
                            "m",
                            "--quiet",
                            "--inference-key",
                            "i",
                            "--latency",
                            "250ms",
                            "--fault",
                            "* * = 500",
                            "--seed",
                            "7",
                            "--",
                            "sh",
                            "-c",
                            "exit 3"});
  CHECK(all.listen.host == "::1");
  CHECK(all.listen.port == 9000);
  CHECK(all.db == "p.db");
  CHECK(all.catalogue == "c.json");
  CHECK(all.keys.management == "m");
  CHECK(all.keys.inference == "i");
  CHECK(all.latency == std::chrono::milliseconds(250));
  REQUIRE(all.faults.size() == 1);
  CHECK(all.faults[0].status == 500);
  CHECK(all.seed == 7);
  CHECK(all.log == Log::requests);
  CHECK(all.notes == Notes::off);
  CHECK(all.command == std::vector<std::string>{"sh", "-c", "exit 3"});
}

TEST_CASE("values that only the emulator can judge are refused by their name") {
  CHECK(options({"emulator", "serve", "--latency", "10m"}).latency == std::chrono::minutes(10));
  CHECK(refusal({"--latency", "600001ms"}).find("10 minutes") != std::string::npos);
  CHECK(refusal({"--fault", "* * = rest"}).find("'rest'") != std::string::npos);
  CHECK(refusal({"--management-key", "a b"}).starts_with("--management-key "));
  CHECK(refusal({"--inference-key", ""}).starts_with("--inference-key "));
  CHECK(refusal({"--management-key", "a", "--inference-key", "a"}).starts_with("--inference-key "));
  CHECK(refusal({"--listen", "example.org:80"}).find("loopback") != std::string::npos);
}

TEST_CASE("only loopback addresses are listened on") {
  CHECK(listens_on("127.0.0.1:0") == "127.0.0.1 0");
  CHECK(listens_on("127.1.2.3:80") == "127.1.2.3 80");
  CHECK(listens_on("localhost:8787") == "127.0.0.1 8787");
  CHECK(listens_on("[::1]:8787") == "::1 8787");
  for (const auto* address :
       {"0.0.0.0:80", "192.168.0.1:80", "[::]:80", "example.org:80", "128.0.0.1:80", "127.0.0.1",
        "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", ":80", "", "127.0.0.1:8x"})
    CHECK_MESSAGE(listens_on(address) == "refused", address);
  CHECK(parse_listen_address("0.0.0.0:80").error().message.find("'0.0.0.0'") != std::string::npos);
}
