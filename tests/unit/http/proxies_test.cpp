#include "mrctl/base/error.hpp"
#include "mrctl/http/curl_transport.hpp"

#include "loopback_server.hpp"
#include "one_exchange.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <tuple>

using namespace mrctl;
using namespace mrctl::http;
using namespace mrctl::test;
using namespace std::chrono_literals;

TEST_CASE("a proxy that refuses to connect is no answer, and nothing was sent") {
  struct Row {
    const char* status;
    const char* message;
  };
  for (const Row& row :
       {Row{"403 Forbidden", "the proxy does not connect to service.invalid:443 (it answered 403)"},
        Row{"407 Who", "the proxy requires a user name and a password (407)"},
        Row{"502 Bad", "the proxy does not connect to service.invalid:443 (it answered 502)"}}) {
    CAPTURE(row.status);
    const LoopbackServer proxy(always(response_text(row.status, "", "<html>")));
    Options options;
    options.proxy = proxy.url("");
    const auto result = send_one(post("https://service.invalid/x", "{}"), options);
    REQUIRE_FALSE(result);
    CHECK(result.error().kind == ErrorKind::no_response);
    CHECK(result.error().message == row.message);
    CHECK(sent(result) == Sent::no);
    CHECK(contains(proxy.requests().front(), "CONNECT service.invalid:443 HTTP/1.1"));
    CHECK_FALSE(contains(proxy.requests().front(), key_text));
  }
}

TEST_CASE("a proxy that hangs up during its tunnel's TLS got nothing of the request") {
  const LoopbackServer proxy(always("HTTP/1.1 200 Connected\r\n\r\n"));
  Options options;
  options.proxy = proxy.url("");
  const auto result = send_one(post("https://service.invalid/x", "{}"), options);
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::no_response);
  CHECK(sent(result) == Sent::no);
}

TEST_CASE("a proxy that never opens the tunnel is said to be the reason") {
  const LoopbackServer proxy(never_answer);
  Options options;
  options.proxy = proxy.url("");
  options.timeout = 300ms;
  const auto result = send_one(post("https://service.invalid/x", "{}"), options);
  REQUIRE_FALSE(result);
  CHECK(result.error().message == "the proxy did not connect to service.invalid:443 within 300ms");
  CHECK(sent(result) == Sent::no);
}

TEST_CASE("a proxy where nobody listens is not taken for the service") {
  std::string url;
  {
    const LoopbackServer gone(never_answer);
    url = gone.url("");
  }
  Options options;
  options.proxy = url;
  const auto result = send_one(get("http://service.invalid/x"), options);
  REQUIRE_FALSE(result);
  CHECK(result.error().message == "connection refused by the proxy " + url.substr(7));
}

TEST_CASE("the proxies of the environment are read as curl reads them") {
  const LoopbackServer proxy(always(response_text("200 OK", "", "proxy")));
  const auto goes_through = [&](const char* variable, const std::string& url) {
    const auto before = proxy.requests().size();
    setenv(variable, proxy.url("").c_str(), 1);
    Options options;
    options.timeout = 5s;
    std::ignore = send_one(get(url), options);
    unsetenv(variable);
    return proxy.requests().size() > before;
  };
  for (const auto* variable : {"http_proxy", "all_proxy", "ALL_PROXY"}) {
    CAPTURE(variable);
    CHECK(goes_through(variable, "http://service.invalid/x"));
  }
  // A web server hands the Proxy header of a request to its programs under this name.
  CHECK_FALSE(goes_through("HTTP_PROXY", "http://service.invalid/x"));
  for (const auto* variable : {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"}) {
    CAPTURE(variable);
    CHECK(goes_through(variable, "https://service.invalid/x"));
  }
  for (const auto* exception : {"no_proxy", "NO_PROXY"}) {
    CAPTURE(exception);
    setenv(exception, "other.example,service.invalid", 1);
    CHECK_FALSE(goes_through("all_proxy", "http://service.invalid/x"));
    unsetenv(exception);
  }
}

TEST_CASE("this machine is not reached through the environment's proxy") {
  const LoopbackServer proxy(always(response_text("200 OK", "", "proxy")));
  const LoopbackServer server(always(response_text("200 OK", "", "server")));
  setenv("http_proxy", proxy.url("").c_str(), 1);
  const auto direct = send_one(get(server.url("/x")));
  const auto relayed = send_one(get("http://host.invalid/x"));
  unsetenv("http_proxy");
  REQUIRE(direct);
  CHECK(direct->response.body == "server");
  REQUIRE(relayed);
  CHECK(relayed->response.body == "proxy");
}
