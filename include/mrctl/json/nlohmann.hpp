#pragma once

// The JSON library, with its literal "{}"_json declared but not defined: no source uses it, and its
// definition makes each source compile a parser, a third of the time of a build. Behind the macro,
// the definition belongs to a template that nobody instantiates (docs/decisions/0013).
#define _json(text, size)                                                                          \
  _json(text, size);                                                                               \
  template <typename>                                                                              \
  nlohmann::json unused_json_literal(text, size)
#include <nlohmann/json.hpp>
#undef _json

// Instantiated once, in src/json/nlohmann.cpp.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;
