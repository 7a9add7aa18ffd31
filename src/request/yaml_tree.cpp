#include "yaml_tree.hpp"

namespace mrctl::request {

Json to_json(const YamlValue& value) {
  if (value.node == nullptr) return value.scalar;
  Json out = value.node->is_object ? Json::object() : Json::array();
  for (const auto& member : value.node->members) {
    if (value.node->is_object)
      append_member(out, member.name) = to_json(member.value);
    else
      out.push_back(to_json(member.value));
  }
  return out;
}

void find_in(const YamlValue& value, const Part& key, PointerNode& wanted) {
  wanted.found = KeyValue{key, value.part};
  if (value.node == nullptr || wanted.inside.empty()) return;
  for (const auto& member : value.node->members)
    if (auto* inside = wanted.find(member.name)) find_in(member.value, member.key, *inside);
}

} // namespace mrctl::request
