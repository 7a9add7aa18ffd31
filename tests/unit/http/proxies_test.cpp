#include "mrctl/base/error.hpp"
#include "mrctl/http/curl_transport.hpp"

#include "../../../src/http/easy_options.hpp"
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

TEST_CASE("the environment's proxy is chosen by the scheme of the service") {
  Options options;
  options.http_proxy = "http://plain.example:3128";
  options.https_proxy = "http://tunnel.example:3128";
  CHECK(proxy_for(options, "http", "service.example") == options.http_proxy);
  CHECK(proxy_for(options, "https", "service.example") == options.https_proxy);
  options.proxy = "socks5h://asked.example";
  CHECK(proxy_for(options, "http", "service.example") == options.proxy);
}

TEST_CASE("hosts without a proxy are named as for curl") {
  struct Row {
    const char* list;
    const char* host;
    bool is_listed;
  };
  for (const Row& row : {
           Row{"*", "service.example", true},
           Row{" * ", "service.example", true},
           Row{"*,x.example", "service.example", false},
           Row{"service.example", "service.example", true},
           Row{"SERVICE.example.", "service.EXAMPLE", true},
           Row{"service.example", "service.example.", true},
           Row{"service.example", "api.service.example", true},
           Row{".service.example", "api.service.example", true},
           Row{".service.example", "service.example", true},
           Row{"service.example", "notservice.example", false},
           Row{"service.example", "service", false},
           Row{"other.example, service.example", "service.example", true},
           Row{"other.example service.example", "service.example", true},
           Row{"", "service.example", false},
           Row{" , ,", "service.example", false},
           Row{".", "service.example", false},
           Row{"192.0.2.7", "192.0.2.7", true},
           Row{"192.0.2.7", "192.0.2.70", false},
           Row{"2.7", "192.0.2.7", false},
           Row{"192.0.2.0/24", "192.0.2.7", true},
           Row{"192.0.2.0/25", "192.0.2.200", false},
           Row{"0.0.0.0/0", "192.0.2.7", true},
           Row{"192.0.2.7/33", "192.0.2.7", false},
           Row{"192.0.2.7/", "192.0.2.7", false},
           Row{"192.0.2.7/x", "192.0.2.7", false},
           Row{"2001:db8::1", "[2001:db8::1]", true},
           Row{"2001:db8::/32", "[2001:db8:7::1]", true},
           Row{"2001:db8::/32", "[2001:db9::1]", false},
           Row{"0.0.0.0/0", "[2001:db8::1]", false},
       }) {
    CAPTURE(row.list);
    CAPTURE(row.host);
    for (const auto& asked : {"", "http://asked.example"}) {
      Options options;
      options.proxy = asked;
      options.https_proxy = "http://proxy.example:3128";
      options.no_proxy = row.list;
      CHECK(proxy_for(options, "https", row.host).empty() == row.is_listed);
    }
  }
}

TEST_CASE("people are told the place of a proxy and not its user") {
  CHECK(place_of_proxy("http://me:a/b@proxy.example:3128/") == "proxy.example:3128");
  CHECK(place_of_proxy("socks5h://proxy.example") == "proxy.example");
  CHECK(place_of_proxy("me:secret@proxy.example:3128") == "proxy.example:3128");
  CHECK(place_of_proxy("[::1]:3128") == "[::1]:3128");
  CHECK(place_of_proxy("").empty());
}

TEST_CASE("the environment is left to whoever reads it") {
  const LoopbackServer proxy(always(response_text("200 OK", "", "proxy")));
  setenv("http_proxy", proxy.url("").c_str(), 1);
  Options options;
  options.timeout = 5s;
  std::ignore = send_one(get("http://service.invalid/x"), options);
  CHECK(proxy.requests().empty());
  options.http_proxy = proxy.url("");
  setenv("no_proxy", "*", 1);
  std::ignore = send_one(get("http://service.invalid/x"), options);
  CHECK(proxy.requests().size() == 1);
  unsetenv("no_proxy");
  unsetenv("http_proxy");
}

TEST_CASE("this machine is not reached through the environment's proxy") {
  const LoopbackServer proxy(always(response_text("200 OK", "", "proxy")));
  const LoopbackServer server(always(response_text("200 OK", "", "server")));
  Options options;
  options.http_proxy = proxy.url("");
  const auto direct = send_one(get(server.url("/x")), options);
  const auto relayed = send_one(get("http://host.invalid/x"), options);
  REQUIRE(direct);
  CHECK(direct->response.body == "server");
  REQUIRE(relayed);
  CHECK(relayed->response.body == "proxy");
}
