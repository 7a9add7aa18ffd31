#include "mrctl/base/ascii.hpp"

#include "caller.hpp"
#include "operations.hpp"
#include "reply.hpp"

namespace mrctl::emulator {

// A malformed identifier counts as unknown: 404, because the specification has no 400 here.
http::Response get_credential(const Request& request, const PathParameters& parameters,
                              Store& store) {
  const auto caller = caller_of(request, store.keys);
  if (caller != Caller::with_management_key) return refuse(caller);
  store.sources.wait(store.latency);
  const auto found = store.catalogue.credentials.find(lower_case(parameters[0]));
  return found == store.catalogue.credentials.end() ? error_reply(404) : data_reply(found->second);
}

} // namespace mrctl::emulator
