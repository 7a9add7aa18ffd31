#pragma once

#include "mrctl/document/document.hpp"
#include "mrctl/document/place.hpp"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::document {

// The location of a value and of its key; an item of an array counts as its own key.
struct KeyValue {
  Part key;
  Part value;
};

// A wanted value, or a parent of one.
struct PointerNode {
  std::optional<KeyValue> found;
  std::map<std::string, std::unique_ptr<PointerNode>, std::less<>> inside; // by key or index

  // Returns null if nothing of that name is wanted.
  [[nodiscard]] PointerNode* find(std::string_view name) const;
};

// A tree of JSON Pointers, so that one pass through a document finds them all.
class PointerTree {
public:
  explicit PointerTree(std::span<const PlaceQuery> wanted);

  [[nodiscard]] PointerNode& root() { return root_; }

  // Returns the location of each, or of its nearest parent.
  [[nodiscard]] std::vector<Part> found_parts() const;

private:
  std::span<const PlaceQuery> wanted_;
  PointerNode root_;
};

} // namespace mrctl::document
