#pragma once

#include "pointer_tree.hpp"
#include "yaml_text.hpp"

#include <yaml-cpp/eventhandler.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mrctl::document {

// Notes from yaml-cpp's events where a text has what is wanted. What stands inside an alias is
// found where its anchor is, and what is merged where it is merged from.
class YamlLocator : public YAML::EventHandler {
public:
  YamlLocator(const YamlText& text, PointerNode& wanted) : text_(text), wanted_(wanted) {}

  void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
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
  // What stands inside a value that is looked into from elsewhere, because it has an anchor or is
  // merged. Scalars have no such record.
  struct Record;
  using RecordPointer = std::shared_ptr<const Record>;
  struct Entry {
    KeyValue parts;
    RecordPointer inside;
  };
  struct Record {
    bool is_map = false;
    std::map<std::string, Entry> entries{};
  };

  // A value that is being read.
  struct Value {
    PointerNode* wanted = nullptr; // null where nothing is
    KeyValue parts{};
    std::string name{}; // its key or index
    bool is_recorded = false;
  };
  struct Level {
    Value value;
    YAML::anchor_t anchor;
    bool is_map;
    std::shared_ptr<Record> record;
    std::string key{}; // of the member that is being read
    Part key_part{};
    bool has_key = false;
    bool merges = false;
    std::size_t items = 0;
    std::vector<RecordPointer> merged{};
  };

  [[nodiscard]] bool awaits_key() const;
  [[nodiscard]] Value begin(const Part& part);
  void end(const Value& value, const RecordPointer& inside, YAML::anchor_t anchor);
  void open(const Part& part, YAML::anchor_t anchor, bool is_map);
  void close();
  static void find_inside(const PointerNode& wanted, const Record& record);
  static void find_merged(Level& level, const Record& merged);

  const YamlText& text_;
  PointerNode& wanted_;
  std::vector<Level> levels_;
  std::map<YAML::anchor_t, RecordPointer> anchors_;
};

} // namespace mrctl::document
