#pragma once

#include "mrctl/http/curl_transport.hpp"

#include "retrying_transport.hpp"

#include <string_view>
#include <vector>

namespace mrctl::http {

// What a trace shows of one attempt.
struct Journey {
  Timings timings{};
  std::string_view protocol{}; // "HTTP/2"; empty where no answer came
  bool reused_connection = false;
};

// Returns the texts to redact in messages about a request.
[[nodiscard]] std::vector<Secret> secrets_of(const Options& options, const Request& request);

// What `-v` shows of attempts: lines without secrets, numbered if the call has several requests.
class Trace {
public:
  explicit Trace(const Options& options) : options_(options) {}

  [[nodiscard]] bool shows(Verbosity verbosity) const;

  // Text of several lines, each after a mark: '>' was sent, '<' was received, '*' is a remark.
  void show_lines(const Try& tried, char mark, std::string_view text) const;
  void show_body(const Try& tried, char mark, std::string_view body) const;
  void show_resend(const Try& tried, int sends) const;
  void show_result(const Try& tried, const Attempt& attempt, const Journey& journey) const;

private:
  void show(const Try& tried, std::string_view line) const;

  const Options& options_;
};

} // namespace mrctl::http
