#include "mrctl/emulator/presets.hpp"
#include "mrctl/emulator/service.hpp"
#include "mrctl/json/writer.hpp"

namespace mrctl::emulator {

namespace {

http::Response failed(const Error& error) {
  return error_reply(500, Json{{"reason", error.message}});
}

} // namespace

http::Response get_preset(const Request& /*request*/, const PathParameters& parameters,
                          Store& store) {
  store.sources.wait(store.latency);
  const auto found = store.presets.find(parameters[0]);
  if (!found) return failed(found.error());
  return *found ? data_reply(preset_json(**found)) : error_reply(404);
}

http::Response list_presets(const Request& /*request*/, const PathParameters& /*parameters*/,
                            Store& store) {
  store.sources.wait(store.latency);
  const auto presets = store.presets.list();
  if (!presets) return failed(presets.error());
  JsonWriter out;
  out.begin('{').key("data").array(*presets,
                                   [&](const auto& preset) { out.raw(preset_json(preset)); });
  out.member("total_count", presets->size()).end('}');
  return {200, {{"Content-Type", "application/json"}}, out.take()};
}

} // namespace mrctl::emulator
