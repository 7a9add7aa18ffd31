#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"

#include "yaml_text.hpp"

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mrctl::document {

namespace {

// What copies for anchors and aliases may take: a "billion laughs" document stops here.
constexpr std::size_t most_copied_bytes = std::size_t{64} << 20U;

// The memory that a value takes beside its text, roughly.
constexpr std::size_t bytes_of_value = 64;

// yaml-cpp reads 499 nodes inside each other, and does not say where the next one stands.
constexpr std::size_t deepest_yaml = 498;

// Returns a part of a text with its part of the map.
MappedJson part_of(const MappedJson& json, std::string_view text) {
  const auto begin = static_cast<std::size_t>(text.data() - json.text.data());
  const auto is_before = [](const SourceMapEntry& entry, std::size_t offset) {
    return entry.json < offset;
  };
  MappedJson out{std::string(text), {}};
  for (auto at = std::lower_bound(json.map.begin(), json.map.end(), begin, is_before);
       at != json.map.end() && at->json < begin + text.size(); ++at)
    out.map.push_back({at->json - begin, at->part, at->is_file});
  return out;
}

// Writes JSON from yaml-cpp's events, in one pass and without a tree of nodes. What an alias stands
// for is mapped to where its anchor is, and what is merged to where it is merged from.
class YamlReader : public YAML::EventHandler {
public:
  explicit YamlReader(const YamlText& text) : text_(text) {}

  [[nodiscard]] MappedJson take_json() { return std::move(out_); }
  // Where the last key or value that was read begins.
  [[nodiscard]] std::size_t last() const { return last_; }
  // Returns the innermost bracket that is open, if that is the innermost value that is not
  // complete.
  [[nodiscard]] std::optional<std::size_t> open_bracket() const {
    if (levels_.empty() || levels_.back().is_block) return std::nullopt;
    return levels_.back().part.begin;
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    const auto offset = text_.offset_of(mark);
    const bool is_marked = text_.text().substr(offset).starts_with("---");
    if (has_document_ && is_marked)
      refuse("yaml.documents", "a second document starts here; a body is one document", offset,
             "put each body in its own file, or remove '---'");
    if (has_document_)
      refuse("yaml.syntax", "this does not belong to the value above, which has ended", offset,
             "check that its indentation matches");
    has_document_ = true;
  }

  void OnDocumentEnd() override {}
  // yaml-cpp forgets a tag at the end of the document.
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    last_ = text_.offset_of(mark);
    if (const auto tag = text_.tag_at(last_)) {
      const auto word = text_.text().substr(tag->begin, tag->size);
      const auto* core = word.starts_with("!!") ? "tag:yaml.org,2002:" : "";
      return OnScalar(mark, core + std::string(word.substr(word.starts_with("!!") ? 2 : 0)), anchor,
                      "");
    }
    if (awaits_key()) refuse("yaml.key", "a key must be a string, got null", last_);
    check_colon();
    write_scalar({0, part_of_null()}, "null", anchor, bytes_of_value);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    last_ = text_.offset_of(mark);
    if (awaits_key()) refuse("yaml.key", "a key must be a string, got an alias", last_);
    const auto known = anchors_.find(anchor);
    if (known == anchors_.end())
      refuse("yaml.alias", "the alias refers to a value that contains it", last_);
    const auto& [json, extent] = known->second;
    check_depth(levels_.size() + extent.depth);
    spend(extent.bytes);
    begin_value();
    const auto begin = out_.text.size();
    const auto first = out_.map.size();
    out_.map.push_back({begin, text_.part_of_alias(last_), json.map.front().is_file});
    write(json, 1);
    end_value(begin, first, 0, extent);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    last_ = text_.offset_of(mark);
    // yaml-cpp turns "\N" and "\_" into a byte that is no character.
    if (find_invalid_utf8(text))
      refuse("yaml.escape", "an invalid escape sequence", last_,
             R"(write \u0085 for \N and \u00a0 for \_)");
    const auto part = text_.part_of_scalar(last_, text);
    const bool is_file = read_tag(tag) == Tag::file;
    if (is_file && (awaits_key() || text.empty()))
      refuse("yaml.tag",
             awaits_key() ? "!file belongs before a value, not before a key"
                          : "!file needs the path of a file",
             text_.tag_at(last_)->begin, "write !file PATH");
    if (awaits_key()) return take_key(tag, text, part);
    const auto value = resolve_yaml_scalar(is_file ? "!" : tag, text);
    if (!value) refuse("yaml.number", value.error(), last_);
    write_scalar({0, part, is_file}, dump_json(*value), anchor, bytes_of_value + text.size());
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    open(mark, tag, anchor, style, Collection::list);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    open(mark, tag, anchor, style, Collection::map);
  }
  void OnMapEnd() override { close(); }

private:
  // A value: what it takes in memory, roughly, and how many levels it has inside.
  struct Extent {
    std::size_t bytes = 0;
    std::size_t depth = 0;
  };
  struct Anchor {
    MappedJson json;
    Extent extent;
  };
  enum class Collection { list, map };
  struct Level {
    bool is_map;
    Part part;
    YAML::anchor_t anchor;
    bool is_block;     // written without brackets
    std::size_t json;  // where it begins in the JSON text
    std::size_t first; // its place in the map
    Extent extent{};
    std::size_t items = 0; // that are written
    std::string key{};     // of the member that is being read
    bool has_key = false;
    bool merges = false;                                 // the key is a plain "<<"
    std::unordered_map<std::string, std::size_t> keys{}; // and where they begin
    std::vector<MappedJson> merged{};                    // objects, in the order of precedence
  };

  [[noreturn]] void refuse(std::string rule, std::string message, std::size_t offset,
                           Suggestion suggestion = {}) const {
    throw JsonFault{.rule = std::move(rule),
                    .message = std::move(message),
                    .path = pointer(),
                    .offset = offset,
                    .suggestion = std::move(suggestion)};
  }
  [[nodiscard]] bool awaits_key() const {
    return !levels_.empty() && levels_.back().is_map && !levels_.back().has_key;
  }
  // Returns the pointer to the value that is being read.
  [[nodiscard]] std::string pointer() const {
    std::string out;
    for (const auto& level : levels_) {
      if (!level.is_map)
        out = pointer_join(out, level.items);
      else if (level.has_key)
        out = pointer_join(out, level.key);
    }
    return out;
  }

  enum class Tag { known, file };

  // Returns what the tag of a value or a key asks for. Refuses all that mrctl does not know.
  // YAML 1.2, section 10.3: the core schema. yaml-cpp writes `tag` out ("tag:yaml.org,2002:str"),
  // and gives "?" and "!" to what has none.
  [[nodiscard]] Tag read_tag(std::string_view tag) const {
    constexpr std::string_view core = "tag:yaml.org,2002:";
    constexpr std::array<std::string_view, 7> types{"str",  "int", "float", "bool",
                                                    "null", "seq", "map"};
    const auto written = text_.tag_at(last_);
    if (!written) return Tag::known;
    const bool is_core = tag.starts_with(core) && contains(types, tag.substr(core.size()));
    if (is_core) return Tag::known;
    if (tag == "!file") return Tag::file;
    const auto word = text_.text().substr(written->begin, written->size);
    if (word == "!file" && (tag.empty() || tag == "?")) // yaml-cpp gives it to a key
      refuse("yaml.tag", "!file belongs before a value, not before a key", written->begin,
             "write !file PATH");
    const bool is_meant = nearest_word(word, std::vector<std::string_view>{"!file"}) == "!file" ||
                          word == "!include" || word == "!include_text";
    refuse("yaml.tag",
           fmt::format("the tag {} is not supported: mrctl would lose it", abbreviated(word)),
           written->begin,
           is_meant ? "!file PATH reads the text of a file"
                    : "put text that starts with '!' in quotes; the only tags are !file, !!str, "
                      "!!int, !!float, !!bool, !!null, !!seq and !!map");
  }

  void take_key(const std::string& tag, const std::string& text, const Part& part) {
    auto& level = levels_.back();
    level.key = text;
    level.has_key = true;
    level.merges = tag == "?" && text == "<<";
    level.extent.bytes += text.size();
    const auto [known, is_new] = level.keys.emplace(text, last_);
    if (level.keys.size() > most_members)
      refuse("yaml.members", fmt::format("an object of more than {} members", most_members), last_);
    if (!is_new)
      throw JsonFault{.rule = "yaml.duplicate-key",
                      .message = fmt::format("duplicate key \"{}\"", abbreviated(text)),
                      .path = pointer(),
                      .offset = last_,
                      .first_offset = known->second,
                      .suggestion = level.merges ? "merge several in one list: <<: [*a, *b]" : ""};
    if (level.merges) return;
    if (level.items++ > 0) out_.text += ',';
    out_.map.push_back({out_.text.size(), part});
    out_.text.append(json_quote(text)) += ':';
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            YAML::EmitterStyle::value style, Collection opened) {
    const bool is_map = opened == Collection::map;
    last_ = text_.offset_of(mark);
    if (read_tag(tag) == Tag::file)
      refuse("yaml.tag", "!file takes the path of one file", text_.tag_at(last_)->begin,
             "write !file PATH");
    const auto part = text_.part_of_collection(last_);
    if (awaits_key()) throw fault_of_key(text_.text(), part.begin, is_map ? "object" : "array");
    check_depth(levels_.size() + 1);
    begin_value();
    const bool is_block = style == YAML::EmitterStyle::Block;
    levels_.push_back(
        {is_map, part, anchor, is_block, out_.text.size(), out_.map.size(), {bytes_of_value, 0}});
    out_.map.push_back({out_.text.size(), part});
    out_.text += is_map ? '{' : '[';
  }

  void close() {
    add_merged(levels_.back());
    const auto level = std::move(levels_.back());
    levels_.pop_back();
    out_.text += level.is_map ? '}' : ']';
    end_value(level.json, level.first, level.anchor, level.extent);
  }

  // These are called before and after a value is written.
  void begin_value() {
    if (levels_.empty() || levels_.back().is_map) return;
    if (levels_.back().items > 0) out_.text += ',';
  }
  void end_value(std::size_t json, std::size_t first, YAML::anchor_t anchor, const Extent& extent) {
    const auto text = std::string_view(out_.text).substr(json);
    if (anchor != 0) {
      spend(extent.bytes);
      anchors_.insert_or_assign(anchor, Anchor{part_of(out_, text), extent});
    }
    if (levels_.empty()) return;
    auto& level = levels_.back();
    level.extent.bytes += extent.bytes;
    level.extent.depth = std::max(level.extent.depth, extent.depth + 1);
    if (!level.is_map) ++level.items;
    if (level.merges) {
      merge(level, part_of(out_, text));
      out_.text.resize(json);
      out_.map.resize(first);
      level.merges = false;
    }
    level.has_key = false;
  }

  void write_scalar(const SourceMapEntry& entry, std::string_view json, YAML::anchor_t anchor,
                    std::size_t bytes) {
    begin_value();
    const auto begin = out_.text.size();
    out_.map.push_back({begin, entry.part, entry.is_file});
    out_.text += json;
    end_value(begin, out_.map.size() - 1, anchor, {bytes, 0});
  }

  void write(const MappedJson& json, std::size_t from_entry) {
    for (auto i = from_entry; i < json.map.size(); ++i)
      out_.map.push_back(
          {out_.text.size() + json.map[i].json, json.map[i].part, json.map[i].is_file});
    out_.text += json.text;
  }
  // YAML 1.1's merge key, which many files use: an object, or a list of objects.
  void merge(Level& level, const MappedJson& json) const {
    const JsonIndex index(json.text);
    const auto add = [&](const JsonView& object) {
      if (!object.is_object())
        refuse("yaml.merge",
               fmt::format("the value of '<<' must be an object or a list of objects, got {}",
                           words_of(json_type(object)).found),
               level.keys.at("<<"));
      level.merged.push_back(part_of(json, object.text()));
    };
    if (!index.root().is_array()) return add(index.root());
    for (const auto& item : index.root().items())
      add(item.value);
  }

  // Merging adds the members that the object does not have itself.
  void add_merged(Level& level) {
    for (const auto& object : level.merged) {
      const JsonIndex index(object.text);
      for (const auto& item : index.root().items()) {
        if (!level.keys.emplace(item.key(), level.part.begin).second) continue;
        if (level.items++ > 0) out_.text += ',';
        const auto first = out_.map.size();
        write(part_of(object, item.text()), 0);
        out_.map[first].is_merged = true;
      }
    }
  }
  void spend(std::size_t bytes) {
    copied_bytes_ += bytes;
    if (copied_bytes_ > most_copied_bytes)
      refuse(
          "yaml.aliases",
          fmt::format("anchors and aliases add up to more than {} MiB", most_copied_bytes >> 20U),
          last_);
  }
  void check_depth(std::size_t depth) const {
    if (depth > deepest_yaml)
      refuse("yaml.depth", fmt::format("nested more than {} levels deep", deepest_yaml), last_);
  }
  // yaml-cpp takes a line without a colon for a key without a value, and says that this stands
  // where the key does.
  void check_colon() const {
    if (levels_.empty() || !levels_.back().is_block || !levels_.back().has_key) return;
    const auto& level = levels_.back();
    if (level.keys.at(level.key) != last_) return;
    const auto fault = fault_of_line(text_.text(), last_, level.key);
    refuse(fault.rule, fault.message, fault.offset, fault.suggestion);
  }
  // yaml-cpp puts a value that is left out on the line below its key.
  [[nodiscard]] Part part_of_null() const {
    if (levels_.empty() || !levels_.back().has_key) return {last_, 1};
    const auto& level = levels_.back();
    const auto key = level.keys.at(level.key);
    const bool is_below =
        text_.text().substr(key, last_ - key).find('\n') != std::string_view::npos;
    return is_below ? text_.part_of_scalar(key, level.key) : Part{last_, 1};
  }

  const YamlText& text_;
  MappedJson out_;
  std::vector<Level> levels_;
  std::map<YAML::anchor_t, Anchor> anchors_;
  std::size_t copied_bytes_ = 0; // for anchors and aliases
  bool has_document_ = false;
  std::size_t last_ = 0;
};

} // namespace

// yaml-cpp's handlers can stop it only by throwing.
tl::expected<MappedJson, JsonFault> read_yaml(std::string_view text) {
  if (auto fault = find_bad_byte(text)) return tl::unexpected(*std::move(fault));
  const YamlText yaml(text);
  YamlReader reader(yaml);
  try {
    if (!yaml.feed(reader))
      return tl::unexpected(
          JsonFault{.rule = "body.empty",
                    .message = "there are only comments here",
                    .suggestion = "remove '#', or write at least a model: acme/large"});
  } catch (const JsonFault& fault) {
    return tl::unexpected(fault);
  } catch (const YAML::DeepRecursion& error) {
    return tl::unexpected(JsonFault{.rule = "yaml.depth",
                                    .message = "nested too deeply",
                                    .offset = yaml.offset_of(error.mark)});
  } catch (const YAML::Exception& error) {
    return tl::unexpected(explain_yaml(
        {text, error.msg, yaml.offset_of(error.mark), reader.last(), reader.open_bracket()}));
  }
  if (auto fault = find_unclosed_quote(text, reader.last()))
    return tl::unexpected(*std::move(fault));
  return reader.take_json();
}

} // namespace mrctl::document
