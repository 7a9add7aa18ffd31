#include "mrctl/http/curl_transport.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::http;

namespace {

Status made_with(Options options) {
  auto transport = make_curl_transport(std::move(options));
  if (!transport) return fail(transport.error());
  return {};
}

Status made_with_proxy(std::string proxy) {
  Options options;
  options.proxy = std::move(proxy);
  return made_with(std::move(options));
}

Status made_with_certificate(std::string certificate, std::string key) {
  Options options;
  options.client_cert = std::move(certificate);
  options.client_key = std::move(key);
  return made_with(std::move(options));
}

} // namespace

TEST_CASE("a proxy is a URL of one of the schemes that libcurl goes through, or a bare host") {
  for (const auto* proxy :
       {"http://proxy.example:3128", "https://proxy.example", "socks4://127.0.0.1:1080",
        "socks4a://proxy.example", "socks5://[::1]:1080", "socks5h://me:secret@proxy.example",
        "proxy.example:3128", "me:secret@proxy.example", "HTTP://proxy.example"}) {
    CAPTURE(proxy);
    CHECK(made_with_proxy(proxy).has_value());
  }
}

TEST_CASE("a proxy that cannot be used is a usage error that shows no password") {
  for (const auto* proxy : {"ftp://me:hunter2@proxy.example", "http://", "http://me:hunter2@",
                            "http://me:hunter2@proxy.example:99999", "http://me:hun ter2@a b/",
                            "gopher://proxy.example", "://"}) {
    CAPTURE(proxy);
    const auto made = made_with_proxy(proxy);
    REQUIRE_FALSE(made.has_value());
    CHECK(made.error().kind == ErrorKind::usage);
    CHECK(made.error().message == "the proxy is not a valid URL");
    CHECK(made.error().hint.find("ter2") == std::string::npos);
  }
}

TEST_CASE("an encrypted key of a client is refused in words, since nobody can be asked") {
  const TemporaryFolder folder;
  const auto certificate = folder.write("cert.pem", "-----BEGIN CERTIFICATE-----\n");
  for (const auto* text :
       {"-----BEGIN ENCRYPTED PRIVATE KEY-----\n",
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n"}) {
    CAPTURE(text);
    const auto key = folder.write("key.pem", text);
    const auto made = made_with_certificate(certificate, key);
    REQUIRE_FALSE(made.has_value());
    CHECK(made.error().kind == ErrorKind::usage);
    CHECK(made.error().message == "the private key in " + key + " is encrypted");
    CHECK_FALSE(made_with_certificate(key, "").has_value());
  }
}

TEST_CASE("the files of a client's certificate are looked for before anything is sent") {
  const TemporaryFolder folder;
  const auto pem = folder.write("pair.pem", "-----BEGIN CERTIFICATE-----\n");
  CHECK(made_with_certificate(pem, "").has_value());
  CHECK(made_with_certificate(pem, pem).has_value());
  for (const auto& made : {made_with_certificate(folder / "none.pem", ""),
                           made_with_certificate(pem, folder / "none.pem")}) {
    REQUIRE_FALSE(made.has_value());
    CHECK(made.error().kind == ErrorKind::usage);
    CHECK(made.error().message.find("none.pem") != std::string::npos);
  }
}

TEST_CASE("a client's key needs a certificate") {
  const auto made = made_with_certificate("", "/some/key.pem");
  REQUIRE_FALSE(made.has_value());
  CHECK(made.error().message == "a client key requires its certificate");
  CHECK(made.error().hint == "name it with --client-cert");
}
