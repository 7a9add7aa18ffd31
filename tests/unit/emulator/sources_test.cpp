#include "mrctl/emulator/presets.hpp"

#include "counting_store.hpp"

#include <doctest/doctest.h>

#include <regex>
#include <set>

using namespace mrctl::emulator;

namespace {
const std::regex uuid_form("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
const std::regex time_form(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)");
} // namespace

TEST_CASE("counted time starts in 2026 and advances a second a call") {
  const auto sources = counting_sources();
  CHECK(sources.now() == "2026-01-01T00:00:00.000Z");
  CHECK(sources.now() == "2026-01-01T00:00:01.000Z");
}

TEST_CASE("counted identifiers are UUIDs in a row, request ids count by themselves") {
  const auto sources = counting_sources();
  CHECK(sources.uuid() == "00000000-0000-4000-8000-000000000001");
  CHECK(sources.request_id() == "req-000001");
  const auto second = sources.uuid();
  CHECK(second == "00000000-0000-4000-8000-000000000002");
  CHECK(std::regex_match(second, uuid_form));
}

TEST_CASE("real identifiers are random UUIDs and the time is well formed") {
  const auto sources = real_sources();
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) {
    const auto id = sources.uuid();
    CHECK(std::regex_match(id, uuid_form));
    seen.insert(id);
    seen.insert(sources.request_id());
  }
  CHECK(seen.size() == 2000);
  CHECK(std::regex_match(sources.now(), time_form));
}
