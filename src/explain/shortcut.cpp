#include "mrctl/explain/shortcut.hpp"

#include "question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace mrctl::explain {

namespace {

// What a service makes of the end of a model's id.
struct Shortcut {
  std::string_view ending;
  Sort sort = Sort::none; // where the body sets none
  bool searches = false;
  std::array<std::string_view, 2> tiers{}; // whose endpoints compete, beside those without a tier
};

constexpr std::array shortcuts{
    Shortcut{":nitro", Sort::throughput, false, {"priority", "fast"}},
    Shortcut{":floor", Sort::price, false, {"flex"}},
    Shortcut{":online", Sort::none, true},
    Shortcut{":exacto", Sort::undecidable},
};

constexpr Shortcut none{};

const Shortcut& shortcut_in(std::string_view id) {
  const auto* found = std::ranges::find_if(shortcuts, [&](const Shortcut& shortcut) {
    return id.size() > shortcut.ending.size() && id.ends_with(shortcut.ending);
  });
  return found == shortcuts.end() ? none : *found;
}

} // namespace

std::string_view model_of_shortcut(std::string_view id) {
  const auto ending = shortcut_in(id).ending;
  return ending.empty() ? ending : id.substr(0, id.size() - ending.size());
}

std::string words_on_shortcut(std::string_view id, std::string_view model) {
  return fmt::format("judged by {}: a listing has no '{}'", model, id.substr(model.size()));
}

Listing listing_of_shortcut(std::string id, Listing of_model) {
  of_model.judged_by = std::exchange(of_model.model, std::move(id));
  return of_model;
}

Sort sort_of_shortcut(std::string_view id) {
  return shortcut_in(id).sort;
}

bool is_search_shortcut(std::string_view id) {
  return shortcut_in(id).searches;
}

bool admits_tier(std::string_view id, std::string_view tier) {
  const auto& admitted = shortcut_in(id).tiers;
  return std::ranges::find(admitted, tier) != admitted.end();
}

} // namespace mrctl::explain
