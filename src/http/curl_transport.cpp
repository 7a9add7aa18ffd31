#include "mrctl/http/curl_transport.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/shared_library.hpp"

#include "curl_library.hpp"
#include "easy_options.hpp"
#include "retrying_transport.hpp"
#include "transfer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::http {

namespace {

using Transfers = std::vector<std::unique_ptr<Transfer>>;

// Longest time until a signal is noticed that arrives just before the wait.
constexpr int longest_wait_ms = 200;

constexpr std::size_t largest_pem = std::size_t{1} << 20U;

constexpr std::array<std::string_view, 6> proxy_schemes{"http",    "https",  "socks4",
                                                        "socks4a", "socks5", "socks5h"};

// Fails with a usage error that shows neither user name nor password.
Status check_proxy(const CurlLibrary& curl, const std::string& proxy) {
  if (proxy.empty()) return {};
  const auto url = read_parts(curl, proxy, CURLU_NON_SUPPORT_SCHEME | CURLU_DEFAULT_SCHEME);
  const bool is_known = url && contains(proxy_schemes, url->scheme);
  return is_known
             ? Status{}
             : fail(Error::usage(
                   "the proxy is not a valid URL",
                   "a proxy looks like http://host.example:3128 or socks5h://host.example:1080"));
}

// Checks that the files of the client's certificate can be read and that its key is not encrypted:
// mrctl cannot ask for a passphrase.
Status check_client_certificate(const Options& options) {
  if (options.client_cert.empty()) {
    if (options.client_key.empty()) return {};
    return fail(
        Error::usage("a client key requires its certificate", "name it with --client-cert"));
  }
  for (const auto& path : {options.client_cert, options.client_key}) {
    if (path.empty()) continue;
    TRY_ASSIGN(const auto pem, read_file(path, largest_pem));
    if (pem.find("BEGIN ENCRYPTED PRIVATE KEY") != std::string::npos ||
        pem.find("Proc-Type: 4,ENCRYPTED") != std::string::npos)
      return fail(Error::usage(fmt::format("the private key in {} is encrypted", path),
                               "mrctl does not ask for a passphrase: use a file with the decrypted "
                               "key that only you can read"));
  }
  return {};
}

// libcurl's process-wide state; libcurl counts its users.
class GlobalState {
public:
  explicit GlobalState(const CurlLibrary& curl)
      : curl_(curl), code_(curl.global_init(CURL_GLOBAL_DEFAULT)) {}
  GlobalState(const GlobalState&) = delete;
  GlobalState& operator=(const GlobalState&) = delete;
  ~GlobalState() {
    if (is_ready()) curl_.global_cleanup();
  }

  [[nodiscard]] bool is_ready() const { return code_ == CURLE_OK; }

private:
  CurlLibrary curl_;
  CURLcode code_;
};

Wire make_wire(const CurlLibrary& curl, Options options) {
  const auto descriptors = count_descriptors(options.parallel);
  options.parallel = requests_that_fit(descriptors, options.parallel);
  return {.curl = curl, .options = std::move(options), .descriptors = descriptors};
}

class CurlTransport final : public SingleAttempt {
public:
  CurlTransport(const CurlLibrary& curl, Options options)
      : global_(curl), wire_(make_wire(curl, std::move(options))), trace_(wire_.options),
        multi_(curl.multi_init(), curl.multi_cleanup) {}

  [[nodiscard]] bool is_ready() const { return global_.is_ready() && multi_ != nullptr; }

  [[nodiscard]] std::size_t room() const override {
    const auto most = std::max<std::size_t>(1, wire_.options.parallel);
    return most - std::min(most, busy_.size());
  }

  void start(const Try& tried) override {
    if (auto started = try_to_start(tried); !started)
      finish(tried, {.result = fail(started.error()), .outlook = Outlook::permanent}, {});
  }

  // Performs before it waits or others start: until then, a handle still has the data of its
  // previous request.
  std::vector<Attempt> wait() override {
    if (!busy_.empty()) {
      int running = 0;
      auto code = wire_.curl.multi_perform(multi_.get(), &running);
      finish_what_is_done();
      give_up_if_interrupted();
      if (code == CURLM_OK && done_.empty() && !busy_.empty())
        code = wire_.curl.multi_poll(multi_.get(), nullptr, 0, longest_wait_ms, nullptr);
      if (code != CURLM_OK) abandon(code);
    }
    return std::exchange(done_, {});
  }

private:
  [[nodiscard]] Status try_to_start(const Try& tried) {
    if (refusal_) return fail(*refusal_);
    auto transfer = take_idle();
    if (auto ready = transfer->prepare(tried, trace_); !ready) {
      idle_.push_back(std::move(transfer));
      return ready;
    }
    const auto code = wire_.curl.multi_add_handle(multi_.get(), transfer->handle());
    if (code != CURLM_OK)
      return fail(with_http(Error::internal(wire_.curl.multi_strerror(code)), {}));
    busy_.push_back(std::move(transfer));
    return {};
  }

  [[nodiscard]] std::unique_ptr<Transfer> take_idle() {
    if (idle_.empty()) return std::make_unique<Transfer>(wire_);
    auto transfer = std::move(idle_.back());
    idle_.pop_back();
    return transfer;
  }

  void finish_what_is_done() {
    int left = 0;
    while (const auto* message = wire_.curl.multi_info_read(multi_.get(), &left))
      if (message->msg == CURLMSG_DONE) finish(message->easy_handle, message->data.result);
  }

  void finish(CURL* easy, CURLcode code) {
    const auto transfer = std::ranges::find_if(
        busy_, [&](const auto& candidate) { return candidate->handle() == easy; });
    if (transfer != busy_.end()) retire(transfer, (*transfer)->finish(code));
  }

  void finish(const Try& tried, Attempt attempt, const Journey& journey) {
    trace_.show_result(tried, attempt, journey);
    attempt.place = tried.place;
    done_.push_back(std::move(attempt));
  }

  void abandon(CURLMcode code) {
    HttpFacts facts;
    facts.sent = Sent::unknown;
    const auto error = with_http(Error::internal(wire_.curl.multi_strerror(code)), facts);
    while (!busy_.empty())
      retire(busy_.begin(), {.result = fail(error), .outlook = Outlook::permanent});
    refusal_ = with_http(Error::internal(error.message), {});
  }

  void give_up_if_interrupted() {
    const auto kind = interruption_of(wire_.options);
    while (kind && !busy_.empty())
      retire(busy_.begin(), busy_.front()->interrupt(*kind));
  }

  void retire(Transfers::iterator transfer, Attempt attempt) {
    wire_.curl.multi_remove_handle(multi_.get(), (*transfer)->handle());
    finish((*transfer)->tried(), std::move(attempt), (*transfer)->journey());
    idle_.push_back(std::move(*transfer));
    busy_.erase(transfer);
  }

  // Destroyed in reverse order: transfers, then the multi handle, then libcurl's state.
  GlobalState global_;
  Wire wire_;
  Trace trace_;
  MultiHandle multi_;
  std::optional<Error> refusal_; // of all further attempts
  Transfers idle_;
  Transfers busy_;
  std::vector<Attempt> done_;
};

} // namespace

Result<std::unique_ptr<Transport>> make_curl_transport(Options options) {
  TRY_ASSIGN(const auto curl, open_curl());
  TRY(check_proxy(curl, options.proxy));
  TRY(check_client_certificate(options));
  auto wire = std::make_unique<CurlTransport>(curl, options);
  if (!wire->is_ready()) return fail(Error::internal("libcurl cannot start"));
  return std::make_unique<RetryingTransport>(std::move(wire), std::move(options),
                                             real_surroundings());
}

Result<OpenedLibrary> describe_curl() {
  TRY_ASSIGN(const auto curl, open_curl());
  const auto& told = *curl.version_info(CURLVERSION_NOW);
  OpenedLibrary library{.version = told.version,
                        .path =
                            shared_library_path(reinterpret_cast<const void*>(curl.version_info)),
                        .with = {}};
  // Some versions begin with the name; libcurl 8 gives it for more of them than 7.
  const auto add = [&](const char* name, const char* version) {
    if (version == nullptr || *version == '\0') return;
    const bool is_named = std::string_view(version).find('/') != std::string_view::npos;
    library.with.push_back(is_named ? version : fmt::format("{}/{}", name, version));
  };
  add("", told.ssl_version);
  add("zlib", told.libz_version);
  if (told.age >= CURLVERSION_SECOND) add("c-ares", told.ares);
  if (told.age >= CURLVERSION_FIFTH) add("brotli", told.brotli_version);
  if (told.age >= CURLVERSION_SIXTH) add("nghttp2", told.nghttp2_version);
  if (told.age >= CURLVERSION_EIGHTH) add("zstd", told.zstd_version);
  return library;
}

std::string describe_roots(const Options& options) {
  const auto curl = open_curl();
  if (!curl) return {};
  return choose_ca(options, built_in_roots(*curl)).place();
}

} // namespace mrctl::http
