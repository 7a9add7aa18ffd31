#pragma once

#include "mrctl/document/document.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace mrctl::document {

[[nodiscard]] inline Document json_document(std::string text) {
  return {"body.json", std::move(text), Syntax::json};
}

[[nodiscard]] inline Document yaml_document(std::string text) {
  return {"body.yaml", std::move(text), Syntax::yaml};
}

[[nodiscard]] inline Json understood(const Document& document) {
  const auto read = read_document(document);
  REQUIRE_MESSAGE(read.has_value(), (read ? "" : read.error().message));
  return read->json.value();
}

[[nodiscard]] inline Problem misunderstood(const Document& document) {
  auto parsed = read_document(document);
  REQUIRE_FALSE(parsed.has_value());
  CHECK(parsed.error().severity == Severity::error);
  REQUIRE(parsed.error().place.has_value());
  CHECK(parsed.error().place->file == document.name);
  return std::move(parsed.error());
}

// "3:14": a drawing of a place that is easy to compare.
[[nodiscard]] inline std::string line_and_column(const Place& place) {
  return std::to_string(place.line) + ":" + std::to_string(place.column);
}

[[nodiscard]] inline Place located_at(const Document& document, std::string pointer,
                                      PlaceOf what = PlaceOf::value) {
  const PlaceQuery wanted{std::move(pointer), what};
  const auto read = read_document(document);
  REQUIRE(read.has_value());
  return locate(*read, {&wanted, 1}).front();
}

[[nodiscard]] inline std::string located(const Document& document, std::string pointer,
                                         PlaceOf what = PlaceOf::value) {
  return line_and_column(located_at(document, std::move(pointer), what));
}

// Where a member stands: its key, and its value.
struct Standing {
  std::string pointer;
  std::string key;
  std::string value;
};

inline void check_places(const Document& document, const std::vector<Standing>& members) {
  for (const auto& member : members) {
    CAPTURE(member.pointer);
    CHECK(located(document, member.pointer, PlaceOf::key) == member.key);
    CHECK(located(document, member.pointer, PlaceOf::value) == member.value);
  }
}

[[nodiscard]] inline std::string place_of(const Problem& problem) {
  return line_and_column(problem.place.value_or(Place{}));
}

[[nodiscard]] inline std::string repeated(const std::string& text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i)
    out += text;
  return out;
}

} // namespace mrctl::document
