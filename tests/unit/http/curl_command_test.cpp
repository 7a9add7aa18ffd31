#include "mrctl/http/message.hpp"

#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace mrctl;
using namespace mrctl::http;

namespace {

// Runs the command in a real shell in which curl prints its arguments, one a line in angle
// brackets, then its input where it is told to read it.
std::string run_with_stub(const std::string& command) {
  std::string name = (std::filesystem::temp_directory_path() / "mrctl-curl-XXXXXX").string();
  const int descriptor = mkstemp(name.data());
  REQUIRE(descriptor >= 0);
  std::ofstream(name) << "curl() { printf '<%s>\\n' \"$@\"; case \"$*\" in *@-) cat ;; esac; }\n"
                      << "MRCTL_API_KEY=key-of-the-shell\nexec </dev/null\n"
                      << command;
  std::string out;
  FILE* shell = popen(("sh " + name).c_str(), "r");
  char buffer[4096];
  while (const auto count = fread(buffer, 1, sizeof buffer, shell))
    out.append(buffer, count);
  CHECK(pclose(shell) == 0);
  std::filesystem::remove(name);
  return out;
}

Request post_to_service(std::string body) {
  return {.method = "POST",
          .url = "https://host.example/api/v1/presets/a%20b/chat/completions",
          .headers = {{"Content-Type", "application/json"}},
          .body = std::move(body),
          .key = Secret("sk-mgmt-test-0000")};
}

} // namespace

TEST_CASE("a request reads as a curl command") {
  CHECK(curl_command(post_to_service(R"({"model":"acme/tiny"})")) ==
        R"(curl --request 'POST' 'https://host.example/api/v1/presets/a%20b/chat/completions' \
  --header "Authorization: Bearer $MRCTL_API_KEY" \
  --header 'Content-Type: application/json' \
  --data-raw '{"model":"acme/tiny"}'
)");
}

TEST_CASE("a shell hands every byte of the body on, and the key of its own environment") {
  const std::string body = "{\"it's\": \"$HOME `id` \\\\ \\n \\\" !!\"}\n'\n@file\n";
  CHECK(run_with_stub(curl_command(post_to_service(body))) ==
        "<--request>\n<POST>\n<https://host.example/api/v1/presets/a%20b/chat/completions>\n"
        "<--header>\n<Authorization: Bearer key-of-the-shell>\n"
        "<--header>\n<Content-Type: application/json>\n"
        "<--data-raw>\n<" +
            body + ">\n");
}

TEST_CASE("a body longer than an argument may be goes over the input") {
  const std::string body = "MRCTL_BODY " + std::string(200'000, 'x') + " $HOME 'quoted'";
  const auto out = run_with_stub(curl_command(post_to_service(body)));
  CHECK(out.find("<--data-binary>\n<@->\n") != std::string::npos);
  CHECK(out.substr(out.size() - body.size() - 1) == body + "\n");
}

TEST_CASE("no secret stands in a curl command") {
  auto request = post_to_service("{}");
  request.headers.push_back({"Cookie", "session=secret"});
  const auto command = curl_command(request);
  CHECK(command.find("sk-mgmt") == std::string::npos);
  CHECK(command.find("secret") == std::string::npos);
  CHECK(command.find("'Cookie: [redacted]'") != std::string::npos);
}

TEST_CASE("a key in the body or the URL is in no curl command either") {
  auto request = post_to_service(R"({"metadata":{"k":"sk-mgmt-test-000000000000"}})");
  request.url += "?k=sk%2Dmgmt-test-000000000000";
  request.key = Secret("sk-mgmt-test-000000000000");
  const auto command = curl_command(request);
  CHECK(command.find("mgmt") == std::string::npos);
  CHECK(command.find("$MRCTL_API_KEY") != std::string::npos);
}

TEST_CASE("a request without a body has no data") {
  CHECK(run_with_stub(curl_command({.method = "GET",
                                    .url = "http://127.0.0.1/it's",
                                    .headers = {},
                                    .body = {},
                                    .key = {}})) ==
        "<--request>\n<GET>\n<http://127.0.0.1/it's>\n"
        "<--header>\n<Authorization: Bearer key-of-the-shell>\n");
}
