#include "../../../src/service/envelope.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::service;

TEST_CASE("each status has the kind that its exit code stands for") {
  CHECK(kind_of_status(401) == ErrorKind::unauthorized);
  CHECK(kind_of_status(403) == ErrorKind::unauthorized);
  CHECK(kind_of_status(404) == ErrorKind::not_found);
  CHECK(kind_of_status(409) == ErrorKind::conflict);
  CHECK(kind_of_status(412) == ErrorKind::conflict);
  CHECK(kind_of_status(429) == ErrorKind::rate_limited);
  for (const int status : {500, 502, 503, 504, 524, 529, 599})
    CHECK(kind_of_status(status) == ErrorKind::server);
  for (const int status : {400, 402, 405, 408, 410, 413, 422, 451, 499})
    CHECK(kind_of_status(status) == ErrorKind::rejected);
  for (const int status : {200, 204, 301, 302, 307, 308, 399, 600, 999, 0})
    CHECK(kind_of_status(status) == ErrorKind::unexpected_response);
}
