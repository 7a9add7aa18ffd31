// Any headers and any URL. Waits stay in their bounds, what is found was there, parsers of URLs
// agree with each other, and what is redacted is gone. The first line is a URL and a secret, the
// others are headers.
#include "mrctl/base/host.hpp"
#include "mrctl/http/message.hpp"
#include "mrctl/http/redaction.hpp"
#include "mrctl/http/url.hpp"

#include "checks.hpp"
#include "slices.hpp"

#include <cstdint>

using namespace mrctl;
using namespace mrctl::fuzz;

namespace {

constexpr long long longest_wait = 1LL << 31U;
constexpr std::chrono::system_clock::time_point now{std::chrono::seconds(1790000000)};

void check_headers(const http::Headers& headers) {
  const auto wait = http::retry_after_s(headers, now);
  require(!wait || (*wait >= 0 && *wait <= longest_wait), "a wait in its bounds");
  require(!wait || http::find_header(headers, "retry-after").has_value(), "a wait was asked for");
  for (const auto& header : headers) {
    const auto found = http::find_header(headers, header.name);
    require(found.has_value(), "what is there is found", header.name);
    const http::Headers alone{{"Retry-After", header.value}};
    const auto seconds = http::retry_after_s(alone, now);
    require(!seconds || (*seconds >= 0 && *seconds <= longest_wait), "a wait in its bounds");
    require(!seconds || !header.value.empty(), "nothing is no wait");
  }
}

std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::string place_of(const http::Url& url) {
  return lower_case(url.scheme + "://" + url.host + ":" + url.port);
}

// A key that is stored for one host must not go to another because two parsers read a URL in two
// ways.
void check_url(const std::string& text) {
  const auto url = http::parse_url(text);
  const auto host = host_of(text).map(identity_of);
  const auto bound = host ? http::parse_url(*host) : http::parse_url("");
  if (host && url)
    require(bound && place_of(*url) == place_of(*bound), "a key stays with its host", *host);
  const Secret key("sk-0123456789");
  if (url && http::check_key_may_travel(*url, key, http::Trust::verified))
    require(url->scheme == "https" || is_loopback(url->host), "a key is safe", text);
}

// A secret with brackets could begin or end with a part of "[redacted]".
void check_secret(const std::string& text, const std::string& secret) {
  const std::vector<Secret> secrets{Secret(secret)};
  if (!secrets.front().stands_out() || secret.find_first_of("[]") != std::string::npos) return;
  const auto hidden = http::redact(text + secret + text, secrets);
  require(hidden.find(secret) == std::string::npos, "a secret is gone", hidden);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto [first, lines] = split(input, "\n");
  const auto [url, secret] = split(first, " ");
  check_url(std::string(url));
  check_secret(std::string(lines), std::string(secret));
  check_headers(headers_of(lines));
  return 0;
}
