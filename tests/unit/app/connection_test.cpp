#include "mrctl/base/list.hpp"
#include "mrctl/spec/invocation.hpp"

#include "../../../src/app/connection.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::app;
using commands::Repeat;

namespace {

class NoTransport final : public http::Transport {
public:
  std::unique_ptr<http::Batch> begin(std::size_t /*requests*/) override { return nullptr; }
};

// One command line, and what it makes of the settings that it is given.
struct Asked {
  std::vector<std::string> words;
  config::Environment environment{
      {{"MRCTL_BASE_URL", "http://127.0.0.1:9/api/v1"}, {"MRCTL_API_KEY", "sk-mgmt-test-0000"}}};
  Repeat repeat = Repeat::safe;

  std::optional<http::Options> options{};
  std::vector<std::string> warnings{};
  std::vector<std::string> secrets{};

  Status connect() {
    std::vector<std::string> line{"endpoints", "list", "acme/tiny"};
    append(line, words);
    const auto invocation = spec::parse(line);
    REQUIRE(invocation.has_value());
    auto settings = config::load(invocation->settings, environment);
    if (!settings) return fail(settings.error());
    const auto learn = [&](const Secret& secret) { secrets.emplace_back(secret.reveal()); };
    const WayToService way{
        .settings = *settings,
        .environment = environment,
        .make_transport = [&](http::Options made) -> Result<std::unique_ptr<http::Transport>> {
          options = std::move(made);
          return std::make_unique<NoTransport>();
        },
        .learn_secret = learn,
        .learn_key = learn,
        .warn = [&](const Problem& warning) { warnings.push_back(warning.message); }};
    auto connection = app::connect(way, {.need = spec::KeyNeed::optional, .repeat = repeat});
    if (!connection) return fail(connection.error());
    return {};
  }

  http::Options connected() {
    const auto done = connect();
    REQUIRE_MESSAGE(done.has_value(), done.error().message);
    return *options;
  }

  [[nodiscard]] bool knows(std::string_view secret) const {
    return std::find(secrets.begin(), secrets.end(), secret) != secrets.end();
  }
};

} // namespace

TEST_CASE("eight requests are on the way at once unless --jobs says otherwise") {
  CHECK(Asked{{}}.connected().parallel == 8);
  CHECK(Asked{{"--jobs", "1"}}.connected().parallel == 1);
  CHECK(Asked{{"--jobs", "100"}}.connected().parallel == 100);
  Asked desk{{"--jobs", "0"}};
  CHECK(desk.connect().error().message == "--jobs must be a whole number from 1 to 100, got '0'");
}

TEST_CASE("--insecure warns every time, and nothing else does") {
  Asked insecure{{"--insecure"}};
  CHECK(insecure.connected().trust == http::Trust::insecure);
  CHECK(insecure.warnings ==
        std::vector<std::string>{
            "certificates are not checked, and the key may be sent over plain http"});
  Asked usual{{}};
  CHECK(usual.connected().trust == http::Trust::verified);
  CHECK(usual.warnings.empty());
}

TEST_CASE("what may change something is sent again only on request") {
  const auto retries = [](std::vector<std::string> words, Repeat repeat) {
    Asked desk{std::move(words)};
    desk.repeat = repeat;
    return desk.connected().retries;
  };
  CHECK(retries({}, Repeat::safe) == 2);
  CHECK(retries({}, Repeat::on_request) == 0);
  CHECK(retries({"--retries", "3"}, Repeat::on_request) == 3);
  CHECK(retries({"--retries", "0"}, Repeat::safe) == 0);
}

TEST_CASE("zero is no time limit") {
  const auto options = Asked{{"--timeout", "0", "--connect-timeout", "0"}}.connected();
  CHECK(options.timeout.count() == 0);
  CHECK(options.connect_timeout.count() == 0);
}

TEST_CASE("the key and the passwords of proxies are made known before anything is sent") {
  Asked desk{{"--proxy", "http://me:hunter%402@proxy.example"}};
  desk.environment.variables["https_proxy"] = "http://you:swordfish@other.example";
  desk.environment.variables["HTTP_PROXY"] = "http://nobody:ignored@other.example";
  const auto options = desk.connected();
  for (const auto* secret : {"sk-mgmt-test-0000", "hunter%402", "hunter@2", "me:hunter%402",
                             "me:hunter@2", "swordfish", "you:swordfish"}) {
    CAPTURE(secret);
    CHECK(desk.knows(secret));
  }
  CHECK_FALSE(desk.knows("ignored"));
  CHECK(options.secrets.size() == 6);
  CHECK(options.proxy == "http://me:hunter%402@proxy.example");
}

TEST_CASE("proxies and exceptions come from the variables that curl reads") {
  struct Row {
    const char* variable;
    std::string http_proxy;
    std::string https_proxy;
    std::string no_proxy;
  };
  const std::string text = "http://proxy.example:3128";
  for (const Row& row : {
           Row{"http_proxy", text, "", ""},
           Row{"HTTP_PROXY", "", "", ""},
           Row{"https_proxy", "", text, ""},
           Row{"HTTPS_PROXY", "", text, ""},
           Row{"all_proxy", text, text, ""},
           Row{"ALL_PROXY", text, text, ""},
           Row{"no_proxy", "", "", text},
           Row{"NO_PROXY", "", "", text},
       }) {
    CAPTURE(row.variable);
    Asked desk{{}};
    desk.environment.variables[row.variable] = text;
    const auto options = desk.connected();
    CHECK(options.http_proxy == row.http_proxy);
    CHECK(options.https_proxy == row.https_proxy);
    CHECK(options.no_proxy == row.no_proxy);
  }
}

TEST_CASE("a proxy of the environment is checked only if requests go through it") {
  Asked asked{{}};
  asked.environment.variables["MRCTL_BASE_URL"] = "https://router.example/api/v1";
  asked.environment.variables["HTTPS_PROXY"] = "http://u@x:p@proxy.example:3128";
  const auto refused = asked.connect();
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().message.starts_with("HTTPS_PROXY has a user name or password"));
  for (const auto* exceptions : {"*", "router.example", ".example"}) {
    CAPTURE(exceptions);
    asked.environment.variables["NO_PROXY"] = exceptions;
    CHECK(asked.connect().has_value());
  }
  asked.environment.variables["NO_PROXY"] = "other.example";
  CHECK_FALSE(asked.connect().has_value());
}

TEST_CASE("a proxy without a password has no secret") {
  for (const auto* proxy : {"http://proxy.example:3128", "proxy.example", "http://me@proxy.example",
                            "http://me:abc@proxy.example/"}) {
    CAPTURE(proxy);
    Asked desk{{"--proxy", proxy}};
    const auto secrets = desk.connected().secrets;
    CHECK(std::none_of(secrets.begin(), secrets.end(),
                       [](const Secret& secret) { return secret.reveal() == "abc"; }));
  }
}

TEST_CASE("a certificate file that is missing is refused also over plain http") {
  const auto refused = Asked{{"--ca-cert", "/nowhere/ca.pem"}}.connect();
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().kind == ErrorKind::usage);
  CHECK(refused.error().hint == "check the file name from --ca-cert");
}

TEST_CASE("roots come from the flag and the variables that curl and OpenSSL read") {
  Asked desk{{"--ca-cert", "/dev/null"}};
  desk.environment.variables["SSL_CERT_FILE"] = "/variable.pem";
  desk.environment.variables["SSL_CERT_DIR"] = "/folder";
  auto options = desk.connected();
  CHECK(options.ca_cert == "/dev/null");
  CHECK(options.ca_file == "/variable.pem");
  CHECK(options.ca_folder == "/folder");
  desk.environment.variables["CURL_CA_BUNDLE"] = "/bundle.pem";
  CHECK(desk.connected().ca_file == "/bundle.pem");
}
