#include "pointer_tree.hpp"

#include "mrctl/json/path.hpp"

namespace mrctl::document {

namespace {

Part find_part(const PointerNode& root, const PlaceQuery& wanted) {
  const auto* node = &root;
  auto spot = node->found.value_or(KeyValue{});
  bool is_there = true;
  for (const auto& step : pointer_steps(wanted.pointer)) {
    node = node->find(step);
    is_there = node->found.has_value();
    if (!is_there) break;
    spot = *node->found;
  }
  return is_there && wanted.what == PlaceOf::key ? spot.key : spot.value;
}

} // namespace

PointerNode* PointerNode::find(std::string_view name) const {
  const auto known = inside.find(name);
  return known == inside.end() ? nullptr : known->second.get();
}

PointerTree::PointerTree(std::span<const PlaceQuery> wanted) : wanted_(wanted) {
  for (const auto& each : wanted_) {
    auto* node = &root_;
    for (auto& step : pointer_steps(each.pointer)) {
      auto& next = node->inside[std::move(step)];
      if (next == nullptr) next = std::make_unique<PointerNode>();
      node = next.get();
    }
  }
}

std::vector<Part> PointerTree::found_parts() const {
  std::vector<Part> parts;
  parts.reserve(wanted_.size());
  for (const auto& each : wanted_)
    parts.push_back(find_part(root_, each));
  return parts;
}

} // namespace mrctl::document
