#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mrctl::render {

// How many arguments the command line had: one gives an object, several give an array even where
// only one of them has an answer.
enum class Arity { one, several };

enum class Layout { compact, pretty };

// Returns the texts of `data` as one JSON document with a final newline; bytes are moved, never
// respelled.
[[nodiscard]] std::string json(std::span<const std::string> data, Arity arity, Layout layout);

// Returns a compact document a line.
[[nodiscard]] std::string jsonl(std::span<const std::string> data);

} // namespace mrctl::render
