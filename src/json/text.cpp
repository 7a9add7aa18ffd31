#include "mrctl/json/text.hpp"

#include "mrctl/base/text.hpp"

#include "scanner.hpp"

#include <algorithm>
#include <utility>

namespace mrctl {

namespace {

// Writes a value; keys and scalars are left to a function.
class Writer {
public:
  Writer(JsonLayout layout, const WriteJsonPart& write) : layout_(layout), write_(write) {}

  void add(const JsonView& value) {
    if (value.is_structured()) return add_items(value);
    const auto part = value.is_string()   ? JsonPart::string
                      : value.is_number() ? JsonPart::number
                                          : JsonPart::literal;
    write_(out_, part, value.text());
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

private:
  void add_items(const JsonView& list) {
    const auto brackets = list.is_object() ? std::pair('{', '}') : std::pair('[', ']');
    auto before = brackets.first;
    ++depth_;
    for (const auto& item : list.items()) {
      out_ += std::exchange(before, ',');
      break_line();
      if (list.is_object()) {
        write_(out_, JsonPart::key, item.written_key);
        out_ += layout_ == JsonLayout::lines ? ": " : ":";
      }
      add(item.value);
    }
    --depth_;
    if (list.size() == 0)
      out_ += before;
    else
      break_line();
    out_ += brackets.second;
  }

  void break_line() {
    if (layout_ == JsonLayout::lines) out_.append("\n").append(2 * depth_, ' ');
  }

  JsonLayout layout_;
  const WriteJsonPart& write_;
  std::string out_;
  std::size_t depth_ = 0;
};

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

const char* end_of(std::string_view text) {
  return text.data() + text.size();
}

} // namespace

std::string written_json(const JsonView& value, JsonLayout layout, const WriteJsonPart& write) {
  Writer writer(layout, write);
  writer.add(value);
  return writer.take();
}

std::string pretty_json(std::string_view text) {
  return written_json(
      JsonIndex(text).root(), JsonLayout::lines,
      [](std::string& out, JsonPart /*part*/, std::string_view token) { out += token; });
}

std::string compact_json(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 1); // for the line break that mostly follows
  std::size_t begin = 0;        // of the text to keep
  for (std::size_t at = 0; at < text.size();) {
    const auto found = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(),
                                    [](char c) { return c == '"' || is_json_space(c); });
    at = static_cast<std::size_t>(found - text.begin());
    if (at == text.size()) break;
    if (text[at] == '"') {
      at = end_of_json_string(text, at);
    } else {
      out += text.substr(begin, at - begin);
      begin = at = std::min(text.find_first_not_of(white_space, at), text.size());
    }
  }
  return out += text.substr(begin);
}

bool is_json(std::string_view text) {
  JsonScanner scanner(text, Reading::tolerant);
  return scanner.take_value() && scanner.take_end();
}

std::vector<JsonMemberText> json_members(std::string_view object) {
  std::vector<JsonMemberText> members;
  const JsonIndex index(object);
  if (!index.root().is_object()) return members;
  members.reserve(index.root().size());
  for (const auto& [key, value] : index.root().items())
    members.push_back({key.substr(1, key.size() - 2), value.text()});
  return members;
}

std::optional<std::string_view> json_member(std::string_view object, std::string_view key) {
  const JsonIndex index(object);
  const auto found = find_member(index.root(), key);
  return found ? std::optional(found->text()) : std::nullopt;
}

std::vector<std::string_view> json_elements(std::string_view array) {
  std::vector<std::string_view> elements;
  const JsonIndex index(array);
  if (!index.root().is_array()) return elements;
  elements.reserve(index.root().size());
  for (const auto& item : index.root().items())
    elements.push_back(item.value.text());
  return elements;
}

std::vector<std::string_view> json_documents(std::string_view text) {
  std::vector<std::string_view> documents;
  while (!trimmed(text).empty()) {
    JsonScanner scanner(text, Reading::tolerant);
    const auto size = scanner.take_value() ? scanner.offset() : text.size();
    documents.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return documents;
}

JsonText cut_json(const JsonText& text, std::vector<JsonCut> cuts) {
  if (cuts.empty()) return text;
  std::ranges::stable_sort(cuts, [](const JsonCut& one, const JsonCut& other) {
    return one.part.data() < other.part.data();
  });
  auto size = text.text().size();
  for (const auto& cut : cuts)
    size += cut.text.size() - cut.part.size();
  std::string out;
  out.reserve(size);
  const auto whole = text.text().view();
  const auto* at = whole.data();
  for (const auto& cut : cuts) {
    out += between(at, cut.part.data());
    out += cut.text;
    at = end_of(cut.part);
  }
  out += between(at, end_of(whole));
  return JsonText(SharedText(std::move(out)));
}

JsonCut adding_items(const JsonView& list, std::string_view items) {
  auto inside = list.text();
  inside.remove_suffix(1);
  while (is_json_space(inside.back()))
    inside.remove_suffix(1);
  const auto* comma = list.size() == 0 ? "" : ",";
  return {list.text().substr(inside.size(), 0), comma + std::string(items)};
}

// Returns the cuts for the items to remove: each goes up to the beginning of the next item, and all
// that follows the last item that stays goes, too.
std::vector<JsonCut> removing_items(const JsonView& list,
                                    const std::function<bool(const JsonItem&)>& is_removed) {
  std::vector<JsonCut> cuts;
  const char* removed = nullptr; // where the removed items before this one begin
  const char* end = nullptr;     // of the last item
  const char* kept = nullptr;    // the end of the last item that stays
  for (const auto& item : list.items()) {
    const auto text = item.text();
    if (is_removed(item)) {
      if (removed == nullptr) removed = text.data();
    } else {
      if (removed != nullptr) cuts.push_back({between(removed, text.data())});
      removed = nullptr;
      kept = end_of(text);
    }
    end = end_of(text);
  }
  if (removed != nullptr) cuts.push_back({between(kept == nullptr ? removed : kept, end)});
  return cuts;
}

} // namespace mrctl
