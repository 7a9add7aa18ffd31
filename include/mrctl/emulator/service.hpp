#pragma once

#include "mrctl/emulator/faults.hpp"
#include "mrctl/emulator/handle.hpp"

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

} // namespace mrctl::emulator
