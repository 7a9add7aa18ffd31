#pragma once

#include "mrctl/http/curl_transport.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace mrctl::http {

// What `-v` shows of one call of send(): lines without secrets, numbered where there are several
// requests.
class Trace {
public:
  Trace(const Options& options, std::span<const Request> requests);

  [[nodiscard]] bool shows(Verbosity verbosity) const;

  // Text of several lines, each with the mark in front: '>' went out, '<' came in, '*' is a remark.
  void show_lines(std::size_t request, char mark, std::string_view text) const;
  void show_body(std::size_t request, char mark, std::string_view body) const;
  void show_result(std::size_t request, const Result<Exchange>& result) const;

private:
  void show(std::size_t request, std::string_view line) const;

  const Options& options_;
  std::span<const Request> requests_;
  std::vector<Secret> secrets_;
};

} // namespace mrctl::http
