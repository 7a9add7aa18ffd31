#include "mrctl/json/cut.hpp"

#include "scanner.hpp"

#include <algorithm>
#include <utility>

namespace mrctl {

namespace {

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

const char* end_of(std::string_view text) {
  return text.data() + text.size();
}

} // namespace

JsonText cut_json(const JsonText& text, std::vector<JsonCut> cuts) {
  if (cuts.empty()) return text;
  std::ranges::stable_sort(cuts, [](const JsonCut& one, const JsonCut& other) {
    return one.part.data() < other.part.data();
  });
  auto size = text.text().size();
  for (const auto& cut : cuts)
    size += cut.text.size() - cut.part.size();
  std::string out;
  out.reserve(size);
  const auto whole = text.text().view();
  const auto* at = whole.data();
  for (const auto& cut : cuts) {
    out += between(at, cut.part.data());
    out += cut.text;
    at = end_of(cut.part);
  }
  out += between(at, end_of(whole));
  return JsonText(SharedText(std::move(out)));
}

JsonCut adding_items(const JsonView& list, std::string_view items) {
  auto inside = list.text();
  inside.remove_suffix(1);
  while (is_json_space(inside.back()))
    inside.remove_suffix(1);
  const auto* comma = list.size() == 0 ? "" : ",";
  return {list.text().substr(inside.size(), 0), comma + std::string(items)};
}

// An item is removed up to the next one. Behind the last item that stays, everything goes.
std::vector<JsonCut> removing_items(const JsonView& list,
                                    const std::function<bool(const JsonItem&)>& is_removed) {
  std::vector<JsonCut> cuts;
  const char* removed = nullptr; // where the removed items before this one begin
  const char* end = nullptr;     // of the last item
  const char* kept = nullptr;    // the end of the last item that stays
  for (const auto& item : list.items()) {
    const auto text = item.text();
    if (is_removed(item)) {
      if (removed == nullptr) removed = text.data();
    } else {
      if (removed != nullptr) cuts.push_back({between(removed, text.data())});
      removed = nullptr;
      kept = end_of(text);
    }
    end = end_of(text);
  }
  if (removed != nullptr) cuts.push_back({between(kept == nullptr ? removed : kept, end)});
  return cuts;
}

} // namespace mrctl
