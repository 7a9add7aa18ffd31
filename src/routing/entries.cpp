#include "entries.hpp"

#include "mrctl/base/ascii.hpp"

#include <algorithm>
#include <array>

namespace mrctl::routing {

namespace {

constexpr std::array<std::string_view, 4> tiers{"flex", "priority", "scale", "fast"};

struct Family {
  std::string_view entry;
  std::string_view member;
};

constexpr std::array families{
    Family{"fp4", "mxfp4"},
    Family{"fp4", "nvfp4"},
    Family{"fp8", "mxfp8"},
};

bool is_whole_tag(std::string_view entry, const model::Endpoint& endpoint) {
  return endpoint.tag && equal_ignoring_case(*endpoint.tag, entry);
}

bool begins_tag(std::string_view entry, const model::Endpoint& endpoint) {
  if (!endpoint.tag) return false;
  const std::string_view tag = *endpoint.tag;
  return tag.size() > entry.size() && tag[entry.size()] == '/' &&
         equal_ignoring_case(tag.substr(0, entry.size()), entry) && !tier_of(endpoint);
}

bool matches_by_tag(const Entry& entry, const model::Endpoint& endpoint) {
  return is_whole_tag(entry.text, endpoint) || begins_tag(entry.text, endpoint);
}

bool matches_by_name(const Entry& entry, const model::Endpoint& endpoint) {
  return entry.names_a_provider && endpoint.provider_name &&
         equal_ignoring_case(*endpoint.provider_name, entry.text) && !tier_of(endpoint);
}

} // namespace

std::optional<std::string_view> tier_of(const model::Endpoint& endpoint) {
  if (!endpoint.tag) return std::nullopt;
  const std::string_view tag = *endpoint.tag;
  const auto slash = tag.rfind('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto* tier = std::find_if(tiers.begin(), tiers.end(), [&](std::string_view known) {
    return equal_ignoring_case(known, tag.substr(slash + 1));
  });
  return tier == tiers.end() ? std::nullopt : std::optional(*tier);
}

Entries resolved(Entries entries, std::span<const model::Endpoint> group) {
  for (auto& entry : entries)
    entry.names_a_provider = std::none_of(group.begin(), group.end(), [&](const auto& endpoint) {
      return matches_by_tag(entry, endpoint);
    });
  return entries;
}

std::optional<std::size_t> first_match(const Entries& entries, const model::Endpoint& endpoint) {
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (matches(entries[i], endpoint)) return i;
  return std::nullopt;
}

bool matches(const Entry& entry, const model::Endpoint& endpoint) {
  return matches_by_tag(entry, endpoint) || matches_by_name(entry, endpoint);
}

bool holds_tag(const Entries& entries, const model::Endpoint& endpoint) {
  return std::any_of(entries.begin(), entries.end(),
                     [&](const Entry& entry) { return is_whole_tag(entry.text, endpoint); });
}

bool is_of_quantization(std::string_view quantization, const Entry& entry) {
  if (equal_ignoring_case(quantization, entry.text)) return true;
  return std::any_of(families.begin(), families.end(), [&](const Family& family) {
    return equal_ignoring_case(family.entry, entry.text) &&
           equal_ignoring_case(family.member, quantization);
  });
}

} // namespace mrctl::routing
