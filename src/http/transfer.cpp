#include "transfer.hpp"

#include "ca_source.hpp"

#include <utility>

namespace mrctl::http {

namespace {

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

bool is_status_line(std::string_view line) {
  return line.substr(0, 5) == "HTTP/";
}

// Reads one number of libcurl's about a finished transfer.
template <class Value>
Value info(const CurlLibrary& curl, CURL* easy, CURLINFO what) {
  Value value{};
  curl.easy_getinfo(easy, what, &value);
  return value;
}

Timings read_timings(const CurlLibrary& curl, CURL* easy) {
  const auto time = [&](CURLINFO what) {
    return std::chrono::microseconds(info<curl_off_t>(curl, easy, what));
  };
  return {.name_lookup = time(CURLINFO_NAMELOOKUP_TIME_T),
          .connect = time(CURLINFO_CONNECT_TIME_T),
          .tls = time(CURLINFO_APPCONNECT_TIME_T),
          .first_byte = time(CURLINFO_STARTTRANSFER_TIME_T),
          .total = time(CURLINFO_TOTAL_TIME_T)};
}

// A key that may travel to the host may still not pass a proxy that can read it.
Status check_key(const Request& request, const Url& url, const Options& options) {
  if (!request.key) return {};
  if (auto may = check_key_may_travel(request.url, *request.key, options.trust); !may) return may;
  if (options.proxy.empty() || url.scheme == "https" || options.trust == Trust::insecure) return {};
  return fail(
      Error::unauthorized("a key does not go through a proxy over plain http; nothing was sent",
                          "use https, or --insecure where the network is yours")
          .with_http(HttpFacts{}));
}

// An error's status says enough where its body broke off; only a success needs its whole body.
bool is_usable(CURLcode code, int status) {
  return code == CURLE_OK || status >= 300;
}

} // namespace

Transfer::Transfer(const Wire& wire)
    : wire_(wire), easy_(wire.curl.easy_init(), wire.curl.easy_cleanup),
      headers_out_(nullptr, wire.curl.slist_free_all) {}

Status Transfer::prepare(const Request& request, std::size_t index, const Trace& trace) {
  if (!easy_)
    return fail(Error::internal("libcurl cannot start a transfer").with_http(HttpFacts{}));
  auto url = parse_url(request.url);
  if (!url) return fail(std::move(url.error()).with_http(HttpFacts{}));
  if (auto allowed = check_key(request, *url, wire_.options); !allowed) return allowed;
  url_ = std::move(*url);
  request_ = &request;
  trace_ = &trace;
  index_ = index;
  response_ = {};
  is_too_large_ = false;
  error_text_.fill('\0');
  wire_.curl.easy_reset(easy_.get());
  headers_out_ = make_header_list(wire_.curl, request);

  EasyOptions set(wire_.curl, easy_.get());
  set_connection(set, wire_.options, wire_.ca);
  set_proxy(set, wire_.options, url_);
  set_request(set, request);
  set(CURLOPT_HTTPHEADER, headers_out_.get());
  set_callbacks(set);
  trace.show_body(index, '>', request.body);
  return set.result();
}

void Transfer::set_callbacks(EasyOptions& set) {
  set(CURLOPT_PRIVATE, static_cast<void*>(this));
  set(CURLOPT_ERRORBUFFER, error_text_.data());
  set(CURLOPT_HEADERDATA, static_cast<void*>(this));
  set(
      CURLOPT_HEADERFUNCTION, +[](char* data, std::size_t, std::size_t size, void* self) {
        return static_cast<Transfer*>(self)->take_header({data, size});
      });
  set(CURLOPT_WRITEDATA, static_cast<void*>(this));
  set(
      CURLOPT_WRITEFUNCTION, +[](char* data, std::size_t, std::size_t size, void* self) {
        return static_cast<Transfer*>(self)->take_body({data, size});
      });
  if (!trace_->shows(Verbosity::headers)) return;
  set(CURLOPT_VERBOSE, 1L);
  set(CURLOPT_DEBUGDATA, static_cast<void*>(this));
  set(
      CURLOPT_DEBUGFUNCTION,
      +[](CURL*, curl_infotype kind, char* data, std::size_t size, void* self) {
        static_cast<Transfer*>(self)->take_debug(kind, {data, size});
        return 0;
      });
}

std::size_t Transfer::take_header(std::string_view line) {
  if (is_status_line(line)) response_.headers.clear();
  if (const auto colon = line.find(':'); colon != std::string_view::npos && !is_status_line(line))
    response_.headers.push_back({std::string(trimmed(line.substr(0, colon))),
                                 std::string(trimmed(line.substr(colon + 1)))});
  return line.size();
}

// Returns how many bytes it took; fewer than were given ends the transfer.
std::size_t Transfer::take_body(std::string_view bytes) {
  is_too_large_ = bytes.size() > wire_.options.largest_response - response_.body.size();
  if (is_too_large_) return 0;
  response_.body += bytes;
  return bytes.size();
}

void Transfer::take_debug(curl_infotype kind, std::string_view text) const {
  if (kind == CURLINFO_TEXT) trace_->show_lines(index_, '*', text);
  if (kind == CURLINFO_HEADER_OUT) trace_->show_lines(index_, '>', text);
  if (kind == CURLINFO_HEADER_IN) trace_->show_lines(index_, '<', text);
}

Result<Exchange> Transfer::finish(CURLcode code) {
  response_.status = static_cast<int>(info<long>(wire_.curl, easy_.get(), CURLINFO_RESPONSE_CODE));
  trace_->show_body(index_, '<', response_.body);
  if (!is_usable(code, response_.status)) return fail(describe_failure(facts_of_failure(code)));
  return Exchange{.response = std::exchange(response_, {}),
                  .attempts = 1,
                  .timings = read_timings(wire_.curl, easy_.get())};
}

FailedTransfer Transfer::facts_of_failure(CURLcode code) const {
  const auto ready = info<curl_off_t>(wire_.curl, easy_.get(), CURLINFO_PRETRANSFER_TIME_T);
  const auto sent_bytes = info<long>(wire_.curl, easy_.get(), CURLINFO_REQUEST_SIZE);
  const char* detail =
      error_text_.front() == '\0' ? wire_.curl.easy_strerror(code) : error_text_.data();
  return {.code = is_too_large_ ? CURLE_FILESIZE_EXCEEDED : code,
          .method = request_->method,
          .url = request_->url,
          .host = url_.host,
          .port = url_.port,
          .detail = detail,
          .os_error = static_cast<int>(info<long>(wire_.curl, easy_.get(), CURLINFO_OS_ERRNO)),
          .status = response_.status,
          .connected = ready > 0 || sent_bytes > 0,
          .connect_timeout = wire_.options.connect_timeout,
          .timeout = wire_.total_timeout,
          .largest_response = wire_.options.largest_response,
          .names_roots = names_roots(wire_.options)};
}

} // namespace mrctl::http
