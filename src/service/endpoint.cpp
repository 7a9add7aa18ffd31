#include "mrctl/service/endpoint.hpp"

#include "mrctl/service/record_reading.hpp"

#include <forward_list>
#include <utility>

namespace mrctl::service {

bool is_degraded(const Endpoint& endpoint) {
  const auto status = endpoint.status ? endpoint.status->value() : std::nullopt;
  return status && !status->is_zero();
}

bool has_further_prices(const Endpoint& endpoint) {
  const auto request = endpoint.pricing.request ? endpoint.pricing.request->value() : std::nullopt;
  return endpoint.pricing.overrides || (request && !request->is_zero());
}

Model read_model_text(SharedText text) {
  return read_model(JsonText(std::move(text)));
}

Model read_model(const JsonText& json) {
  Model model;
  Views views;
  read_members(model, json.root(), views);
  model.text = json.text();
  model.decoded =
      std::make_shared<const std::forward_list<std::string>>(std::move(views).decoded());
  return model;
}

} // namespace mrctl::service
