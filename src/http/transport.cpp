#include "mrctl/http/transport.hpp"

#include <utility>

namespace mrctl::http {

std::vector<Result<Exchange>> send_all(Transport& transport, std::span<const Request> requests) {
  std::vector<Result<Exchange>> outcomes(requests.size());
  transport.send(requests, [&](std::size_t place, Result<Exchange> outcome) {
    outcomes[place] = std::move(outcome);
  });
  return outcomes;
}

Result<Exchange> send_one(Transport& transport, const Request& request) {
  return std::move(send_all(transport, std::span(&request, 1)).front());
}

} // namespace mrctl::http
