#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/emulator/presets.hpp"
#include "mrctl/emulator/service.hpp"
#include "mrctl/json/writer.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace mrctl::emulator {

namespace {

http::Response failed(const Error& error) {
  return error_reply(500, Json{{"reason", error.message}});
}

// Returns the value of a parameter of the query; nothing if it is no number.
std::optional<long long> parameter(const Request& request, std::string_view name,
                                   long long fallback) {
  const auto question = std::min(request.target.find('?'), request.target.size());
  for (const auto part : split(std::string_view(request.target).substr(question), '&')) {
    const auto pair = part.substr(part.starts_with('?') ? 1 : 0);
    if (!pair.starts_with(name) || pair.substr(name.size(), 1) != "=") continue;
    const auto digits = pair.substr(name.size() + 1);
    constexpr std::size_t most_digits = 9;
    const bool is_number =
        !digits.empty() && digits.size() <= most_digits && std::ranges::all_of(digits, is_digit);
    return is_number ? std::optional(number_in<long long>(digits)) : std::nullopt;
  }
  return fallback;
}

std::optional<ListPage> page_of(const Request& request) {
  constexpr ListPage first;
  const auto limit = parameter(request, "limit", first.limit);
  const auto offset = parameter(request, "offset", first.offset);
  if (!limit || !offset || *limit < 1 || *limit > first.limit) return std::nullopt;
  return ListPage{*limit, *offset};
}

template <class Items, class TextOf>
http::Response list_reply(const Items& items, TextOf text_of, long long total) {
  JsonWriter out;
  out.begin('{').key("data").array(items, [&](const auto& item) { out.raw(text_of(item)); });
  out.member("total_count", total).end('}');
  return {200, {{"Content-Type", "application/json"}}, out.take()};
}

} // namespace

http::Response get_preset(const Request& /*request*/, const PathParameters& parameters,
                          Store& store) {
  store.sources.wait(store.latency);
  const auto found = store.presets.find(parameters[0]);
  if (!found) return failed(found.error());
  return *found ? data_reply(preset_json(**found)) : error_reply(404);
}

http::Response list_presets(const Request& request, const PathParameters& /*parameters*/,
                            Store& store) {
  store.sources.wait(store.latency);
  const auto page = page_of(request);
  if (!page) return error_reply(400);
  const auto presets = store.presets.list(*page);
  if (!presets) return failed(presets.error());
  const auto count = store.presets.count();
  return count ? list_reply(*presets, listed_preset_json, *count) : failed(count.error());
}

// The number of the newest version is that of all versions.
http::Response list_versions(const Request& request, const PathParameters& parameters,
                             Store& store) {
  store.sources.wait(store.latency);
  const auto page = page_of(request);
  if (!page) return error_reply(400);
  const auto newest = store.presets.find(parameters[0]);
  if (!newest) return failed(newest.error());
  if (!*newest) return error_reply(404);
  const auto versions = store.presets.versions(parameters[0], *page);
  return versions ? list_reply(*versions, version_json, (*newest)->version.number)
                  : failed(versions.error());
}

http::Response get_version(const Request& /*request*/, const PathParameters& parameters,
                           Store& store) {
  store.sources.wait(store.latency);
  const auto& number = parameters[1];
  constexpr std::size_t most_digits = 18;
  if (number.size() > most_digits || !std::ranges::all_of(number, is_digit))
    return error_reply(404);
  const auto found = store.presets.find(parameters[0], number_in<long long>(number));
  if (!found) return failed(found.error());
  return *found ? data_reply(version_json(**found)) : error_reply(404);
}

http::Response list_credentials(const Request& request, const PathParameters& /*parameters*/,
                                Store& store) {
  store.sources.wait(store.latency);
  const auto page = page_of(request);
  if (!page) return error_reply(400);
  const auto& all = store.catalogue.credentials;
  std::vector<std::string_view> shown;
  long long place = 0;
  for (const auto& [id, text] : all)
    if (place++; place > page->offset && place <= page->offset + page->limit) shown.push_back(text);
  return list_reply(
      shown, [](std::string_view text) { return text; }, static_cast<long long>(all.size()));
}

} // namespace mrctl::emulator
