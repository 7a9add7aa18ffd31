#include "discretion.hpp"

#include "mrctl/config/key.hpp"
#include "mrctl/http/redaction.hpp"

#include <utility>

namespace mrctl::app {

Discretion::Discretion(const config::Environment& environment,
                       std::span<const std::string> arguments) {
  for (const auto& argument : arguments)
    for (const auto& secret : http::possible_secrets(argument))
      learn(secret);
  const auto text = config::variable_of(environment, "MRCTL_API_KEY");
  if (text.empty()) return;
  const auto key = config::read_key(text, "the key");
  learn(key ? *key : Secret(std::string(text)));
}

void Discretion::learn(const Secret& secret) {
  if (!http::stands_out(secret)) return;
  const std::lock_guard lock(mutex_);
  secrets_.push_back(secret);
}

std::string Discretion::hide(std::string_view text) const {
  const std::lock_guard lock(mutex_);
  return http::hide_secrets(text, secrets_);
}

World discreet(const World& world, const std::shared_ptr<Discretion>& discretion) {
  auto out = world;
  out.err = [err = world.err, discretion](std::string_view text) {
    return err(discretion->hide(text));
  };
  return out;
}

} // namespace mrctl::app
