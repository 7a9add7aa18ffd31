#include "mrctl/spec/field.hpp"

#include "unit/explain/explained.hpp"

#include <set>
#include <string>

using namespace mrctl;

TEST_CASE("each field of a body is a parameter of the routing rules, or is known not to be one") {
  const std::set<std::string> others{"messages",
                                     "model",
                                     "models",
                                     "stream",
                                     "stream_options",
                                     "debug",
                                     "modalities",
                                     "prediction",
                                     "image_config",
                                     "service_tier",
                                     "session_id",
                                     "metadata",
                                     "user",
                                     "trace",
                                     "cache_control",
                                     "provider",
                                     "route",
                                     "plugins",
                                     "prompt_cache_key",
                                     "prompt_cache_options",
                                     "stop_server_tools_when"};
  for (const auto& field : spec::request_fields()) {
    const std::string name(field.name);
    CAPTURE(name);
    const auto body = R"({")" + name + R"(":1})";
    const auto seen = explain::explained(body, R"([{"tag":"x","supported_parameters":[]}])");
    CHECK(seen.endpoint("x").drops->empty() == others.contains(name));
  }
}
