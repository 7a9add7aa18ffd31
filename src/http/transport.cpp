#include "mrctl/http/transport.hpp"

#include <utility>

namespace mrctl::http {

std::optional<ErrorKind> Transport::send_each(Source& source, const Receive& receive) {
  std::size_t before = 0;
  for (auto requests = source.next(1); !requests.empty(); requests = source.next(1)) {
    send(requests, [&](std::size_t place, Result<Exchange> outcome) {
      receive(before + place, std::move(outcome));
    });
    before += requests.size();
  }
  return std::nullopt;
}

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
