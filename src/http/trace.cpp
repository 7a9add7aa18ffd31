#include "trace.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/http/redaction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace mrctl::http {

namespace {

constexpr std::size_t longest_body = std::size_t{4} << 10U;
// libcurl truncates its remarks at 2 KiB, so a longer one may end with half a secret.
constexpr std::size_t longest_remark = 2000;

double rounded_milliseconds(std::chrono::microseconds time) {
  return static_cast<double>(time.count()) / 1000;
}

std::string outcome_text(const Result<Exchange>& result) {
  if (!result) {
    const auto& error = result.error();
    const auto sent = error.http ? error.http->sent : Sent::unknown;
    return fmt::format("{}, sent: {}", error.message, sent_name(sent));
  }
  const auto id = find_header(result->response.headers, "x-request-id").value_or("none");
  return fmt::format("{}, request id {}", result->response.status, id);
}

std::string journey_text(const Journey& journey) {
  const auto& times = journey.timings;
  if (times.total.count() == 0) return {};
  std::string out;
  if (!journey.protocol.empty()) out += fmt::format(", {}", journey.protocol);
  if (journey.reused_connection) out += ", connection reused";
  return fmt::format(
      "{}, {:.1f} ms (name lookup {:.1f}, connect {:.1f}, TLS {:.1f}, first byte {:.1f})", out,
      rounded_milliseconds(times.total), rounded_milliseconds(times.name_lookup),
      rounded_milliseconds(times.connect), rounded_milliseconds(times.tls),
      rounded_milliseconds(times.first_byte));
}

// libcurl shows the addresses of its objects, which help nobody but an attacker.
std::string without_addresses(std::string_view remark) {
  constexpr std::size_t shortest_address = 8;
  std::string out;
  for (auto at = remark.find("0x"); at != std::string_view::npos; at = remark.find("0x")) {
    out += remark.substr(0, at);
    remark.remove_prefix(at);
    const auto digits =
        std::min(remark.find_first_not_of("0123456789abcdef", 2), remark.size()) - 2;
    if (digits >= shortest_address)
      out += "…";
    else
      out += remark.substr(0, digits + 2);
    remark.remove_prefix(digits + 2);
  }
  return out.append(remark);
}

} // namespace

std::vector<Secret> secrets_of(const Options& options, const Request& request) {
  auto secrets = options.secrets;
  if (request.key) secrets.push_back(*request.key);
  return secrets;
}

bool Trace::shows(Verbosity verbosity) const {
  return options_.trace && options_.verbosity >= verbosity;
}

void Trace::show_lines(const Try& tried, char mark, std::string_view text) const {
  for (auto line : lines_in(text)) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    // libcurl names the user in a separate remark, without the header's name.
    const bool is_private = mark == '*' && (line.find(" auth using ") != std::string_view::npos ||
                                            line.size() > longest_remark);
    if (line.empty() || is_private) continue;
    show(tried, mark == '*' ? "* " + without_addresses(line) : fmt::format("{} {}", mark, line));
  }
}

void Trace::show_body(const Try& tried, char mark, std::string_view body) const {
  if (!shows(Verbosity::bodies) || body.empty()) return;
  // Secrets are hidden before the text is cut, so that no cut leaves half a secret.
  const auto hidden = redact(hide_unmasked_members(body), secrets_of(options_, *tried.request));
  const auto shown = beginning_of(hidden, longest_body);
  show_lines(tried, mark, shown);
  if (shown.size() < hidden.size())
    show(tried, fmt::format("{} … {} bytes more", mark, hidden.size() - shown.size()));
}

void Trace::show_resend(const Try& tried, int sends) const {
  if (!shows(Verbosity::exchanges)) return;
  show(tried, fmt::format("the connection gave no answer, trying again on a new one ({} of {})",
                          tried.attempt + sends - 1, tried.attempts));
}

void Trace::show_result(const Try& tried, const Attempt& attempt, const Journey& journey) const {
  if (!shows(Verbosity::exchanges)) return;
  show(tried,
       fmt::format("{} {}: {}, attempt {} of {}{}", tried.request->method, tried.request->url,
                   outcome_text(attempt.result), tried.attempt + attempt.sends - 1, tried.attempts,
                   journey_text(journey)));
}

void Trace::show(const Try& tried, std::string_view line) const {
  const auto hidden = redact(line, secrets_of(options_, *tried.request));
  options_.trace(tried.requests == 1 ? hidden : fmt::format("[{}] {}", tried.place + 1, hidden));
}

} // namespace mrctl::http
