#include "trace.hpp"

#include "mrctl/http/redaction.hpp"

#include <fmt/format.h>

#include <string>

namespace mrctl::http {

namespace {

constexpr std::size_t longest_body = std::size_t{4} << 10U;

double milliseconds(std::chrono::microseconds time) {
  return static_cast<double>(time.count()) / 1000;
}

std::string times_text(const Timings& times) {
  return fmt::format(
      "{:.1f} ms (name lookup {:.1f}, connect {:.1f}, TLS {:.1f}, first byte {:.1f})",
      milliseconds(times.total), milliseconds(times.name_lookup), milliseconds(times.connect),
      milliseconds(times.tls), milliseconds(times.first_byte));
}

std::string exchange_text(const Exchange& exchange) {
  const auto id = find_header(exchange.response.headers, "x-request-id").value_or("none");
  return fmt::format("{}, request id {}, attempts {}, {}", exchange.response.status, id,
                     exchange.attempts, times_text(exchange.timings));
}

std::string failure_text(const Error& error) {
  const auto sent = error.http ? error.http->sent : Sent::unknown;
  return fmt::format("{}, sent: {}", error.message, sent_name(sent));
}

} // namespace

Trace::Trace(const Options& options, std::span<const Request> requests)
    : options_(options), requests_(requests) {
  for (const auto& request : requests)
    if (request.key && shows(Verbosity::exchanges)) secrets_.push_back(*request.key);
}

bool Trace::shows(Verbosity verbosity) const {
  return options_.trace && options_.verbosity >= verbosity;
}

void Trace::show_lines(std::size_t request, char mark, std::string_view text) const {
  while (!text.empty()) {
    const auto end = text.find('\n');
    auto line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (!line.empty()) show(request, fmt::format("{} {}", mark, line));
  }
}

void Trace::show_body(std::size_t request, char mark, std::string_view body) const {
  if (!shows(Verbosity::bodies) || body.empty()) return;
  // Hidden before it is cut, so that no cut leaves half a secret.
  const auto hidden = redact(body, secrets_);
  show_lines(request, mark, std::string_view(hidden).substr(0, longest_body));
  if (hidden.size() > longest_body)
    show(request, fmt::format("{} … {} bytes more", mark, hidden.size() - longest_body));
}

void Trace::show_result(std::size_t request, const Result<Exchange>& result) const {
  if (!shows(Verbosity::exchanges)) return;
  show(request, fmt::format("{} {}: {}", requests_[request].method, requests_[request].url,
                            result ? exchange_text(*result) : failure_text(result.error())));
}

void Trace::show(std::size_t request, std::string_view line) const {
  const auto hidden = redact(line, secrets_);
  options_.trace(requests_.size() == 1 ? hidden : fmt::format("[{}] {}", request + 1, hidden));
}

} // namespace mrctl::http
