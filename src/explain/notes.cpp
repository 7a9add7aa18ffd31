#include "notes.hpp"

#include <fmt/format.h>

#include <array>

namespace mrctl::explain {

namespace {

bool chooses_one(const Question& question) {
  return !question.may_fall_back && question.order.empty() && question.sort == Sort::none;
}

bool prefers_latency(const Question& question) {
  return set_member(question.body, "/provider/preferred_max_latency") != nullptr;
}

bool prefers_throughput(const Question& question) {
  return set_member(question.body, "/provider/preferred_min_throughput") != nullptr;
}

bool shares_one_pool(const Question& question) {
  const auto* partition = set_member(question.body, "/provider/sort/partition");
  const auto* route = set_member(question.body, "/route");
  return (partition != nullptr && *partition == "none") || (route != nullptr && *route == "sort");
}

struct Note {
  bool (*applies)(const Question&);
  std::string_view text;
};

// On each group.
constexpr std::array group_notes{
    Note{chooses_one, "provider.allow_fallbacks is false without order or sort: the service "
                      "chooses one endpoint and tries no other"},
    Note{prefers_latency, "provider.preferred_max_latency excludes no endpoint; the service may "
                          "try slower ones later, which the ranks here do not show"},
    Note{prefers_throughput, "provider.preferred_min_throughput excludes no endpoint; the service "
                             "may try slower ones later, which the ranks here do not show"},
};

// On all groups together.
constexpr std::array body_notes{
    Note{shares_one_pool,
         "the service sorts the endpoints of all models together; ranks here are by model"},
};

constexpr std::string_view never_listed =
    "a listing does not show: account-wide allow and ignore lists and data policies (merged with "
    "those of the body), your own provider credentials (used first), sticky sessions, or what the "
    "service knows of outages and load";

} // namespace

std::vector<std::string> notes_on(const Question& question, std::span<const Listing> listings) {
  std::vector<std::string> notes;
  for (const auto& note : group_notes)
    for (const auto& listing : listings)
      if (note.applies(question))
        notes.push_back(listings.size() == 1 ? std::string(note.text)
                                             : fmt::format("{}: {}", listing.model, note.text));
  for (const auto& note : body_notes)
    if (note.applies(question)) notes.emplace_back(note.text);
  notes.emplace_back(never_listed);
  return notes;
}

} // namespace mrctl::explain
