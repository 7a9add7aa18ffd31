#include "answer_status.hpp"

#include "mrctl/http/status.hpp"

namespace mrctl::service {

ErrorKind kind_of_status(int status) {
  switch (status) {
  case 401:
  case 403:
    return ErrorKind::unauthorized;
  case 404:
    return ErrorKind::not_found;
  case 409:
  case 412:
    return ErrorKind::conflict;
  case 429:
    return ErrorKind::rate_limited;
  default:
    break;
  }
  if (status >= 500 && status < 600) return ErrorKind::server;
  return status >= 400 && status < 500 ? ErrorKind::rejected : ErrorKind::unexpected_response;
}

std::string_view status_words(int status) {
  const auto phrase = http::status_phrase(status);
  return phrase.empty() ? "no further explanation" : phrase;
}

} // namespace mrctl::service
