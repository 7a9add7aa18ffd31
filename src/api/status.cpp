#include "status.hpp"

#include <algorithm>
#include <array>

namespace mrctl::api {

namespace {

struct StatusName {
  int status;
  std::string_view words;
};

// The statuses of the specification (section 7), and others that services are known to send.
constexpr std::array names{
    StatusName{301, "Moved Permanently"},
    StatusName{302, "Found"},
    StatusName{303, "See Other"},
    StatusName{304, "Not Modified"},
    StatusName{307, "Temporary Redirect"},
    StatusName{308, "Permanent Redirect"},
    StatusName{400, "Bad Request"},
    StatusName{401, "Unauthorized"},
    StatusName{402, "Payment Required"},
    StatusName{403, "Forbidden"},
    StatusName{404, "Not Found"},
    StatusName{405, "Method Not Allowed"},
    StatusName{408, "Request Timeout"},
    StatusName{409, "Conflict"},
    StatusName{410, "Gone"},
    StatusName{412, "Precondition Failed"},
    StatusName{413, "Content Too Large"},
    StatusName{415, "Unsupported Media Type"},
    StatusName{422, "Unprocessable Content"},
    StatusName{429, "Too Many Requests"},
    StatusName{500, "Internal Server Error"},
    StatusName{501, "Not Implemented"},
    StatusName{502, "Bad Gateway"},
    StatusName{503, "Service Unavailable"},
    StatusName{504, "Gateway Timeout"},
    StatusName{524, "Timeout"},
    StatusName{529, "Overloaded"},
};

} // namespace

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
  const auto* found = std::find_if(names.begin(), names.end(),
                                   [&](const StatusName& name) { return name.status == status; });
  return found == names.end() ? "no further explanation" : found->words;
}

} // namespace mrctl::api
