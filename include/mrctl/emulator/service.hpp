#pragma once

#include "mrctl/emulator/faults.hpp"
#include "mrctl/emulator/handle.hpp"
#include "mrctl/http/message.hpp"
#include "mrctl/json/value.hpp"

#include <array>
#include <string>
#include <string_view>

namespace mrctl::emulator {

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

private:
  Store store_;
  Faults faults_;
};

// Returns 200 with {"data": …}; `data` is a JSON text.
[[nodiscard]] http::Response data_reply(std::string_view data);

// Returns the error envelope of the specification, section 7, with that section's message for the
// status, or the status's phrase for others. A null `metadata` is left out.
[[nodiscard]] http::Response error_reply(int status, const Json& metadata = nullptr);

// Returns the message that error_reply() gives.
[[nodiscard]] std::string error_message(int status);

// Sections 4.1, 4.2 and 4.3 of the specification.
[[nodiscard]] http::Response create_preset(const Request& request, const PathParameters& parameters,
                                           Store& store);
[[nodiscard]] http::Response list_endpoints(const Request& request,
                                            const PathParameters& parameters, Store& store);
[[nodiscard]] http::Response get_credential(const Request& request,
                                            const PathParameters& parameters, Store& store);

inline constexpr std::array route_rows{
    Route{"POST", "/presets/{slug}/chat/completions", create_preset},
    Route{"GET", "/models/{author}/{slug}/endpoints", list_endpoints},
    Route{"GET", "/byok/{id}", get_credential},
};

} // namespace mrctl::emulator
