#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl::spec;

namespace {

const Shape& shape_of_field(std::string_view name) {
  const auto* field = find_field(name);
  REQUIRE_MESSAGE(field != nullptr, std::string(name));
  return field->shape;
}

} // namespace

TEST_CASE("flags of lists, maps and words may be repeated, others take one value") {
  for (const auto* name : {"models", "stop", "modalities", "metadata", "logit_bias", "trace",
                           "image_config", "tools", "plugins"})
    CHECK_MESSAGE(repeats(shape_of_field(name)), std::string(name));
  for (const auto* name : {"model", "temperature", "stream", "reasoning", "response_format",
                           "tool_choice", "messages", "service_tier"})
    CHECK_MESSAGE(!repeats(shape_of_field(name)), std::string(name));
}

TEST_CASE("a flag takes pairs, or items, by its shape") {
  CHECK(takes_pairs(shape_of_field("trace")));
  CHECK_FALSE(takes_pairs(shape_of_field("reasoning")));
  CHECK(takes_items(shape_of_field("stop")));
  CHECK_FALSE(takes_items(shape_of_field("messages")));
}

TEST_CASE("a flag takes a file for what may be an object, and not for items of a list") {
  for (const auto* name : {"messages", "provider", "metadata", "tools", "tool_choice"})
    CHECK_MESSAGE(takes_file(shape_of_field(name)), std::string(name));
  for (const auto* name : {"model", "models", "stop", "temperature", "service_tier"})
    CHECK_MESSAGE(!takes_file(shape_of_field(name)), std::string(name));
}
