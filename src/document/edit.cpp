#include "mrctl/document/edit.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/document/place.hpp"
#include "mrctl/json/text.hpp"

#include "yaml_text.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

namespace mrctl::document {

namespace {

// Returns whether two values are equal. The order of members does not count, because no command
// goes by it.
bool is_equal(const JsonView& one, const JsonView& other) {
  if (one.text() == other.text()) return true;
  if (one.is_structured() != other.is_structured()) return false;
  if (!one.is_structured()) return one.value() == other.value();
  if (one.is_object() != other.is_object() || one.size() != other.size()) return false;
  std::size_t place = 0;
  for (const auto& item : one.items()) {
    const auto counterpart =
        one.is_object() ? find_member(other, item.key()) : find_element(other, place++);
    if (!counterpart || !is_equal(item.value, *counterpart)) return false;
  }
  return true;
}

// A member of an object or an element of a list. Offsets into the text are in bytes.
struct Item {
  JsonView value;
  std::string key{};
  std::string_view written_key{}; // of the JSON text
  std::size_t begin = 0;          // its key, its dash, or in brackets the value
  std::size_t lead = 0;           // the value's tag and anchor may begin here
  std::size_t value_begin = 0;    // behind them
  std::size_t end = 0;
};

// Where the parts of a document begin and end.
class Layout {
public:
  explicit Layout(const Document& document) : document_(document), text_(content_of(document)) {}

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] bool is_yaml() const { return document_.map != nullptr; }
  [[nodiscard]] char at(std::size_t offset) const {
    return offset < text_.size() ? text_[offset] : '\0';
  }
  [[nodiscard]] bool is_in_brackets(const JsonView& list) const {
    const auto first = at(begin_of(list.text()));
    return first == '{' || first == '[';
  }
  [[nodiscard]] bool is_alias(const JsonView& value) const {
    return is_yaml() && at(begin_of(value.text())) == '*';
  }
  [[nodiscard]] bool is_file(const JsonView& value) const {
    return is_yaml() && value.is_string() && entry_of(document_, value.text())->is_file;
  }
  [[nodiscard]] bool is_merged(const JsonItem& member) const {
    return is_yaml() && !member.written_key.empty() &&
           entry_of(document_, member.written_key)->is_merged;
  }

  // Returns where a value begins behind its tags and anchors.
  [[nodiscard]] std::size_t begin_of(std::string_view token) const {
    if (!is_yaml())
      return static_cast<std::size_t>(token.data() - document_.json.text().view().data());
    return behind_properties(text_, entry_of(document_, token)->part.begin);
  }

  [[nodiscard]] std::size_t end_of(const JsonView& value) const {
    const auto begin = begin_of(value.text());
    if (!is_yaml()) return begin + value.text().size();
    if (at(begin) == '*') return begin + entry_of(document_, value.text())->part.size;
    if (value.is_structured()) return end_of_list(value, begin);
    return value.is_string() ? end_of_text(begin, value.string())
                             : std::min(text_.find_first_of(" \t\r\n,]}", begin), text_.size());
  }

  // Returns the members or elements that the text of a list holds, without merged ones; nothing
  // for a layout that cannot be edited.
  [[nodiscard]] std::optional<std::vector<Item>> items_of(const JsonView& list) const {
    std::vector<Item> items;
    const bool has_brackets = is_in_brackets(list);
    auto before = begin_of(list.text()) + (has_brackets ? 1 : 0); // then the end of the last item
    for (const auto& each : list.items()) {
      if (is_merged(each)) continue;
      Item item{.value = each.value, .written_key = each.written_key};
      const bool is_found = list.is_object() ? place_member(item, each)
                            : has_brackets   ? place_in_brackets(item, before)
                                             : place_below_dash(item, before);
      if (!is_found) return std::nullopt;
      before = item.end;
      items.push_back(std::move(item));
    }
    return items;
  }

  [[nodiscard]] std::size_t begin_of_line(std::size_t offset) const {
    const auto before = offset == 0 ? text_.npos : text_.rfind('\n', offset - 1);
    return before == text_.npos ? 0 : before + 1;
  }
  [[nodiscard]] std::size_t end_of_line(std::size_t offset) const {
    return std::min(text_.find('\n', offset), text_.size());
  }
  [[nodiscard]] std::size_t next_line(std::size_t offset) const {
    return std::min(end_of_line(offset) + 1, text_.size());
  }
  // Returns the first byte that is neither white space nor part of a comment.
  [[nodiscard]] std::size_t behind_space(std::size_t offset) const {
    while (true) {
      offset = std::min(text_.find_first_not_of(any_white_space, offset), text_.size());
      if (!is_yaml() || at(offset) != '#') return offset;
      offset = end_of_line(offset);
    }
  }
  [[nodiscard]] std::string_view between(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - std::min(begin, end));
  }

private:
  [[nodiscard]] std::size_t end_of_list(const JsonView& list, std::size_t begin) const {
    const auto items = items_of(list);
    const auto last = items && !items->empty() ? items->back().end : begin + 1;
    if (!is_in_brackets(list)) return last;
    auto close = behind_space(last);
    if (at(close) == ',') close = behind_space(close + 1);
    if (at(close) == ']' || at(close) == '}') return close + 1;
    return begin + size_in_brackets(text_.substr(begin));
  }

  // Texts without quotes have no escapes: what is not white space stands there as it reads.
  [[nodiscard]] std::size_t end_of_text(std::size_t begin, std::string_view value) const {
    const char first = at(begin);
    if (first == '"' || first == '\'') return begin + size_of_quoted(text_.substr(begin));
    const bool is_block = first == '|' || first == '>';
    auto end = is_block ? end_of_line(begin) : begin;
    for (const char c : value) {
      if (any_white_space.find(c) != std::string_view::npos) continue;
      const auto next = text_.find_first_not_of(any_white_space, end);
      if (at(next) != c) return end;
      end = next + 1;
    }
    constexpr std::size_t longest_header = 3; // "|2+"
    if (!is_block || text_.substr(begin, longest_header).find('+') == text_.npos) return end;
    const auto below = text_.find_first_not_of(any_white_space, end);
    const auto line = below == text_.npos ? text_.size() : begin_of_line(below);
    return std::max(end, line - std::min<std::size_t>(line, 1));
  }

  bool place_member(Item& item, const JsonItem& member) const {
    item.key = member.key();
    item.begin = begin_of(member.written_key);
    const auto end =
        is_yaml() ? end_of_text(item.begin, item.key) : item.begin + member.written_key.size();
    const auto colon = text_.find_first_not_of(any_white_space, end);
    if (at(colon) != ':' || at(item.begin) == '*') return false;
    item.lead = colon + 1;
    return place_value(item);
  }

  // Finds where the value stands; returns whether that can be right. A value that is left out reads
  // as null, and is a place without text behind its key or dash.
  bool place_value(Item& item) const {
    const auto begin = begin_of(item.value.text());
    const bool is_left_out =
        begin < item.lead ||
        (item.value.is_null() && !contains(std::array{'n', 'N', '~', '!', '*'}, at(begin)));
    item.value_begin = is_left_out ? item.lead : begin;
    item.end = is_left_out ? item.lead : end_of(item.value);
    return item.end >= item.value_begin;
  }

  bool place_in_brackets(Item& item, std::size_t before) const {
    const auto separator = behind_space(before);
    item.lead = at(separator) == ',' ? separator + 1 : before;
    item.begin = behind_space(item.lead);
    return place_value(item);
  }

  bool place_below_dash(Item& item, std::size_t before) const {
    item.begin = behind_space(before);
    item.lead = item.begin + 1;
    return at(item.begin) == '-' && place_value(item);
  }

  const Document& document_;
  std::string_view text_;
};

// Inserts a character before each one of another kind.
std::string with_before_each(std::string_view text, char before, char inserted) {
  std::string out;
  for (const char c : text) {
    if (c == before) out += inserted;
    out += c;
  }
  return out;
}

// Returns the text with the lines below the first one indented.
std::string indented(std::string_view text, std::string_view indent) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] == '\n' && i + 1 < text.size() && text[i + 1] != '\n') out += indent;
  }
  return out;
}

enum class Stands { in_brackets, in_lines };

class Editor {
public:
  Editor(const Document& document, WriteYaml write_yaml)
      : layout_(document), write_yaml_(write_yaml) {
    has_anchors_ = layout_.is_yaml() && layout_.text().find('&') != std::string_view::npos;
  }

  [[nodiscard]] std::optional<Edits> edit(const JsonView& root, const JsonView& read,
                                          const JsonView& meant) && {
    edit_members({.value = root}, Stands::in_lines, read, meant, "");
    if (failed_) return std::nullopt;
    std::ranges::stable_sort(cuts_, {},
                             [](const Cut& cut) { return std::pair(cut.begin, cut.end); });
    Edits out{.text = {}, .files = std::move(files_)};
    std::size_t at = 0;
    for (const auto& cut : cuts_) {
      if (cut.begin < at) return std::nullopt;
      out.text += layout_.between(at, cut.begin);
      out.text += with_line_ends_of(layout_.text(), cut.text);
      at = cut.end;
    }
    out.text += layout_.text().substr(at);
    return out;
  }

private:
  struct Cut {
    std::size_t begin;
    std::size_t end;
    std::string text{};
  };

  void edit_value(const Item& item, Stands stands, const JsonView& read, const JsonView& meant,
                  const std::string& pointer) {
    if (!has_anchors_ && is_equal(read, meant)) return;
    if (const auto name = anchor_of(item); !name.empty())
      anchors_.insert_or_assign(std::string(name.substr(1)), meant);
    if (layout_.is_alias(item.value)) { // its anchor may stand for something else now
      const auto anchor = anchors_.find(layout_.between(item.value_begin + 1, item.end));
      return replace_unless_equal(item, stands, anchor == anchors_.end() ? read : anchor->second,
                                  meant);
    }
    if (layout_.is_file(item.value) && meant.is_string()) {
      if (!is_equal(read, meant)) files_.push_back({pointer, meant.string()});
      return;
    }
    if (read.is_object() && meant.is_object())
      return edit_members(item, stands, read, meant, pointer);
    if (read.is_array() && meant.is_array())
      return edit_elements(item, stands, read, meant, pointer);
    replace_unless_equal(item, stands, read, meant);
  }

  void replace_unless_equal(const Item& item, Stands stands, const JsonView& read,
                            const JsonView& meant) {
    if (!is_equal(read, meant)) replace(item, stands, meant);
  }

  // Returns the anchor of a value, "&name"; empty if it has none.
  [[nodiscard]] std::string_view anchor_of(const Item& item) const {
    auto begin = layout_.behind_space(item.lead);
    while (begin < item.value_begin) {
      const auto end = layout_.text().find_first_of(any_white_space, begin);
      if (layout_.at(begin) == '&') return layout_.between(begin, end);
      begin = layout_.behind_space(end);
    }
    return {};
  }

  void edit_members(const Item& list, Stands stands, const JsonView& read, const JsonView& meant,
                    const std::string& pointer) {
    const auto items = layout_.items_of(list.value);
    if (!items) return replace_unless_equal(list, stands, read, meant);
    std::vector<bool> is_removed;
    std::vector<JsonItem> added;
    for (const auto& item : *items) {
      const auto now = find_member(read, item.key);
      const auto wanted = find_member(meant, item.key);
      is_removed.push_back(now && !wanted);
      if (now && wanted)
        edit_value(item, stands_in(list.value), *now, *wanted, pointer_join(pointer, item.key));
    }
    const auto has = [&](const std::string& key) { return contains(*items, key, &Item::key); };
    for (const auto& item : meant.items()) {
      const auto key = item.key();
      const auto merged = find_member(read, key);
      if (!has(key) && !(merged && is_equal(*merged, item.value))) added.push_back(item);
    }
    for (const auto& item : read.items()) // what is merged cannot be taken out
      if (!has(item.key()) && !find_member(meant, item.key())) return replace(list, stands, meant);
    change_items(list, stands, meant, *items, is_removed, added, items->size());
  }

  void edit_elements(const Item& list, Stands stands, const JsonView& read, const JsonView& meant,
                     const std::string& pointer) {
    const auto items = layout_.items_of(list.value);
    if (!items) return replace_unless_equal(list, stands, read, meant);
    const auto old = items_in(read);
    const auto wanted = items_in(meant);
    const auto shorter = std::min(old.size(), wanted.size());
    std::size_t before = 0; // that are equal
    std::size_t after = 0;
    if (old.size() != wanted.size()) {
      while (before < shorter && is_equal(old[before].value, wanted[before].value))
        ++before;
      while (after < shorter - before &&
             is_equal(old[old.size() - 1 - after].value, wanted[wanted.size() - 1 - after].value))
        ++after;
      if (before + after < shorter) return replace(list, stands, meant);
    } else {
      before = shorter;
    }
    std::vector<bool> is_removed(old.size());
    for (std::size_t i = 0; i < old.size(); ++i) {
      is_removed[i] = i >= before && i + after < old.size();
      if (is_removed[i]) continue;
      const auto place = i < before ? i : i + wanted.size() - old.size();
      edit_value((*items)[i], stands_in(list.value), old[i].value, wanted[place].value,
                 pointer_join(pointer, i));
    }
    change_items(list, stands, meant, *items, is_removed,
                 {wanted.begin() + static_cast<std::ptrdiff_t>(before),
                  wanted.end() - static_cast<std::ptrdiff_t>(std::max(after, shorter - before))},
                 before);
  }

  [[nodiscard]] Stands stands_in(const JsonView& list) const {
    return layout_.is_in_brackets(list) ? Stands::in_brackets : Stands::in_lines;
  }

  static std::vector<JsonItem> items_in(const JsonView& list) {
    return mapped(list.items(), [](const auto& item) { return item; });
  }

  // Removes some items of a list, and adds others behind its first `place` items.
  void change_items(const Item& list, Stands stands, const JsonView& meant,
                    const std::vector<Item>& items, const std::vector<bool>& is_removed,
                    const std::vector<JsonItem>& added, std::size_t place) {
    const bool is_changed =
        !added.empty() || std::ranges::find(is_removed, true) != is_removed.end();
    if (!is_changed) return;
    const bool is_in_brackets = stands_in(list.value) == Stands::in_brackets;
    const bool has_place =
        place > 0 || is_in_brackets || added.empty() || (!items.empty() && is_alone(items.front()));
    if (std::ranges::find(is_removed, false) == is_removed.end() || !has_place)
      return replace(list, stands, meant);
    for (std::size_t i = 0; i < items.size();) {
      auto next = i;
      while (next < items.size() && is_removed[next])
        ++next;
      if (next > i)
        is_in_brackets ? remove_in_brackets(items, i, next) : remove_lines(items, i, next);
      i = next + 1;
    }
    if (added.empty()) return;
    if (is_in_brackets) return add_in_brackets(items, is_removed, added, place);
    add_lines(items, added, place);
  }

  void remove_in_brackets(const std::vector<Item>& items, std::size_t first, std::size_t next) {
    if (next < items.size())
      cuts_.push_back({items[first].begin, items[next].begin});
    else
      cuts_.push_back({items[first - 1].end, items[next - 1].end});
  }

  // Returns whether nothing precedes the item on its line.
  [[nodiscard]] bool is_alone(const Item& item) const {
    return trimmed(layout_.between(layout_.begin_of_line(item.begin), item.begin)).empty();
  }

  // The first member of an element is on the line of its dash.
  void remove_lines(const std::vector<Item>& items, std::size_t first, std::size_t next) {
    if (is_alone(items[first]))
      cuts_.push_back(
          {layout_.begin_of_line(items[first].begin), layout_.next_line(items[next - 1].end)});
    else if (next < items.size())
      cuts_.push_back({items[first].begin, items[next].begin});
    else
      failed_ = true;
  }

  void add_lines(const std::vector<Item>& items, const std::vector<JsonItem>& added,
                 std::size_t place) {
    const auto& neighbour = items[place == 0 ? 0 : place - 1];
    const auto line = layout_.begin_of_line(items.front().begin);
    const std::string indent(items.front().begin - line, ' ');
    const auto where = place == 0 ? line : layout_.next_line(neighbour.end);
    std::string text = where > 0 && layout_.at(where - 1) != '\n' ? "\n" : "";
    for (const auto& item : added)
      text += indent + indented(item.written_key.empty() ? yaml_lines("[", item.text(), "]")
                                                         : yaml_lines("{", item.text(), "}"),
                                indent);
    cuts_.push_back({where, where, std::move(text)});
  }

  void add_in_brackets(const std::vector<Item>& items, const std::vector<bool>& is_removed,
                       const std::vector<JsonItem>& added, std::size_t place) {
    auto neighbour = std::min(place, items.size());
    while (neighbour > 0 && is_removed[neighbour - 1])
      --neighbour;
    const auto line = layout_.begin_of_line(items.front().begin);
    const auto indent = layout_.between(line, items.front().begin);
    const auto separator =
        trimmed(indent).empty() && line > 0 ? ",\n" + std::string(indent) : std::string(", ");
    std::string text;
    for (const auto& item : added) {
      const auto key = item.written_key.empty() ? std::string()
                       : layout_.is_yaml()      ? plain_or_quoted(item.key()) + ": "
                                                : std::string(item.written_key) + ": ";
      const auto written = key + in_brackets(item.value, indent);
      text += neighbour == 0 ? written + separator : separator + written;
    }
    const auto where = neighbour == 0 ? items.front().begin : items[neighbour - 1].end;
    cuts_.push_back({where, where, std::move(text)});
  }

  // Returns a value as it may stand between brackets.
  [[nodiscard]] std::string in_brackets(const JsonView& value, std::string_view indent) const {
    if (!layout_.is_yaml() && trimmed(indent).empty())
      return indented(pretty_json(value.text()), indent);
    if (layout_.is_yaml() && value.is_string()) return plain_or_quoted(value.string());
    return compact_json(value.text());
  }

  [[nodiscard]] std::string plain_or_quoted(const std::string& text) const {
    const auto written = yaml_lines("[", json_quote(text), "]").substr(2);
    const bool is_plain = written.find('\n') + 1 == written.size() &&
                          written.find_first_of("\",[]{}") == written.npos;
    return is_plain ? written.substr(0, written.size() - 1) : json_quote(text);
  }

  [[nodiscard]] std::string yaml_lines(std::string_view open, std::string_view json,
                                       std::string_view close) const {
    return write_yaml_(std::string(open) + std::string(json) + std::string(close));
  }

  // Writes a value in the place of another one. An anchor stays, a tag does not.
  void replace(const Item& item, Stands stands, const JsonView& meant) {
    if (item.end == 0) failed_ = true;
    if (failed_) return;
    const std::string anchor(anchor_of(item));
    if (stands == Stands::in_brackets) {
      const auto line = layout_.begin_of_line(item.begin);
      const auto indent = layout_.between(line, item.begin);
      const auto begin = std::min(layout_.behind_space(item.lead), item.value_begin);
      const bool is_quoted = meant.is_string() && layout_.at(item.value_begin) == '"';
      cuts_.push_back({begin, item.end,
                       (anchor.empty() ? "" : anchor + " ") +
                           (is_quoted ? json_quote(meant.string()) : in_brackets(meant, indent))});
      return;
    }
    replace_in_lines(item, meant, anchor);
  }

  // A comment on the first line of the value stays there.
  void replace_in_lines(const Item& item, const JsonView& meant, const std::string& anchor) {
    const std::string indent(item.begin - layout_.begin_of_line(item.begin), ' ');
    const auto written =
        indented(item.written_key.empty() ? yaml_lines("[", meant.text(), "]").substr(1)
                                          : yaml_lines("{\"k\":", meant.text(), "}").substr(2),
                 indent);
    const auto end_of_first = written.find('\n');
    const auto first = quoted_as(item, meant, written.substr(0, end_of_first));
    const auto rest = written.substr(end_of_first, written.size() - 1 - end_of_first);
    const auto before = layout_.between(item.lead, item.value_begin);
    const auto value = layout_.between(item.value_begin, item.end);
    const auto place = before.find('\n') != before.npos ? ValuePlace::below_key
                       : value.find('\n') != value.npos ? ValuePlace::on_several_lines
                                                        : ValuePlace::on_one_line;
    const bool is_short = place == ValuePlace::on_one_line;
    if (rest.empty() && is_short && !before.empty() && trimmed(before).empty()) {
      cuts_.push_back({item.value_begin, item.end, first.substr(1)});
      return;
    }
    const auto comment = comment_on_first_line(item, place);
    auto end = item.end;
    if (is_short && !comment.empty())
      end = static_cast<std::size_t>(comment.data() + comment.size() - layout_.text().data());
    else if (!is_short && !rest.empty()) // a comment would become part of a block text
      end = std::min(layout_.text().find_first_of("\r\n", item.end), layout_.text().size());
    cuts_.push_back({item.lead, end,
                     (anchor.empty() ? "" : " " + anchor) + first +
                         (comment.empty() ? "" : " " + std::string(comment)) + rest});
  }

  // Where a value in the block style of YAML is, seen from its key.
  enum class ValuePlace { below_key, on_several_lines, on_one_line };

  [[nodiscard]] std::string_view comment_on_first_line(const Item& item, ValuePlace place) const {
    const char first = layout_.at(item.value_begin);
    const bool is_block_text = first == '|' || first == '>';
    const auto from = place == ValuePlace::below_key     ? item.lead
                      : is_block_text                    ? item.value_begin + 1
                      : place == ValuePlace::on_one_line ? item.end
                                                         : layout_.end_of_line(item.lead);
    const auto line = layout_.between(from, layout_.end_of_line(from));
    const auto mark = line.find(" #");
    return mark == line.npos ? std::string_view() : trimmed(line.substr(mark + 1), any_white_space);
  }

  // Returns the text in the quotes that the old text has, if any.
  [[nodiscard]] std::string quoted_as(const Item& item, const JsonView& meant,
                                      const std::string& written) const {
    const char quote = layout_.at(item.value_begin);
    if (!meant.is_string() || (quote != '"' && quote != '\'') || written.find('|') == 1)
      return written;
    const auto text = meant.string();
    if (quote == '"') return written.find('"') == 1 ? written : " " + json_quote(text);
    const bool has_escapes =
        written.find("\\u") != written.npos || std::ranges::any_of(text, [](char c) {
          return static_cast<unsigned char>(c) < ' ' || c == '\x7F';
        });
    if (has_escapes) return written;
    return " '" + with_before_each(text, '\'', '\'') + "'";
  }

  Layout layout_;
  WriteYaml write_yaml_;
  bool has_anchors_ = false;
  bool failed_ = false;
  std::vector<Cut> cuts_;
  std::vector<FileEdit> files_;
  std::map<std::string, JsonView, std::less<>> anchors_; // what they will stand for
};

using Extents = std::map<std::size_t, std::size_t>; // end by begin

void add_scalars(const Layout& layout, const JsonView& value, Extents& extents) {
  if (layout.is_alias(value)) return;
  if (!value.is_structured()) extents[layout.begin_of(value.text())] = layout.end_of(value);
  for (const auto& item : value.items())
    if (!layout.is_merged(item)) add_scalars(layout, item.value, extents);
}

} // namespace

std::optional<Edits> edit_document(const Document& document, const JsonText& read,
                                   const JsonText& meant, WriteYaml write_yaml) {
  if (!document.json.root().is_object() || !read.root().is_object() || !meant.root().is_object())
    return std::nullopt;
  auto edits = Editor(document, write_yaml).edit(document.json.root(), read.root(), meant.root());
  if (edits && document.text.view().starts_with(byte_order_mark))
    edits->text.insert(0, byte_order_mark);
  return edits;
}

std::vector<std::string> comments_in(const Document& document) {
  std::vector<std::string> comments;
  if (!document.map) return comments;
  const Layout layout(document);
  Extents scalars;
  add_scalars(layout, document.json.root(), scalars);
  const auto text = layout.text();
  for (auto mark = text.find('#'); mark != text.npos; mark = text.find('#', mark)) {
    const auto next = scalars.upper_bound(mark);
    const auto inside = next == scalars.begin() ? 0 : std::prev(next)->second;
    const bool begins = mark == 0 || any_white_space.find(text[mark - 1]) != text.npos;
    const auto end = inside > mark ? inside : begins ? layout.end_of_line(mark) : mark + 1;
    if (inside <= mark && begins)
      comments.emplace_back(trimmed(layout.between(mark, end), any_white_space));
    mark = end;
  }
  return comments;
}

std::string with_line_ends_of(std::string_view other, std::string_view text) {
  if (other.find("\r\n") == other.npos) return std::string(text);
  return with_before_each(text, '\n', '\r');
}

} // namespace mrctl::document
