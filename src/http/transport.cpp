#include "mrctl/http/transport.hpp"

#include <utility>

namespace mrctl::http {

void send_each(Transport& transport, std::span<const Request> requests, const Receive& receive) {
  const auto batch = transport.begin(requests.size());
  for (;;) {
    for (auto room = batch->room(); room > 0 && !requests.empty(); --room) {
      batch->start(requests.front());
      requests = requests.subspan(1);
    }
    auto finished = batch->next();
    if (!finished) return;
    receive(finished->place, std::move(finished->outcome));
  }
}

std::vector<Result<Exchange>> send_all(Transport& transport, std::span<const Request> requests) {
  std::vector<Result<Exchange>> outcomes(requests.size());
  send_each(transport, requests, [&](std::size_t place, Result<Exchange> outcome) {
    outcomes[place] = std::move(outcome);
  });
  return outcomes;
}

Result<Exchange> send_one(Transport& transport, const Request& request) {
  return std::move(send_all(transport, std::span(&request, 1)).front());
}

} // namespace mrctl::http
