#pragma once

#include "mrctl/json/value.hpp"

#include <string_view>

// Returns the value of a JSON text that a test wrote; a mistake in it ends the test.
inline mrctl::Json parsed(std::string_view text) {
  return mrctl::parse_json(text, mrctl::Reading::tolerant).value();
}
