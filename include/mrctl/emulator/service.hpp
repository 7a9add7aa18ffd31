#pragma once

#include "mrctl/emulator/faults.hpp"
#include "mrctl/emulator/presets.hpp"
#include "mrctl/emulator/request_reader.hpp"
#include "mrctl/http/message.hpp"
#include "mrctl/json/value.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::emulator {

inline constexpr std::string_view api_prefix = "/api/v1"; // specification, section 9

// The parameters of the path, decoded, in their order.
using PathParameters = std::vector<std::string>;

// One operation that the emulator answers.
struct Route {
  std::string_view method;
  std::string_view path; // behind the prefix; segments in braces are parameters
  int for_inference_key; // the status that this key gets; 200 if it may ask, too
  http::Response (*answer)(const Request&, const PathParameters&, Store&);
  bool is_specified = true; // others are answered only with --reads
};

[[nodiscard]] std::span<const Route> routes();

// Answers one request as the specification says, sections 4, 5 and 7; docs/emulator.md says what
// was chosen where it is silent. Never throws and always answers. Several threads may call it on
// one store.
[[nodiscard]] http::Response handle(const Request& request, Store& store);

// How the connection behaves once the request has been read.
enum class Ending {
  answer,   // the response is sent
  reset,    // nothing is sent, the connection is reset
  hang,     // nothing is sent, the connection stays open
  truncate, // the head and half of the body are sent, then the connection is closed
};

struct Outcome {
  http::Response response;
  Ending ending = Ending::answer;
  Duration delay{0}; // before anything is sent
};

// The emulated service with its faults.
class Service {
public:
  Service(Store store, std::vector<FaultRule> rules, std::uint64_t seed);

  // Never throws. Several threads may call it.
  [[nodiscard]] Outcome respond(const Request& request);

  // Answers bytes that are not a valid request; error.metadata has the `reason`.
  [[nodiscard]] http::Response refuse(int status, std::string_view reason);

  [[nodiscard]] const Keys& keys() const { return store_.keys; }
  [[nodiscard]] std::vector<std::string> unmatched_rules() { return faults_.unmatched(); }

private:
  Store store_;
  Faults faults_;
};

// Returns 200 with {"data": …}; `data` is a JSON text.
[[nodiscard]] http::Response data_reply(std::string_view data);

// Returns the error envelope of the specification, section 7, with that section's message for the
// status, or the status's phrase for others. A null `metadata` is left out.
[[nodiscard]] http::Response error_reply(int status, const Json& metadata = nullptr);

} // namespace mrctl::emulator
