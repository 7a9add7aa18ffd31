#pragma once

#include "mrctl/base/json.hpp"

#include "pointer_tree.hpp"

#include <memory>
#include <string>
#include <vector>

namespace mrctl::request {

struct YamlNode;

// A value of a YAML document and its place. Aliases share the value that they refer to.
struct YamlValue {
  Json scalar{};
  std::shared_ptr<YamlNode> node{}; // an array or object, else null
  Part part{};
};

struct YamlMember {
  std::string name; // the key or the index
  Part key;
  YamlValue value;
};

struct YamlNode {
  bool is_object = false;
  std::vector<YamlMember> members{};
  std::size_t bytes = 0; // that a copy takes, roughly
  std::size_t depth = 0; // levels inside
};

[[nodiscard]] Json to_json(const YamlValue& value);

// Records where the value is, and where the wanted values inside it are.
void find_in(const YamlValue& value, const Part& key, PointerNode& wanted);

} // namespace mrctl::request
