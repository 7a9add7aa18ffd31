#include "caller.hpp"
#include "operations.hpp"
#include "reply.hpp"

namespace mrctl::emulator {

http::Response list_endpoints(const Request& request, const PathParameters& parameters,
                              Store& store) {
  const auto caller = caller_of(request, store.keys);
  if (caller == Caller::without_key || caller == Caller::with_unknown_key) return refuse(caller);
  store.sources.wait(store.latency);
  const auto found = store.catalogue.models.find(parameters[0] + "/" + parameters[1]);
  return found == store.catalogue.models.end() ? error_reply(404) : data_reply(found->second);
}

} // namespace mrctl::emulator
