#pragma once

#include "mrctl/base/json.hpp"
#include "mrctl/request/document.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace mrctl::request {

// What is wrong in a YAML document, and where: lines and bytes count from 0. Thrown through
// yaml-cpp, which has no other way to be stopped, and caught in this room.
struct YamlProblem {
  std::string rule;
  std::string message;
  std::string path;
  std::size_t line = 0;
  std::size_t byte = 0;
};

// The deepest place found on the way to a pointer. Where the way goes through an alias,
// `continues_at` is the pointer to go on with, below the anchor.
struct YamlPlace {
  std::size_t line = 0;
  std::size_t byte = 0;
  std::size_t length_of_pointer = 0;
  std::string continues_at;
};

// Builds JSON from yaml-cpp's events, without its tree of nodes: that takes many times the memory
// and knows no limit on aliases. With a pointer to look for, it also notes where that stands.
class YamlReader : public YAML::EventHandler {
public:
  YamlReader() = default;
  YamlReader(std::string wanted, PlaceOf what)
      : is_locating_(true), wanted_(std::move(wanted)), what_(what) {}

  [[nodiscard]] Json take_value() { return std::move(root_); }
  [[nodiscard]] const YamlPlace& found() const { return found_; }
  // Where the last key or value that was read begins.
  [[nodiscard]] const YAML::Mark& last() const { return last_; }

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
  struct Level {
    Json value;
    YAML::anchor_t anchor = 0;
    std::string key{}; // of the member that is being read
    bool has_key = false;
    bool merges = false;                                 // the key is a plain "<<"
    std::unordered_map<std::string, YAML::Mark> marks{}; // of the keys
    std::vector<Json> merged{};                          // objects, in the order of precedence
  };
  struct Anchor {
    Json value;
    std::string pointer;
    std::size_t nodes;
    std::size_t depth;
  };

  [[noreturn]] void refuse(const YAML::Mark& mark, std::string rule, std::string message) const;
  [[nodiscard]] bool awaits_key() const;
  [[nodiscard]] std::string pointer() const;

  void take_key(const YAML::Mark& mark, const std::string& tag, const std::string& text);
  void open(const YAML::Mark& mark, YAML::anchor_t anchor, Json empty);
  void close();
  void put(Json value, YAML::anchor_t anchor);
  void merge(Level& level, Json value) const;
  static void add_merged(Level& level);
  void note(const YAML::Mark& mark, PlaceOf what);

  std::vector<Level> levels_;
  Json root_;
  std::map<YAML::anchor_t, Anchor> anchors_;
  std::size_t aliased_nodes_ = 0;
  bool has_document_ = false;
  YAML::Mark last_;

  bool is_locating_ = false;
  std::string wanted_;
  PlaceOf what_ = PlaceOf::value;
  YamlPlace found_;
};

} // namespace mrctl::request
