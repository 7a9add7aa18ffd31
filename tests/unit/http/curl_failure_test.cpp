#include "../../../src/http/curl_failure.hpp"

#include <doctest/doctest.h>

#include <cerrno>

using namespace mrctl;
using namespace mrctl::http;
using namespace std::chrono_literals;

namespace {

FailedTransfer failed_with(CURLcode code) {
  return {.code = code,
          .method = "POST",
          .url = "https://host.example/api/v1/x",
          .host = "host.example",
          .port = "443",
          .detail = "the details",
          .connect_timeout = 10s,
          .timeout = 60s,
          .largest_response = std::size_t{64} << 20U};
}

FailedTransfer connected(CURLcode code) {
  auto failed = failed_with(code);
  failed.connected = true;
  return failed;
}

FailedTransfer answered(CURLcode code, int status) {
  auto failed = connected(code);
  failed.status = status;
  return failed;
}

Sent sent(const FailedTransfer& failed) {
  return describe_failure(failed).http->sent;
}

std::string message(const FailedTransfer& failed) {
  return describe_failure(failed).message;
}

} // namespace

TEST_CASE("a name that is not found is said with the name") {
  const auto error = describe_failure(failed_with(CURLE_COULDNT_RESOLVE_HOST));
  CHECK(error.message == "could not resolve host host.example");
  CHECK(error.kind == ErrorKind::no_response);
  CHECK(error.hint == "check the base URL and the network");
  CHECK(error.http->operation == "POST https://host.example/api/v1/x");
  CHECK(error.http->attempts == 1);
}

TEST_CASE("a failed connection is said with the system's reason") {
  auto failed = failed_with(CURLE_COULDNT_CONNECT);
  failed.os_error = ECONNREFUSED;
  CHECK(message(failed) == "connection refused by host.example:443");
  failed.os_error = ENETUNREACH;
  CHECK(message(failed) == "cannot connect to host.example:443: Network is unreachable");
  failed.os_error = 0;
  CHECK(message(failed) == "cannot connect to host.example:443: the details");
}

TEST_CASE("a time limit is said by what was waited for") {
  CHECK(message(failed_with(CURLE_OPERATION_TIMEDOUT)) ==
        "no connection to host.example:443 within 10s");
  CHECK(message(connected(CURLE_OPERATION_TIMEDOUT)) == "no answer within 1m");
  CHECK(message(answered(CURLE_OPERATION_TIMEDOUT, 200)) ==
        "the answer was not complete within 1m");
}

TEST_CASE("the shorter limit ends a connection attempt, and zero is no limit") {
  auto failed = failed_with(CURLE_OPERATION_TIMEDOUT);
  failed.timeout = 2s;
  CHECK(message(failed) == "no connection to host.example:443 within 2s");
  failed.timeout = 0s;
  CHECK(message(failed) == "no connection to host.example:443 within 10s");
  failed.connect_timeout = 0s;
  failed.timeout = 2s;
  CHECK(message(failed) == "no connection to host.example:443 within 2s");
}

TEST_CASE("a certificate's fault is said without libcurl's prefix") {
  auto failed = failed_with(CURLE_PEER_FAILED_VERIFICATION);
  failed.detail = "SSL certificate problem: certificate has expired";
  CHECK(message(failed) == "TLS: certificate has expired");
  failed.detail = "SSL: no alternative certificate subject name matches target host name 'x'";
  CHECK(message(failed) ==
        "TLS: no alternative certificate subject name matches target host name 'x'");
}

TEST_CASE("an own root is the advice about an unknown issuer, not about an old certificate") {
  auto failed = failed_with(CURLE_PEER_FAILED_VERIFICATION);
  for (const auto* detail : {"SSL certificate problem: self-signed certificate",
                             "SSL certificate problem: unable to get local issuer certificate"}) {
    failed.detail = detail;
    CHECK(describe_failure(failed).hint.find("--ca-cert") != std::string::npos);
  }
  failed.detail = "SSL certificate problem: certificate has expired";
  CHECK(describe_failure(failed).hint.empty());
}

TEST_CASE("settings that cannot be used are usage errors") {
  CHECK(describe_failure(failed_with(CURLE_SSL_CACERT_BADFILE)).kind == ErrorKind::usage);
  CHECK(describe_failure(failed_with(CURLE_SSL_CERTPROBLEM)).kind == ErrorKind::usage);
}

TEST_CASE("a machine without roots is told what to install, not that a setting is wrong") {
  auto failed = failed_with(CURLE_SSL_CACERT_BADFILE);
  failed.names_roots = false;
  const auto error = describe_failure(failed);
  CHECK(error.kind == ErrorKind::no_response);
  CHECK(error.message == "TLS: this machine has no certificates to trust");
  CHECK(error.hint == "install the package ca-certificates, or name a file with --ca-cert");
}

TEST_CASE("a code without a row is said in libcurl's words") {
  CHECK(message(failed_with(CURLE_INTERFACE_FAILED)) == "the details");
}

TEST_CASE("what fails before there is a connection was not sent") {
  for (const auto code :
       {CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT,
        CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
        CURLE_SSL_CONNECT_ERROR, CURLE_OPERATION_TIMEDOUT, CURLE_SEND_ERROR, CURLE_RECV_ERROR}) {
    CAPTURE(code);
    CHECK(sent(failed_with(code)) == Sent::no);
  }
}

TEST_CASE("what fails on an open connection may have been sent") {
  for (const auto code :
       {CURLE_OPERATION_TIMEDOUT, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING,
        CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_SSL_CONNECT_ERROR, CURLE_WEIRD_SERVER_REPLY,
        CURLE_INTERFACE_FAILED}) {
    CAPTURE(code);
    CHECK(sent(connected(code)) == Sent::unknown);
    CHECK(can_happen_after_sending(code));
  }
}

TEST_CASE("what was answered was sent") {
  CHECK(sent(answered(CURLE_PARTIAL_FILE, 200)) == Sent::yes);
  CHECK(sent(answered(CURLE_OPERATION_TIMEDOUT, 200)) == Sent::yes);
  CHECK(sent(answered(CURLE_FILESIZE_EXCEEDED, 200)) == Sent::yes);
}

TEST_CASE("an interim status is no answer") {
  CHECK(sent(answered(CURLE_RECV_ERROR, 100)) == Sent::unknown);
}

TEST_CASE("who may have changed something is told to look first") {
  auto failed = connected(CURLE_GOT_NOTHING);
  CHECK(describe_failure(failed).hint ==
        "the service may have acted on it: look before sending it again");
  failed.method = "GET";
  CHECK(describe_failure(failed).hint.empty());
}

TEST_CASE("an answer that is too large is said with the limit") {
  CHECK(message(answered(CURLE_FILESIZE_EXCEEDED, 200)) == "the answer is larger than 64 MiB");
}

TEST_CASE("braces in libcurl's words are only braces") {
  auto failed = connected(CURLE_RECV_ERROR);
  failed.detail = "{oops} {0}";
  CHECK(message(failed) == "the connection to host.example:443 broke: {oops} {0}");
}
