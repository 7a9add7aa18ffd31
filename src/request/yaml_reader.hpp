#pragma once

#include "yaml_parser.hpp"
#include "yaml_tree.hpp"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace mrctl::request {

// Builds the tree of a document from its events. Functions throw a JsonFault for values that JSON
// cannot represent and for endless ones.
class YamlReader {
public:
  explicit YamlReader(std::string_view text) : text_(text) {}

  void take(const YamlEvent& event);
  // Returns the document's value, or what was read of it, or nothing.
  [[nodiscard]] std::optional<YamlValue> root() const {
    return levels_.empty() ? root_ : levels_.front().value;
  }

private:
  struct Level {
    YamlValue value;
    std::string anchor;
    std::string key{}; // of the member that is being read
    Part key_part{};
    bool has_key = false;
    bool merges = false;                                 // the key is a plain "<<"
    std::unordered_map<std::string, std::size_t> keys{}; // and where they begin
    std::vector<YamlValue> merged{};                     // objects, in the order of precedence
  };

  [[noreturn]] void refuse(std::string rule, std::string message, const Part& part,
                           std::string suggestion = {}) const;
  [[nodiscard]] std::string pointer() const;
  [[nodiscard]] bool awaits_key() const;

  void take_scalar(const YamlEvent& event);
  void take_key(const YamlEvent& event);
  void take_alias(const YamlEvent& event);
  void open(const YamlEvent& event);
  void close(const YamlEvent& event);
  void put(YamlValue value);
  void keep(const std::string& anchor, const YamlValue& value);
  void merge(Level& level, const YamlValue& value) const;
  static void add_merged(Level& level);
  void spend(const YamlValue& value);
  void check_depth(std::size_t depth, const Part& part) const;

  std::string_view text_;
  std::vector<Level> levels_;
  std::optional<YamlValue> root_;
  std::map<std::string, std::optional<YamlValue>> anchors_; // without a value until it is read
  std::size_t copied_bytes_ = 0;                            // for anchors and aliases
};

} // namespace mrctl::request
