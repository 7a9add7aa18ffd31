#pragma once

#include "mrctl/request/document.hpp"

#include "place.hpp"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::request {

// Where a value stands, and its key; an item of an array stands for its own key.
struct KeyValue {
  Part key;
  Part value;
};

// A value that is wanted, or that something wanted stands in.
struct PointerNode {
  std::optional<KeyValue> found;
  std::map<std::string, std::unique_ptr<PointerNode>, std::less<>> inside; // by key or index

  // Returns null where nothing of that name is wanted.
  [[nodiscard]] PointerNode* find(std::string_view name) const;
};

// JSON Pointers laid over each other, so that one walk through a document meets them all.
class PointerTree {
public:
  explicit PointerTree(std::span<const Wanted> wanted);

  [[nodiscard]] PointerNode& root() { return root_; }

  // Returns what was found of each, or of its nearest parent.
  [[nodiscard]] std::vector<Part> found_parts() const;

private:
  std::span<const Wanted> wanted_;
  PointerNode root_;
};

} // namespace mrctl::request
