#pragma once

#include "mrctl/json/value.hpp"

#include "yaml_text.hpp"

#include <yaml-cpp/eventhandler.h>

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mrctl::document {

// Builds JSON from yaml-cpp's events, without its tree of nodes: that takes many times the memory
// and knows no limit on aliases.
class YamlReader : public YAML::EventHandler {
public:
  explicit YamlReader(const YamlText& text) : text_(text) {}

  [[nodiscard]] Json take_value() { return std::move(root_); }
  // Where the last key or value that was read begins.
  [[nodiscard]] std::size_t last() const { return last_; }

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override { close(); }

private:
  // What a value takes in memory, roughly, and how many levels it has inside.
  struct Extent {
    std::size_t bytes = 0;
    std::size_t depth = 0;
  };
  struct Level {
    Json value;
    std::size_t begin;
    YAML::anchor_t anchor = 0;
    bool is_block = false; // written without brackets
    Extent extent{};
    std::string key{}; // of the member that is being read
    bool has_key = false;
    bool merges = false;                                 // the key is a plain "<<"
    std::unordered_map<std::string, std::size_t> keys{}; // and where they begin
    std::vector<Json> merged{};                          // objects, in the order of precedence
  };
  struct Anchor {
    Json value;
    Extent extent;
  };

  [[noreturn]] void refuse(std::string rule, std::string message, std::size_t offset,
                           std::string suggestion = {}) const;
  [[nodiscard]] bool awaits_key() const;
  [[nodiscard]] std::string pointer() const;

  void take_key(const std::string& tag, const std::string& text);
  void open(const YAML::Mark& mark, YAML::anchor_t anchor, YAML::EmitterStyle::value style,
            Json empty);
  void close();
  void put(Json value, const Extent& extent);
  void keep(YAML::anchor_t anchor, const Json& value, const Extent& extent);
  void merge(Level& level, Json value) const;
  void spend(std::size_t bytes);
  void check_depth(std::size_t depth) const;
  void check_colon() const;
  static void add_merged(Level& level);

  const YamlText& text_;
  std::vector<Level> levels_;
  Json root_;
  std::map<YAML::anchor_t, Anchor> anchors_;
  std::size_t copied_bytes_ = 0; // for anchors and aliases
  bool has_document_ = false;
  std::size_t last_ = 0;
};

} // namespace mrctl::document
