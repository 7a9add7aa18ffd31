#pragma once

#include "mrctl/json/value.hpp"

#include "choices.hpp"

#include <string>
#include <utility>
#include <vector>

namespace mrctl::fuzz {

inline Json any_value(Choices& choices) {
  static const std::vector<Json> values{1,
                                        0.25,
                                        true,
                                        nullptr,
                                        "x: y",
                                        "",
                                        "it's",
                                        "one\ntwo\n",
                                        " # no",
                                        Json::array({"a", 2}),
                                        Json::object({{"k", "v"}, {"l", Json::array()}}),
                                        Json::object(),
                                        "\t\xC2\xA0",
                                        "- [a], {b}"};
  return choices.one_of(values);
}

inline Json changed(const Json& value, Choices& choices) {
  if (choices.once_in(4)) return any_value(choices);
  if (!value.is_structured()) return value;
  Json out = value.is_object() ? Json::object() : Json::array();
  for (const auto& [key, item] : value.items()) {
    if (choices.once_in(6)) continue;
    auto kept = choices.once_in(3) ? changed(item, choices) : item;
    value.is_object() ? void(out[key] = std::move(kept)) : out.push_back(std::move(kept));
  }
  if (choices.once_in(4)) {
    const auto key = "n" + std::to_string(choices.below(3));
    value.is_object() ? void(out[key] = any_value(choices)) : out.push_back(any_value(choices));
  }
  return out;
}

} // namespace mrctl::fuzz
