#pragma once

#include "mrctl/http/curl_transport.hpp"

#include "attempt.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::http {

// How an attempt went over the wire.
struct Journey {
  Timings timings{};
  std::string_view protocol{}; // "HTTP/2"; empty where no answer came
  bool reused_connection = false;
};

// Returns the texts that must not be seen where a request is spoken of.
[[nodiscard]] std::vector<Secret> secrets_of(const Options& options, const Request& request);

// What `-v` shows of the tries that go out together: lines without secrets, numbered where the call
// has several requests.
class Trace {
public:
  Trace(const Options& options, std::span<const Try> tries);

  [[nodiscard]] bool shows(Verbosity verbosity) const;

  // Text of several lines, each with the mark in front: '>' went out, '<' came in, '*' is a remark.
  void show_lines(std::size_t index, char mark, std::string_view text) const;
  void show_body(std::size_t index, char mark, std::string_view body) const;
  void show_resend(std::size_t index, int sends) const;
  void show_result(std::size_t index, const Attempt& attempt, const Journey& journey) const;

private:
  void show(std::size_t index, std::string_view line) const;

  const Options& options_;
  std::span<const Try> tries_;
  std::vector<Secret> secrets_;
};

} // namespace mrctl::http
