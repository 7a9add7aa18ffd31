#include "listed_endpoint.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/service/endpoint.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <span>
#include <utility>

namespace mrctl::routing {

namespace {

constexpr std::array<std::string_view, 4> tiers{"flex", "priority", "scale", "fast"};
constexpr int per_million = 6; // as a power of ten

std::optional<std::string_view> tier_of(const service::Endpoint& endpoint) {
  const auto tag = endpoint.tag.value_or(std::string_view());
  const auto slash = tag.rfind('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto* tier = std::ranges::find_if(tiers, [&](std::string_view known) {
    return equal_ignoring_case(known, tag.substr(slash + 1));
  });
  return tier == tiers.end() ? std::nullopt : std::optional(*tier);
}

// A price that is listed but cannot be read is not known; a missing one may cost nothing.
ListedPrice unreadable_price() {
  return {.is_missing = false};
}

ListedPrice price_of(std::optional<service::NumberView> listed, int powers_of_ten) {
  ListedPrice price{.is_missing = !listed};
  auto value = listed ? listed->price() : std::nullopt;
  if (!value || value->is_negative()) return price;
  price.in_unit = value->shifted(powers_of_ten);
  price.json = json_quote(price.in_unit->text());
  price.known = std::move(value);
  return price;
}

std::optional<Decimal> known_value(std::optional<service::NumberView> value) {
  return value ? value->value() : std::nullopt;
}

Json number_or_null(const std::optional<Decimal>& number) {
  return number ? number_value(number->text()) : Json(nullptr);
}

std::string quoted(std::optional<std::string_view> text) {
  return text ? json_quote(*text) : "null";
}

void read_limits(ListedEndpoint& out) {
  const auto& endpoint = *out.endpoint;
  out.context_length = known_value(endpoint.context_length);
  out.max_prompt_tokens = known_value(endpoint.max_prompt_tokens);
  out.max_output = known_value(endpoint.max_completion_tokens);
  out.longest_output = out.max_output ? out.max_output : out.context_length;
  if (out.context_length) out.longest_output = std::min(*out.longest_output, *out.context_length);
  out.longest_output_json = dump_json(number_or_null(out.longest_output));
  out.context_json = dump_json({{"context_length", number_or_null(out.context_length)},
                                {"max_prompt_tokens", number_or_null(out.max_prompt_tokens)}});
}

constexpr std::array<std::string_view, 3> conditions_on_time{"utc_start", "utc_end", "utc_days"};

// Under a condition that cannot be decided, the prices are not known.
PriceOverride override_of(const JsonView& object, const JsonView& pricing) {
  const auto read = service::read_price_override(object, pricing);
  PriceOverride out;
  bool is_decidable = true;
  for (const auto& condition : read.conditions) {
    const auto key = condition.key();
    if (key == "min_prompt_tokens") {
      out.above = Decimal::parse(text_or_spelling(condition.value));
      is_decidable = is_decidable && out.above;
    } else if (contains(conditions_on_time, key)) {
      out.when += condition.text();
    } else {
      is_decidable = false;
    }
  }
  for (const auto& price : read.prices) {
    const auto text = text_or_spelling(price.value);
    out.prices.emplace_back(price.key(), is_decidable ? price_of(service::NumberView{text}, 0)
                                                      : unreadable_price());
  }
  return out;
}

// Returns an override that nobody can read: it may change any price.
PriceOverride unreadable_override() {
  PriceOverride out;
  for (const auto name : service::price_names)
    out.prices.emplace_back(name, unreadable_price());
  return out;
}

std::vector<PriceOverride> overrides_of(const service::Endpoint& endpoint) {
  std::vector<PriceOverride> found;
  if (!endpoint.pricing.overrides) return found;
  const JsonIndex index(endpoint.json);
  const auto pricing = *find_member(index.root(), "pricing");
  const auto list = *find_member(pricing, "overrides");
  if (!list.is_array()) return {unreadable_override()};
  for (const auto& item : list.items())
    found.push_back(item.value.is_object() ? override_of(item.value, pricing)
                                           : unreadable_override());
  return found;
}

ListedEndpoint read_endpoint(const service::Endpoint& endpoint) {
  ListedEndpoint out{.endpoint = &endpoint,
                     .tag = lower_case(endpoint.tag.value_or("")),
                     .provider = lower_case(endpoint.provider_name.value_or("")),
                     .fails_with = lower_case(provider_of(endpoint)),
                     .tier = tier_of(endpoint),
                     .prompt = price_of(endpoint.pricing.prompt, per_million),
                     .completion = price_of(endpoint.pricing.completion, per_million),
                     .image = price_of(endpoint.pricing.image, 0),
                     .request = price_of(endpoint.pricing.request, 0),
                     .cached = price_of(endpoint.pricing.input_cache_read, 0),
                     .written = price_of(endpoint.pricing.input_cache_write, 0),
                     .written_1h = price_of(endpoint.pricing.input_cache_write_1h, 0),
                     .web_search = price_of(endpoint.pricing.web_search, 0),
                     .overrides = overrides_of(endpoint),
                     .latency = known_value(endpoint.latency_last_30m.p50),
                     .throughput = known_value(endpoint.throughput_last_30m.p50),
                     .is_degraded = service::is_degraded(endpoint)};
  read_limits(out);
  if (const auto& names = endpoint.supported_parameters) out.supported = supported_by(*names);
  out.identity_json = quoted(endpoint.tag ? endpoint.tag : endpoint.provider_name);
  out.quantization_json = quoted(endpoint.quantization);
  return out;
}

// Collects words, each once.
class WordList {
public:
  void add(std::string_view word) {
    if (!word.empty() && seen_.emplace(word).second) words_.emplace_back(word);
  }
  [[nodiscard]] std::vector<std::string> words() && { return std::move(words_); }

private:
  std::vector<std::string> words_;
  std::set<std::string_view> seen_;
};

} // namespace

std::string_view provider_of(const service::Endpoint& endpoint) {
  const auto tag = endpoint.tag.value_or(std::string_view());
  return tag.empty() ? endpoint.provider_name.value_or(tag) : tag.substr(0, tag.find('/'));
}

std::vector<std::string> names_in(std::span<const Listing> listings) {
  WordList names;
  for (const auto& listing : listings)
    for (const auto& endpoint : listing.endpoints)
      if (endpoint.tag && !tier_of(endpoint))
        names.add(endpoint.tag->substr(0, endpoint.tag->find('/')));
  for (const auto& listing : listings)
    for (const auto& endpoint : listing.endpoints) {
      names.add(endpoint.tag.value_or(std::string_view()));
      if (!tier_of(endpoint)) names.add(endpoint.provider_name.value_or(std::string_view()));
    }
  return std::move(names).words();
}

std::vector<std::string> quantizations_in(std::span<const Listing> listings) {
  WordList names;
  for (const auto& listing : listings)
    for (const auto& endpoint : listing.endpoints)
      names.add(endpoint.quantization.value_or(std::string_view()));
  return std::move(names).words();
}

Listing::Listing(std::string name, std::span<const service::Endpoint> all)
    : model(std::move(name)), endpoints(all) {
  std::vector<ListedEndpoint> read;
  read.reserve(all.size());
  for (const auto& endpoint : all)
    read.push_back(read_endpoint(endpoint));
  listed = std::make_shared<const ListedModel>(ListedModel{
      std::move(read), Vocabulary(names_in({this, 1})), Vocabulary(quantizations_in({this, 1}))});
}

} // namespace mrctl::routing
