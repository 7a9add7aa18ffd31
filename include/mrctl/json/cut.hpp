#pragma once

#include "mrctl/json/view.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl {

// A part of a text, and what takes its place.
struct JsonCut {
  std::string_view part; // if it is empty, the text is inserted there
  std::string text{};
};

// Cuts and pastes parts that do not overlap. The rest stays as it is written, and the result must
// be JSON again.
[[nodiscard]] JsonText cut_json(const JsonText& text, std::vector<JsonCut> cuts);

// Returns the cut that adds items, separated by commas, at the end of an object or an array.
[[nodiscard]] JsonCut adding_items(const JsonView& list, std::string_view items);

// Returns the cuts that remove items from an object or an array, with their commas.
[[nodiscard]] std::vector<JsonCut>
removing_items(const JsonView& list, const std::function<bool(const JsonItem&)>& is_removed);

} // namespace mrctl
