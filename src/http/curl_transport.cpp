#include "mrctl/http/curl_transport.hpp"

#include "batch.hpp"
#include "option_checks.hpp"
#include "retrying_transport.hpp"

#include <string>
#include <utility>

namespace mrctl::http {

namespace {

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
      : global_(curl), wire_(make_wire(curl, std::move(options))),
        multi_(curl.multi_init(), curl.multi_cleanup) {}

  [[nodiscard]] bool is_ready() const { return global_.is_ready() && multi_ != nullptr; }

  void attempt(TrySource& tries, const ReceiveAttempt& receive) override {
    Batch(wire_, multi_.get(), idle_, tries, receive).run();
  }

private:
  // Destroyed in reverse order: transfers, then the multi handle, then libcurl's state.
  GlobalState global_;
  Wire wire_;
  MultiHandle multi_;
  Transfers idle_;
};

} // namespace

Result<std::unique_ptr<Transport>> make_curl_transport(Options options) {
  const auto curl = open_curl();
  if (!curl) return fail(curl.error());
  if (auto usable = check_proxy(*curl, options.proxy); !usable) return fail(usable.error());
  if (auto usable = check_client_certificate(options); !usable) return fail(usable.error());
  auto wire = std::make_unique<CurlTransport>(*curl, options);
  if (!wire->is_ready()) return fail(Error::internal("libcurl cannot start"));
  return std::make_unique<RetryingTransport>(std::move(wire), std::move(options),
                                             real_surroundings());
}

} // namespace mrctl::http
