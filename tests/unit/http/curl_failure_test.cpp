#include "mrctl/base/error.hpp"

#include "../../../src/http/curl_failure.hpp"

#include <doctest/doctest.h>

#include <cerrno>
#include <string>
#include <string_view>

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
  failed.phase = Phase::exchanging;
  return failed;
}

FailedTransfer answered(CURLcode code, int status) {
  auto failed = connected(code);
  failed.status = status;
  failed.phase = Phase::answered;
  return failed;
}

FailedTransfer with_detail(FailedTransfer failed, const char* detail) {
  failed.detail = detail;
  return failed;
}

Sent sent(const FailedTransfer& failed) {
  return describe_failure(failed).http->sent;
}

// Checks that the message or the hint names something.
void names(const FailedTransfer& failed, std::string_view part) {
  const auto error = describe_failure(failed);
  const auto said = error.message + "; " + error.hint;
  CAPTURE(said);
  CHECK(said.find(part) != std::string::npos);
}

} // namespace

TEST_CASE("a connection that fails is said with who failed, and with the system's reason") {
  auto failed = failed_with(CURLE_COULDNT_RESOLVE_HOST);
  names(failed, "host.example");
  CHECK(describe_failure(failed).kind == ErrorKind::no_response);
  CHECK(describe_failure(failed).http->operation == "POST https://host.example/api/v1/x");
  CHECK(describe_failure(failed).http->attempts == 1);
  failed = failed_with(CURLE_COULDNT_CONNECT);
  names(failed, "host.example:443: the details");
  failed.most_open_files = 5; // libcurl says no more than that it cannot connect
  names(failed, "at most 5 files");
  failed.os_error = ECONNREFUSED;
  names(failed, "refused by host.example:443");
  failed.os_error = ENETUNREACH;
  names(failed, "host.example:443: Network is unreachable");
}

TEST_CASE("a time limit is said by what was waited for; the shorter one ends a connection") {
  names(connected(CURLE_OPERATION_TIMEDOUT), "no answer within 1m");
  names(answered(CURLE_OPERATION_TIMEDOUT, 200), "not complete within 1m");
  auto failed = failed_with(CURLE_OPERATION_TIMEDOUT);
  names(failed, "host.example:443 within 10s");
  failed.timeout = 2s;
  names(failed, "host.example:443 within 2s");
  failed.timeout = 0s; // no limit
  names(failed, "host.example:443 within 10s");
  failed.connect_timeout = 0s;
  failed.timeout = 2s;
  names(failed, "host.example:443 within 2s");
  names(with_detail(failed, "Resolving timed out after 10000 milliseconds"), "resolve host");
}

TEST_CASE("the reason of TLS is said in words, with what to check") {
  struct Row {
    const char* detail;
    const char* reason;
    const char* advice;
  };
  for (const Row& row : {
           Row{"certificate has expired", "expired", "clock"},
           Row{"certificate is not yet valid", "valid yet", "clock"},
           Row{"SSL: no alternative certificate subject name matches target host name 'x'",
               "not valid for host.example", "base URL"},
           Row{"SSL: certificate subject name 'a' does not match target host name 'b'",
               "not valid for host.example", "base URL"},
           Row{"self-signed certificate", "self-signed", "--ca-cert FILE"},
           Row{"self-signed certificate in certificate chain", "issuer", "--ca-cert FILE"},
           Row{"unable to get local issuer certificate", "issuer", "--ca-cert FILE"},
           Row{"EE certificate key too weak", "too weak", ""},
           Row{"something new", "TLS: something new", ""},
       }) {
    CAPTURE(row.detail);
    const std::string of_curl = std::string("SSL certificate problem: ") + row.detail;
    const auto failed = with_detail(failed_with(CURLE_PEER_FAILED_VERIFICATION),
                                    row.detail[0] == 'S' ? row.detail : of_curl.c_str());
    names(failed, row.reason);
    names(failed, row.advice);
    CHECK(describe_failure(failed).hint.empty() == (*row.advice == '\0'));
    CHECK(outlook_of(failed) == Outlook::permanent);
  }
}

TEST_CASE("a handshake that fails says why, and whether it may pass") {
  struct Row {
    const char* detail;
    const char* reason;
    Outlook outlook;
  };
  for (const Row& row : {
           Row{"error:0A000102:SSL routines::unsupported protocol", "1.2 and newer",
               Outlook::permanent},
           Row{"error:0A00042E:SSL routines::tlsv1 alert protocol version", "1.2 and newer",
               Outlook::permanent},
           Row{"error:0A00010B:SSL routines::wrong version number", "does not use TLS",
               Outlook::permanent},
           Row{"error:0A000410:SSL routines::sslv3 alert handshake failure", "refused",
               Outlook::permanent},
           Row{"error:0A000126:SSL routines::unexpected eof while reading", "closed",
               Outlook::passing},
           Row{"something else", "host.example:443 failed: something else", Outlook::passing},
       }) {
    CAPTURE(row.detail);
    const auto failed = with_detail(failed_with(CURLE_SSL_CONNECT_ERROR), row.detail);
    names(failed, row.reason);
    CHECK(outlook_of(failed) == row.outlook);
  }
}

TEST_CASE("a client certificate that is asked for, or refused, is said after the handshake too") {
  auto failed = connected(CURLE_RECV_ERROR);
  failed.method = "GET";
  names(with_detail(failed, "error:0A00045C:SSL routines::tlsv13 alert certificate required"),
        "--client-cert FILE");
  failed.detail = "OpenSSL SSL_read: error:0A000418:SSL routines::tlsv1 alert unknown ca, errno 0";
  names(failed, "not accept the client certificate");
  CHECK(outlook_of(failed) == Outlook::permanent);
}

TEST_CASE("settings that cannot be used are usage errors") {
  CHECK(describe_failure(failed_with(CURLE_SSL_CACERT_BADFILE)).kind == ErrorKind::usage);
  CHECK(describe_failure(failed_with(CURLE_SSL_CERTPROBLEM)).kind == ErrorKind::usage);
}

TEST_CASE("a machine without roots is told what to install, not that a setting is wrong") {
  auto failed = failed_with(CURLE_SSL_CACERT_BADFILE);
  failed.names_roots = false;
  CHECK(describe_failure(failed).kind == ErrorKind::no_response);
  names(failed, "package ca-certificates");
}

TEST_CASE("a code that nobody knows is said in libcurl's words, and not tried again") {
  const auto failed = connected(static_cast<CURLcode>(120));
  names(failed, "the details");
  CHECK(outlook_of(failed) == Outlook::permanent);
}

TEST_CASE("an answer beyond a limit is said with it, ours and libcurl's, and not asked for again") {
  names(answered(CURLE_FILESIZE_EXCEEDED, 200), "64 MiB");
  names(answered(CURLE_WRITE_ERROR, 200), "256 KiB");
  names(with_detail(answered(CURLE_RECV_ERROR, 200), "Too large response headers: 307203 > 307200"),
        "256 KiB");
  const auto failed = with_detail(answered(static_cast<CURLcode>(100), 200),
                                  "Too many response headers, 5000 is max");
  names(failed, "too large: Too many response headers, 5000 is max");
  CHECK(outlook_of(failed) == Outlook::permanent);
  CHECK(sent(failed) == Sent::yes);
}

TEST_CASE("a key that does not fit its certificate is a usage error with each libcurl") {
  for (const auto code : {CURLE_SSL_CERTPROBLEM, CURLE_BAD_FUNCTION_ARGUMENT}) {
    CAPTURE(code);
    CHECK(describe_failure(failed_with(code)).kind == ErrorKind::usage);
    names(failed_with(code), "--client-key");
  }
  names(connected(CURLE_BAD_FUNCTION_ARGUMENT), "not speak HTTP");
}

TEST_CASE("the status of an interim answer is not told") {
  auto failed = connected(CURLE_GOT_NOTHING);
  failed.status = 100;
  CHECK(describe_failure(failed).http->status == 0);
  CHECK(describe_failure(answered(CURLE_PARTIAL_FILE, 200)).http->status == 200);
}

TEST_CASE("each code says by the phase whether the request has left") {
  struct Row {
    CURLcode code;
    Sent exchanging;
  };
  for (const Row row : {
           Row{CURLE_URL_MALFORMAT, Sent::no},
           Row{CURLE_COULDNT_RESOLVE_PROXY, Sent::no},
           Row{CURLE_COULDNT_RESOLVE_HOST, Sent::no},
           Row{CURLE_COULDNT_CONNECT, Sent::no},
           Row{CURLE_PROXY, Sent::no},
           Row{CURLE_PEER_FAILED_VERIFICATION, Sent::no},
           Row{CURLE_SSL_ISSUER_ERROR, Sent::no},
           Row{CURLE_SSL_INVALIDCERTSTATUS, Sent::no},
           Row{CURLE_SSL_CIPHER, Sent::no},
           Row{CURLE_SSL_CACERT_BADFILE, Sent::no},
           Row{CURLE_SSL_CERTPROBLEM, Sent::no},
           Row{CURLE_SSL_CONNECT_ERROR, Sent::unknown},
           Row{CURLE_OPERATION_TIMEDOUT, Sent::unknown},
           Row{CURLE_SEND_ERROR, Sent::unknown},
           Row{CURLE_RECV_ERROR, Sent::unknown},
           Row{CURLE_GOT_NOTHING, Sent::unknown},
           Row{CURLE_PARTIAL_FILE, Sent::unknown},
           Row{CURLE_HTTP2, Sent::unknown},
           Row{CURLE_HTTP2_STREAM, Sent::unknown},
           Row{CURLE_BAD_CONTENT_ENCODING, Sent::unknown},
           Row{CURLE_FILESIZE_EXCEEDED, Sent::unknown},
           Row{CURLE_UNSUPPORTED_PROTOCOL, Sent::unknown},
           Row{CURLE_WEIRD_SERVER_REPLY, Sent::unknown},
           Row{CURLE_WRITE_ERROR, Sent::unknown},
           Row{CURLE_OUT_OF_MEMORY, Sent::unknown},
           Row{CURLE_INTERFACE_FAILED, Sent::unknown}, // any code without a row
       }) {
    CAPTURE(row.code);
    CHECK(sent_after(row.code, Phase::connecting) == Sent::no);
    CHECK(sent_after(row.code, Phase::exchanging) == row.exchanging);
    CHECK(sent_after(row.code, Phase::answered) == Sent::yes);
    CHECK(sent(failed_with(row.code)) == Sent::no);
    CHECK(sent(connected(row.code)) == row.exchanging);
    CHECK(sent(answered(row.code, 200)) == Sent::yes);
  }
}

TEST_CASE("what another attempt cannot mend is permanent") {
  for (const auto code :
       {CURLE_URL_MALFORMAT, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
        CURLE_SSL_CERTPROBLEM, CURLE_BAD_CONTENT_ENCODING, CURLE_FILESIZE_EXCEEDED,
        CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_WRITE_ERROR,
        CURLE_OUT_OF_MEMORY}) {
    CAPTURE(code);
    CHECK(outlook_of(failed_with(code)) == Outlook::permanent);
  }
  for (const auto code :
       {CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_PROXY,
        CURLE_SSL_CONNECT_ERROR, CURLE_OPERATION_TIMEDOUT, CURLE_SEND_ERROR, CURLE_RECV_ERROR,
        CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM}) {
    CAPTURE(code);
    CHECK(outlook_of(failed_with(code)) == Outlook::passing);
  }
}

TEST_CASE("a proxy that refuses a tunnel is said with its status, and nothing was sent") {
  auto failed = failed_with(CURLE_RECV_ERROR);
  failed.proxy_status = 403;
  names(failed, "the proxy does not connect to host.example:443 (it answered 403)");
  CHECK(outlook_of(failed) == Outlook::permanent);
  CHECK(sent(failed) == Sent::no);
  failed.proxy_status = 407;
  names(failed, "(407)");
  CHECK(outlook_of(failed) == Outlook::permanent);
  failed.proxy_status = 502;
  CHECK(outlook_of(failed) == Outlook::passing);
  failed.proxy_status = 200;
  names(failed, "host.example:443 broke");
}

TEST_CASE("a proxy that is not found, never answers or refuses is said to be the reason") {
  auto failed = failed_with(CURLE_COULDNT_RESOLVE_PROXY);
  failed.proxy = "proxy.example:3128";
  names(failed, "resolve the proxy proxy.example:3128");
  failed.code = CURLE_COULDNT_RESOLVE_HOST; // as libcurl 8.14 says at times
  names(failed, "resolve the proxy proxy.example:3128");
  failed.code = CURLE_OPERATION_TIMEDOUT;
  names(with_detail(failed, "Resolving timed out after 10000 milliseconds"),
        "resolve the proxy proxy.example:3128 within 10s");
  names(with_detail(failed, ""), "to the proxy proxy.example:3128 within 10s");
  failed.is_connected = true;
  names(with_detail(failed, ""), "the proxy did not connect to host.example:443 within 10s");
  failed = with_detail(failed_with(CURLE_COULDNT_CONNECT),
                       "Failed to connect to host.example:443 over proxy proxy.example");
  failed.os_error = ECONNREFUSED;
  failed.proxy = "proxy.example:3128";
  names(failed, "refused by the proxy proxy.example:3128");
  failed.proxy.clear();
  names(failed, "refused by host.example:443");
}

TEST_CASE("the URL of a proxy that cannot be used is not shown") {
  const auto failed =
      with_detail(failed_with(CURLE_COULDNT_CONNECT),
                  "Unsupported proxy scheme for 'gopher://me:hunter2@proxy.example'");
  CHECK(describe_failure(failed).message.find("hunter2") == std::string::npos);
  names(failed, "proxy is invalid");
  CHECK(describe_failure(failed).kind == ErrorKind::usage);
  CHECK(outlook_of(failed) == Outlook::permanent);
}

TEST_CASE("an interim status is no answer") {
  auto failed = connected(CURLE_RECV_ERROR);
  failed.status = 100;
  CHECK(sent(failed) == Sent::unknown);
}

TEST_CASE("who may have changed something is told to look first") {
  auto failed = connected(CURLE_GOT_NOTHING);
  names(failed, "check before");
  failed.method = "GET";
  CHECK(describe_failure(failed).hint.empty());
}

TEST_CASE("braces in libcurl's words are only braces") {
  names(with_detail(connected(CURLE_RECV_ERROR), "{oops} {0}"), "broke: {oops} {0}");
}
