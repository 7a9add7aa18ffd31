#include "mrctl/base/facts.hpp"

#include <memory>
#include <utility>

namespace mrctl {

std::string_view sent_name(Sent sent) {
  switch (sent) {
  case Sent::no:
    return "no";
  case Sent::yes:
    return "yes";
  case Sent::unknown:
    break;
  }
  return "unknown";
}

Error with_http(Error error, HttpFacts facts) {
  error.http = std::make_shared<const HttpFacts>(std::move(facts));
  return error;
}

HttpFacts http_facts(const Error& error) {
  return error.http ? *error.http : HttpFacts{};
}

} // namespace mrctl
