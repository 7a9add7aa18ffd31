#include "transfer.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/http/redaction.hpp"

#include "easy_options.hpp"

#include <algorithm>
#include <fcntl.h>
#include <limits>
#include <new>
#include <sys/resource.h>
#include <utility>

namespace mrctl::http {

namespace {

// Descriptors for libcurl's wakeup pair, and for files that are open meanwhile.
constexpr std::size_t shared_descriptors = 4;
// Descriptors of one request: a socket for each address family, and the pair of the name lookup.
constexpr std::size_t descriptors_per_request = 4;
// Few are inherited; if the limit leaves room for so many more, they are not counted.
constexpr std::size_t plenty = 64;

std::size_t limit_of_process() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return std::numeric_limits<std::size_t>::max();
  return limit.rlim_cur;
}

std::size_t count_open(std::size_t limit) {
  std::size_t open = 0;
  for (std::size_t fd = 0; fd < limit; ++fd)
    open += ::fcntl(static_cast<int>(fd), F_GETFD) >= 0 ? 1U : 0U;
  return open;
}

// Reads one number of libcurl's about a finished transfer.
template <class Value>
Value info(const CurlLibrary& curl, CURL* easy, CURLINFO what) {
  Value value{};
  curl.easy_getinfo(easy, what, &value);
  return value;
}

std::string_view protocol_text(long version) {
  switch (version) {
  case CURL_HTTP_VERSION_1_0:
    return "HTTP/1.0";
  case CURL_HTTP_VERSION_1_1:
    return "HTTP/1.1";
  case CURL_HTTP_VERSION_2_0:
    return "HTTP/2";
  case CURL_HTTP_VERSION_3:
    return "HTTP/3";
  default:
    return {};
  }
}

// A connection that was never opened was not reused.
Journey read_journey(const CurlLibrary& curl, CURL* easy) {
  const auto time = [&](CURLINFO what) {
    return std::chrono::microseconds(info<curl_off_t>(curl, easy, what));
  };
  return {.timings = {.name_lookup = time(CURLINFO_NAMELOOKUP_TIME_T),
                      .connect = time(CURLINFO_CONNECT_TIME_T),
                      .tls = time(CURLINFO_APPCONNECT_TIME_T),
                      .first_byte = time(CURLINFO_STARTTRANSFER_TIME_T),
                      .total = time(CURLINFO_TOTAL_TIME_T)},
          .protocol = protocol_text(info<long>(curl, easy, CURLINFO_HTTP_VERSION)),
          .reused_connection = info<long>(curl, easy, CURLINFO_NUM_CONNECTS) == 0 &&
                               info<long>(curl, easy, CURLINFO_REQUEST_SIZE) > 0};
}

// A key that may travel to the host may still not pass a proxy that can read it.
Status check_key(const Request& request, const Url& url, const Options& options) {
  if (!request.key) return {};
  TRY(check_key_may_travel(url, *request.key, options.trust));
  if (options.proxy.empty() || url.scheme == "https" || options.trust == Trust::insecure) return {};
  return fail(
      with_http(Error::unauthorized(
                    "mrctl does not send a key through a proxy over plain http; nothing was sent",
                    "use https, or --insecure on a network that you trust"),
                {}));
}

} // namespace

Descriptors count_descriptors(std::size_t requests) {
  const auto limit = limit_of_process();
  if (limit > plenty + shared_descriptors + descriptors_per_request * requests)
    return {.limit = limit, .free = limit};
  return {.limit = limit, .free = limit - count_open(limit)};
}

std::size_t requests_that_fit(const Descriptors& descriptors, std::size_t requests) {
  const auto left = descriptors.free - std::min(shared_descriptors, descriptors.free);
  return std::clamp<std::size_t>(left / descriptors_per_request, 1,
                                 std::max<std::size_t>(1, requests));
}

Transfer::Transfer(const Wire& wire)
    : wire_(wire), easy_(wire.curl.easy_init(), wire.curl.easy_cleanup),
      headers_out_(nullptr, wire.curl.slist_free_all) {}

Status Transfer::prepare(const Try& tried, const Trace& trace) {
  const auto& request = *tried.request;
  if (!easy_) return fail(with_http(Error::internal("libcurl cannot start a transfer"), {}));
  auto url = parse_url(request.url);
  if (!url) return fail(with_http(std::move(url.error()), {}));
  url_ = *std::move(url);
  TRY(check_key(request, url_, wire_.options));
  proxy_ = proxy_for(wire_.options, url_.scheme, url_.host);
  try_ = tried;
  trace_ = &trace;
  sends_ = 0;
  // A request that changes something is sent once: sending it again could deploy twice.
  const int attempts_left = std::max(1, tried.attempts - tried.attempt + 1);
  sends_allowed_ = changes_nothing(request.method) ? attempts_left : 1;
  unfinished_line_.clear();
  response_ = {};
  journey_ = {};
  header_bytes_ = 0;
  headers_are_whole_ = false;
  refusal_ = CURLE_OK;
  error_text_.fill('\0');
  headers_out_ = make_header_list(wire_.curl, request);

  EasyOptions set(wire_.curl, easy_.get());
  if (!is_set_up_) {
    set_connection(set, wire_.options);
    set_callbacks(set);
  }
  if (url_.scheme == "https") set_roots(set, wire_.roots.find(wire_.curl, wire_.options));
  set_time_limit(set, tried.limit);
  set_proxy(set, proxy_);
  set_request(set, request, tried.connections);
  set(CURLOPT_HTTPHEADER, headers_out_.get());
  trace.show_body(tried, '>', request.body);
  auto status = set.result();
  is_set_up_ = is_set_up_ || status.has_value();
  return status;
}

void Transfer::set_callbacks(EasyOptions& set) {
  set(CURLOPT_PRIVATE, static_cast<void*>(this));
  set(CURLOPT_ERRORBUFFER, error_text_.data());
  set(CURLOPT_PREREQDATA, static_cast<void*>(this));
  set(
      CURLOPT_PREREQFUNCTION, +[](void* self, char*, char*, int, int) {
        return static_cast<Transfer*>(self)->take_turn();
      });
  set(CURLOPT_HEADERDATA, static_cast<void*>(this));
  set(
      CURLOPT_HEADERFUNCTION, +[](char* data, std::size_t, std::size_t size, void* self) {
        auto& transfer = *static_cast<Transfer*>(self);
        return transfer.guarded([&] { return transfer.take_header({data, size}); });
      });
  set(CURLOPT_WRITEDATA, static_cast<void*>(this));
  set(
      CURLOPT_WRITEFUNCTION, +[](char* data, std::size_t, std::size_t size, void* self) {
        auto& transfer = *static_cast<Transfer*>(self);
        return transfer.guarded([&] { return transfer.take_body({data, size}); });
      });
  if (!trace_->shows(Verbosity::headers)) return;
  set(CURLOPT_VERBOSE, 1L);
  set(CURLOPT_DEBUGDATA, static_cast<void*>(this));
  set(
      CURLOPT_DEBUGFUNCTION,
      +[](CURL*, curl_infotype kind, char* data, std::size_t size, void* self) {
        auto& transfer = *static_cast<Transfer*>(self);
        transfer.guarded([&] { return transfer.take_debug(kind, {data, size}), size; });
        return 0;
      });
}

// libcurl calls this each time before it sends the request. It resends by itself if a reused
// connection was dead or HTTP/2 refused the stream.
int Transfer::take_turn() {
  if (sends_ == sends_allowed_) {
    refusal_ = CURLE_SEND_FAIL_REWIND;
    return CURL_PREREQFUNC_ABORT;
  }
  if (++sends_ > 1) trace_->show_resend(try_, sends_);
  return CURL_PREREQFUNC_OK;
}

// Calls a function that consumes bytes for libcurl, catching exceptions, which must not pass
// through libcurl. Returns the number of bytes consumed; fewer than given abort the transfer.
template <class Take>
std::size_t Transfer::guarded(Take take) {
  try {
    return take();
  } catch (const std::bad_alloc&) {
    refusal_ = CURLE_OUT_OF_MEMORY;
    return 0;
  }
}

std::size_t Transfer::take_header(std::string_view line) {
  header_bytes_ += line.size();
  if (header_bytes_ > largest_headers) {
    refusal_ = CURLE_WRITE_ERROR;
    return 0;
  }
  headers_are_whole_ = trimmed(line).empty();
  const bool is_status_line = line.starts_with("HTTP/");
  if (is_status_line) response_.headers.clear();
  if (const auto colon = line.find(':'); colon != std::string_view::npos && !is_status_line)
    response_.headers.push_back({std::string(trimmed(line.substr(0, colon))),
                                 std::string(trimmed(line.substr(colon + 1)))});
  return line.size();
}

std::size_t Transfer::take_body(std::string_view bytes) {
  if (bytes.size() > wire_.options.largest_response - response_.body.size()) {
    refusal_ = CURLE_FILESIZE_EXCEEDED;
    return 0;
  }
  if (response_.body.empty()) {
    // A compressed body announces its compressed size: the least that is still to come. A string
    // that grows instead copies its content several times.
    const auto size = info<curl_off_t>(wire_.curl, easy_.get(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T);
    if (size > 0)
      response_.body.reserve(
          std::min(static_cast<std::size_t>(size), wire_.options.largest_response));
  }
  response_.body += bytes;
  return bytes.size();
}

void Transfer::take_debug(curl_infotype kind, std::string_view text) {
  if (kind == CURLINFO_TEXT) trace_->show_lines(try_, '*', text);
  if (kind == CURLINFO_HEADER_IN) trace_->show_lines(try_, '<', text);
  if (kind != CURLINFO_HEADER_OUT) return;
  // A large head arrives in pieces, which may split a secret, so a line is shown only when it is
  // complete.
  unfinished_line_ += text;
  const auto end = unfinished_line_.rfind('\n') + 1;
  trace_->show_lines(try_, '>', std::string_view(unfinished_line_).substr(0, end));
  unfinished_line_.erase(0, end);
}

Attempt Transfer::finish(CURLcode code) {
  response_.status = static_cast<int>(info<long>(wire_.curl, easy_.get(), CURLINFO_RESPONSE_CODE));
  journey_ = read_journey(wire_.curl, easy_.get());
  trace_->show_body(try_, '<', response_.body);
  const auto verdict = verdict_on(code);
  // For an error, the status is enough if the body was cut off; only a success needs its whole
  // body.
  if ((verdict != CURLE_OK && response_.status < 300) || is_of_proxy()) {
    const auto failed = facts_of_failure(verdict);
    return {.result = fail(describe_failure(failed)),
            .outlook = outlook_of(failed),
            .sends = std::max(1, sends_)};
  }
  Exchange exchange{
      .response = std::exchange(response_, {}), .attempts = 1, .timings = journey_.timings};
  return {.result = std::move(exchange), .outlook = Outlook::passing, .sends = std::max(1, sends_)};
}

Attempt Transfer::interrupt(ErrorKind kind) {
  auto attempt = finish(CURLE_ABORTED_BY_CALLBACK);
  if (!attempt.result) attempt.result.error().kind = kind;
  return attempt;
}

// If the request was already sent, a failure to connect concerns a second connection.
CURLcode Transfer::verdict_on(CURLcode code) const {
  if (refusal_ != CURLE_OK) return refusal_;
  if (code == CURLE_WRITE_ERROR && headers_are_whole_) return CURLE_BAD_CONTENT_ENCODING;
  if (code != CURLE_OK && sends_ > 0 && sent_after(code, Phase::exchanging) == Sent::no)
    return CURLE_SEND_FAIL_REWIND;
  return code == CURLE_OK && broke_off_unseen() ? CURLE_PARTIAL_FILE : code;
}

// If a connection is closed within the headers, or before the first byte of a body without a
// length, libcurl takes this for the end of the answer. No useful answer to a GET or POST ends
// there.
bool Transfer::broke_off_unseen() const {
  if (response_.status >= 300 || !(journey_.protocol.substr(0, 7) == "HTTP/1.")) return false;
  if (!headers_are_whole_) return response_.body.empty();
  const bool wants_a_body = try_.request->method == "GET" || try_.request->method == "POST";
  const bool may_have_one = response_.status != 204 && response_.status != 205;
  const auto& headers = response_.headers;
  return wants_a_body && may_have_one && response_.body.empty() &&
         !find_header(headers, "Content-Length") && !find_header(headers, "Transfer-Encoding");
}

// Over plain http the proxy answers in place of the service.
bool Transfer::is_of_proxy() const {
  return response_.status == 407 && url_.scheme == "http" && !proxy_.empty();
}

Phase Transfer::phase() const {
  if (is_of_proxy()) return Phase::connecting;
  if (response_.status >= 200) return Phase::answered;
  return sends_ > 0 ? Phase::exchanging : Phase::connecting;
}

FailedTransfer Transfer::facts_of_failure(CURLcode code) const {
  const auto number = [&](CURLINFO what) {
    return static_cast<int>(info<long>(wire_.curl, easy_.get(), what));
  };
  // A message that fills its buffer was truncated, so it may end with half a secret.
  const std::string_view said = error_text_.data();
  const bool is_whole = !said.empty() && said.size() + 2 < error_text_.size();
  const auto detail = is_whole ? said : wire_.curl.easy_strerror(code);
  const bool has_scarce_descriptors = // too few for a single request
      wire_.descriptors.free < shared_descriptors + descriptors_per_request;
  return {.code = code,
          .method = try_.request->method,
          .url = try_.request->url,
          .host = url_.host,
          .port = url_.port,
          .detail = redact(detail, secrets_of(wire_.options, *try_.request)),
          .os_error = number(CURLINFO_OS_ERRNO),
          .status = response_.status,
          .proxy_status = is_of_proxy() ? 407 : number(CURLINFO_HTTP_CONNECTCODE),
          .proxy = std::string(place_of_proxy(proxy_)),
          .is_connected = number(CURLINFO_PRIMARY_PORT) != 0,
          .proxy_logins = info<long>(wire_.curl, easy_.get(), CURLINFO_PROXYAUTH_AVAIL),
          .has_login = proxy_.find('@') != std::string::npos,
          .phase = phase(),
          .connect_timeout = wire_.options.connect_timeout,
          .timeout = wire_.options.timeout,
          .largest_response = wire_.options.largest_response,
          .names_roots = names_roots(wire_.options),
          .most_open_files = has_scarce_descriptors ? wire_.descriptors.limit : 0,
          .roots = wire_.roots.find(wire_.curl, wire_.options).place()};
}

} // namespace mrctl::http
