#include "mrctl/emulator/options.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

Options options(const char* json) {
  auto parsed = parse_options(json);
  REQUIRE_MESSAGE(parsed, parsed.error().message);
  return std::move(*parsed);
}

std::string refusal(const char* json) {
  const auto parsed = parse_options(json);
  REQUIRE_FALSE_MESSAGE(parsed, json);
  CHECK(parsed.error().kind == ErrorKind::usage);
  return parsed.error().message;
}

std::string listens_on(const char* address) {
  const auto parsed = parse_listen_address(address);
  return parsed ? parsed->host + " " + std::to_string(parsed->port) : "refused";
}

} // namespace

TEST_CASE("the mode is enough") {
  const auto serve = options(R"({"mode":"serve"})");
  CHECK(serve.mode == Mode::serve);
  CHECK(serve.listen.host == "127.0.0.1");
  CHECK(serve.listen.port == 8787);
  CHECK(serve.db.empty());
  CHECK(serve.keys.management == Keys{}.management);
  CHECK(serve.latency == Duration{0});
  CHECK(serve.seed == 1);
  CHECK(serve.log == Log::off);
  CHECK(serve.notes == Notes::on);
  const auto exec = options(R"({"mode":"exec","command":["env"]})");
  CHECK(exec.mode == Mode::exec);
  CHECK(exec.listen.port == 0);
}

TEST_CASE("every option arrives") {
  const auto all = options(R"({"mode":"exec","listen":"[::1]:9000","db":"p.db","catalogue":"c.json",
      "management_key":"m","inference_key":"i","latency_ms":250,"faults":["* * = 500"],"seed":7,"log":true,"quiet":true,
      "command":["sh","-c","exit 3"]})");
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

TEST_CASE("options that are wrong are refused by their name") {
  CHECK(refusal("x").find("are not JSON") != std::string::npos);
  CHECK(refusal("[]") == "the emulator's options must be a JSON object");
  CHECK(refusal("{}") == R"(the emulator's option 'mode' must be "serve" or "exec")");
  CHECK(refusal(R"({"mode":"run"})") ==
        R"(the emulator's option 'mode' must be "serve" or "exec")");
  CHECK(refusal(R"({"mode":"serve","sed":1})") == "unknown emulator option 'sed'");
  CHECK(refusal(R"({"mode":"serve","seed":-1})") ==
        "the emulator's option 'seed' must be a whole number");
  CHECK(refusal(R"({"mode":"serve","log":1})") ==
        "the emulator's option 'log' must be true or false");
  CHECK(refusal(R"({"mode":"serve","db":1})") == "the emulator's option 'db' must be a string");
  CHECK(refusal(R"({"mode":"serve","latency_ms":600001})") ==
        "the emulator's option 'latency_ms' must be at most 10 minutes");
  CHECK(refusal(R"({"mode":"serve","faults":[1]})") ==
        "the emulator's option 'faults' must be an array of strings");
  CHECK(refusal(R"({"mode":"serve","faults":["* * = rest"]})").find("unknown outcome 'rest'") !=
        std::string::npos);
  CHECK(refusal(R"({"mode":"serve","management_key":"a b"})") ==
        "the emulator's option 'management_key' must be visible ASCII characters");
  CHECK(refusal(R"({"mode":"serve","management_key":"a","inference_key":"a"})") ==
        "the emulator's option 'inference_key' must be a key other than the management key");
  CHECK(refusal(R"({"mode":"exec"})") ==
        "the emulator's option 'command' must be a program and its arguments");
  CHECK(parse_options(R"({"mode":"serve","sed":1})").error().hint == "did you mean 'seed'?");
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
  CHECK(parse_listen_address("0.0.0.0:80").error().message ==
        "the emulator listens on loopback addresses only, not on '0.0.0.0'");
}
