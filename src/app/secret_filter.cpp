#include "secret_filter.hpp"

#include "mrctl/config/key.hpp"
#include "mrctl/http/redaction.hpp"

#include <utility>

namespace mrctl::app {

SecretFilter::SecretFilter(const config::Environment& environment,
                           std::span<const std::string> arguments) {
  for (const auto& argument : arguments)
    for (const auto& secret : http::possible_secrets(argument))
      learn(secret);
  const auto text = config::variable_of(environment, "MRCTL_API_KEY");
  if (text.empty()) return;
  const auto key = config::read_key(text, "the key");
  learn(key ? *key : Secret(std::string(text)));
}

void SecretFilter::learn(const Secret& secret) {
  if (!http::stands_out(secret)) return;
  const std::lock_guard lock(mutex_);
  secrets_.push_back(secret);
}

std::string SecretFilter::hide(std::string_view text) const {
  const std::lock_guard lock(mutex_);
  return http::hide_secrets(text, secrets_);
}

World hiding_secrets(const World& world, const std::shared_ptr<SecretFilter>& secrets) {
  auto out = world;
  out.err = [err = world.err, secrets](std::string_view text) { return err(secrets->hide(text)); };
  return out;
}

} // namespace mrctl::app
