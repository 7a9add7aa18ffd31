#include "dead_entries.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/nearest.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

namespace mrctl::explain {

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

std::string nearest_name(std::string_view entry, const Vocabulary& names) {
  return names.nearest(entry);
}

std::string bits_of(std::string_view quantization) {
  std::string bits;
  std::ranges::copy_if(quantization, std::back_inserter(bits), is_digit);
  return bits;
}

// Another precision is never what was meant.
std::string nearest_quantization(std::string_view entry, const Vocabulary& names) {
  auto words = names.words();
  std::erase_if(words, [&](const std::string& word) { return bits_of(word) != bits_of(entry); });
  return Vocabulary(std::move(words)).nearest(entry);
}

// The positions of the entries that match an endpoint.
Positions matching_names(const Entries& entries, const Listing& listing) {
  const GroupEntries in_group(entries, listing.endpoints);
  Positions positions;
  for (const auto& endpoint : listing.endpoints)
    std::ranges::copy(in_group.matching(endpoint), std::back_inserter(positions));
  return positions;
}

Positions matching_quantizations(const Entries& entries, const Listing& listing) {
  Positions positions;
  for (const auto& endpoint : listing.endpoints)
    if (endpoint.quantization)
      std::ranges::copy(covering(entries, *endpoint.quantization), std::back_inserter(positions));
  return positions;
}

// One list of the body: its path, how an entry matches, and the valid alternatives.
struct List {
  std::string_view pointer;
  const Entries& entries;
  Positions (*matching)(const Entries&, const Listing&);
  Words (*words)(std::span<const Listing>);
  std::string (*nearest)(std::string_view, const Vocabulary&);
};

std::vector<DeadEntry> dead_in(const List& list, std::span<const Listing> listings) {
  std::vector<DeadEntry> dead;
  std::vector<bool> is_alive(list.entries.size(), false);
  for (const auto& listing : listings)
    for (const auto position : list.matching(list.entries, listing))
      is_alive[position] = true;
  if (std::ranges::find(is_alive, false) == is_alive.end()) return dead;
  const Vocabulary vocabulary(list.words(listings));
  for (std::size_t i = 0; i < list.entries.size(); ++i)
    if (!is_alive[i])
      dead.push_back({pointer_join(list.pointer, list.entries[i].index), list.entries[i].text,
                      list.nearest(list.entries[i].text, vocabulary)});
  return dead;
}

} // namespace

std::vector<DeadEntry> dead_entries(const Question& question, std::span<const Listing> listings) {
  std::vector<DeadEntry> dead;
  if (std::ranges::all_of(listings,
                          [](const Listing& listing) { return listing.endpoints.empty(); }))
    return dead;
  const std::array lists{
      List{"/provider/only", question.only, matching_names, names_in, nearest_name},
      List{"/provider/ignore", question.ignore, matching_names, names_in, nearest_name},
      List{"/provider/order", question.order, matching_names, names_in, nearest_name},
      List{"/provider/quantizations", question.quantizations, matching_quantizations,
           quantizations_in, nearest_quantization},
  };
  for (const auto& list : lists)
    std::ranges::move(dead_in(list, listings), std::back_inserter(dead));
  return dead;
}

} // namespace mrctl::explain
