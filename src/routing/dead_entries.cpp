#include "dead_entries.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/nearest.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

namespace mrctl::routing {

namespace {

using Words = std::vector<std::string>;

// Each word once, in the order of the listings.
class WordList {
public:
  void add(std::string_view word) {
    if (!word.empty() && seen_.emplace(word).second) words_.emplace_back(word);
  }
  [[nodiscard]] Words words() && { return std::move(words_); }

private:
  Words words_;
  std::set<std::string, std::less<>> seen_;
};

// Slugs of providers first, because people mistype them most.
Words names_in(std::span<const Listing> listings) {
  WordList names;
  for (const auto& listing : listings)
    for (const auto& endpoint : listing.endpoints)
      if (endpoint.tag)
        names.add(std::string_view(*endpoint.tag).substr(0, endpoint.tag->find('/')));
  for (const auto& listing : listings)
    for (const auto& endpoint : listing.endpoints) {
      if (endpoint.tag) names.add(*endpoint.tag);
      if (endpoint.provider_name) names.add(*endpoint.provider_name);
    }
  return std::move(names).words();
}

Words quantizations_in(std::span<const Listing> listings) {
  WordList names;
  for (const auto& listing : listings)
    for (const auto& endpoint : listing.endpoints)
      if (endpoint.quantization) names.add(*endpoint.quantization);
  return std::move(names).words();
}

// Ignoring case.
std::string nearest(const std::string& entry, const Words& words) {
  Words lower;
  for (const auto& word : words)
    lower.push_back(lower_case(word));
  const auto found = nearest_word(lower_case(entry), lower);
  if (found.empty()) return {};
  const auto at = std::find(lower.begin(), lower.end(), found) - lower.begin();
  return words[static_cast<std::size_t>(at)];
}

bool is_matched(const Entry& entry, const Listing& listing) {
  const auto in_group = resolved({entry}, listing.endpoints).front();
  return std::any_of(listing.endpoints.begin(), listing.endpoints.end(),
                     [&](const auto& endpoint) { return matches(in_group, endpoint); });
}

bool is_quantization(const Entry& entry, const Listing& listing) {
  return std::any_of(listing.endpoints.begin(), listing.endpoints.end(), [&](const auto& each) {
    return each.quantization && is_of_quantization(*each.quantization, entry);
  });
}

// One list of the body: its path, how an entry matches, and the valid alternatives.
struct List {
  std::string_view pointer;
  const Entries& entries;
  bool (*is_alive)(const Entry&, const Listing&);
  Words (*words)(std::span<const Listing>);
};

std::vector<DeadEntry> dead_in(const List& list, std::span<const Listing> listings) {
  std::vector<DeadEntry> dead;
  for (const auto& entry : list.entries) {
    const bool is_alive =
        std::any_of(listings.begin(), listings.end(),
                    [&](const Listing& listing) { return list.is_alive(entry, listing); });
    if (!is_alive)
      dead.push_back({pointer_join(list.pointer, entry.index), entry.text,
                      nearest(entry.text, list.words(listings))});
  }
  return dead;
}

} // namespace

std::vector<DeadEntry> dead_entries(const Question& question, std::span<const Listing> listings) {
  std::vector<DeadEntry> dead;
  const bool is_any_empty =
      std::any_of(listings.begin(), listings.end(),
                  [](const Listing& listing) { return listing.endpoints.empty(); });
  if (is_any_empty) return dead;
  const std::array lists{
      List{"/provider/only", question.only, is_matched, names_in},
      List{"/provider/ignore", question.ignore, is_matched, names_in},
      List{"/provider/order", question.order, is_matched, names_in},
      List{"/provider/quantizations", question.quantizations, is_quantization, quantizations_in},
  };
  for (const auto& list : lists)
    std::ranges::move(dead_in(list, listings), std::back_inserter(dead));
  return dead;
}

} // namespace mrctl::routing
