#pragma once

#include "mrctl/render/terminal.hpp"

#include <span>
#include <string>
#include <string_view>

namespace mrctl::render {

// How many arguments the command line had: one gives an object, several give an array even where
// only one of them has an answer.
enum class Arity { one, several };

// Returns the texts of `data` as one JSON document, as they are: the only one, or an array. There
// is room for a newline behind it.
[[nodiscard]] std::string one_document(std::span<const std::string> data, Arity arity);

// Returns a JSON text for programs: compact, with a final newline; bytes are moved, never
// respelled.
[[nodiscard]] std::string json(std::string_view text);

// Returns a JSON text for people: over several lines, coloured, and with what a terminal might act
// on in JSON's own escapes, so that it is still the same value.
[[nodiscard]] std::string coloured_json(std::string_view text, const Terminal& terminal);

// Returns a compact document a line.
[[nodiscard]] std::string jsonl(std::span<const std::string> data);

// Returns lines of JSON for people: as coloured_json() does it, without breaking or colouring them.
[[nodiscard]] std::string safe_jsonl(std::string_view lines);

} // namespace mrctl::render
