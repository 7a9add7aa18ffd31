#pragma once

#include "mrctl/http/url.hpp"

#include "curl_failure.hpp"
#include "curl_library.hpp"
#include "easy_options.hpp"
#include "retrying_transport.hpp"
#include "trace.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl::http {

// How many files this process may have open at once (`ulimit -n`), and how many more it can open.
struct Descriptors {
  std::size_t limit = 0;
  std::size_t free = 0;
};

// Counts them only if there may be too few for that many concurrent requests; otherwise `free` is
// the limit.
[[nodiscard]] Descriptors count_descriptors(std::size_t requests);

// Returns how many of the requests can be in progress at once; at least 1.
[[nodiscard]] std::size_t requests_that_fit(const Descriptors& descriptors, std::size_t requests);

// The objects that all transfers of a transport share.
struct Wire {
  CurlLibrary curl;
  Options options;
  Roots roots{};
  Descriptors descriptors;
};

// One easy handle with the buffers it writes to. It must not move: libcurl keeps its address.
class Transfer {
public:
  explicit Transfer(const Wire& wire);
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  ~Transfer() = default;

  // Prepares the handle for an attempt. The request and the trace must outlive the transfer.
  [[nodiscard]] Status prepare(const Try& tried, const Trace& trace);

  // Returns the outcome of the request when libcurl is done with it.
  [[nodiscard]] Attempt finish(CURLcode code);

  // Returns the outcome of a request that is aborted before libcurl is done with it.
  [[nodiscard]] Attempt interrupt(ErrorKind kind);

  [[nodiscard]] const Journey& journey() const { return journey_; }

  [[nodiscard]] CURL* handle() const { return easy_.get(); }
  [[nodiscard]] const Try& tried() const { return try_; }

private:
  int take_turn();
  template <class Take>
  std::size_t guarded(Take take);
  std::size_t take_header(std::string_view line);
  std::size_t take_body(std::string_view bytes);
  void take_debug(curl_infotype kind, std::string_view text);
  void set_callbacks(EasyOptions& set);
  [[nodiscard]] CURLcode verdict_on(CURLcode code) const;
  [[nodiscard]] bool broke_off_unseen() const;
  [[nodiscard]] bool is_of_proxy() const;
  [[nodiscard]] Phase phase() const;
  [[nodiscard]] FailedTransfer facts_of_failure(CURLcode code) const;

  const Wire& wire_;
  EasyHandle easy_;
  HeaderList headers_out_;
  std::array<char, CURL_ERROR_SIZE> error_text_{};
  bool is_set_up_ = false;
  Try try_;
  Url url_;
  std::string proxy_; // its URL; empty: none
  const Trace* trace_ = nullptr;
  std::string unfinished_line_; // of the request's head
  int sends_ = 0;               // how often libcurl was ready to send the request
  int sends_allowed_ = 1;
  Response response_;
  Journey journey_;
  std::size_t header_bytes_ = 0;
  bool headers_are_whole_ = false;
  CURLcode refusal_ = CURLE_OK; // why this side aborted the transfer
};

// Maximum size of the headers of one exchange, including interim answers and trailers. Less than
// libcurl's own limit, which differs between versions and counts one answer only.
inline constexpr std::size_t largest_headers = std::size_t{256} << 10U;

} // namespace mrctl::http
