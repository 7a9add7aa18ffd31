#pragma once

#include "mrctl/api/requests.hpp"
#include "mrctl/base/json.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::api {

// What is wanted of an answer: its values, or only the text of `data`, or of all of it. Reading all
// the values of a long one takes longer than anything else that becomes of it.
enum class Wanted { values, data, body };

// A 2xx as specified: JSON with `data`. What is not wanted is empty.
struct Answer {
  std::string body; // the bytes as they came; always but for Wanted::data
  std::string data; // the text of `data`, compact, else as sent; always but for Wanted::body

  // For Wanted::values:
  Json value;      // `data`, parsed
  HttpFacts facts; // operation, status, request id …, for messages and later errors
};

// All operations fail with an unauthorized error, nothing sent, where they need a key and there is
// none; with the kind of the status for other answers than 2xx (the exit codes); with
// unexpected_response for a 2xx that is not JSON or has no `data`; and with no_response.

// Creates a preset, or a new version of it, from a chat-completions body (specification, section
// 4.1). Needs a key.
[[nodiscard]] Result<Answer> create_preset(const Service& service, std::string_view slug,
                                           std::string body);

// A preset to create.
struct NewPreset {
  std::string slug;
  std::string body;
};

// Presets to create, as their turn comes; see http::Source.
class PresetSource {
public:
  PresetSource() = default;
  PresetSource(const PresetSource&) = delete;
  PresetSource& operator=(const PresetSource&) = delete;
  virtual ~PresetSource() = default;
  virtual std::vector<NewPreset> next(std::size_t room) = 0;
};

// Takes what became of the preset that the source gave at a place, counted from 0.
using ReceivePreset = std::function<void(std::size_t place, Result<Answer> answer)>;

// Creates presets as create_preset() does, side by side; none is sent without a key. Returns what
// kept it from asking for all of them, where something did.
std::optional<ErrorKind> create_presets(const Service& service, PresetSource& source,
                                        const ReceivePreset& receive);

// Returns whether the service may have stored something although the request failed: it was sent,
// and no answer says that it was refused (specification, section 3).
[[nodiscard]] bool may_have_stored(const Error& error);

// Lists the endpoints of the models, side by side; the answers stand in the order asked
// (specification, section 4.2). Sends a key where there is one.
[[nodiscard]] std::vector<Result<Answer>> list_endpoints(const Service& service,
                                                         std::span<const Model> models,
                                                         Wanted wanted = Wanted::values);

// Reads credentials by their ids, as list_endpoints() does (specification, section 4.3). Needs a
// key.
[[nodiscard]] std::vector<Result<Answer>> get_credentials(const Service& service,
                                                          std::span<const std::string> ids);

// Succeeds where the service takes the key as a management key: it answers "not found" when asked
// for a credential that cannot exist. Needs a key.
[[nodiscard]] Status check_management_key(const Service& service);

// Sends any request and returns what came back, whatever its status. Sends a key where there is
// one.
[[nodiscard]] Result<http::Exchange> send_any(const Service& service, const Call& call);

// Returns the failure that an exchange of send_any() means: any status but 2xx, and a 2xx that
// carries `error`. Nothing where it is a success.
[[nodiscard]] std::optional<Error> failure_of(const Service& service, const Call& call,
                                              const http::Exchange& exchange);

} // namespace mrctl::api
