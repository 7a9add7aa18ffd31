#pragma once

#include "mrctl/json/value.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

// Returns the value of a JSON text that a test wrote; a mistake in it ends the test.
inline mrctl::Json parsed(std::string_view text) {
  auto value = mrctl::parse_json(text, mrctl::Reading::tolerant);
  REQUIRE_MESSAGE(value.has_value(), std::string(text));
  return *std::move(value);
}
