#include "mrctl/explain/shortcut.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace mrctl::explain {

std::string_view model_of_shortcut(std::string_view id) {
  constexpr std::array<std::string_view, 4> shortcuts{":nitro", ":floor", ":online", ":exacto"};
  const auto* found = std::ranges::find_if(shortcuts, [&](std::string_view shortcut) {
    return id.size() > shortcut.size() && id.ends_with(shortcut);
  });
  return found == shortcuts.end() ? std::string_view() : id.substr(0, id.size() - found->size());
}

std::string words_on_shortcut(std::string_view id, std::string_view model) {
  return fmt::format("judged by {}: a listing has no '{}'", model, id.substr(model.size()));
}

Listing listing_of_shortcut(std::string id, Listing of_model) {
  of_model.judged_by = std::exchange(of_model.model, std::move(id));
  return of_model;
}

} // namespace mrctl::explain
