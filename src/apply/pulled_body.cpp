#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/pull.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/stored_comparison.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/spec/field.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::apply {

namespace {

// Members as they are written, in the order in which the table has their names; others follow.
class OrderedMembers {
public:
  void add(std::size_t place, std::string text) { members_.emplace_back(place, std::move(text)); }

  [[nodiscard]] std::string object() && {
    std::ranges::stable_sort(members_, {}, &Placed::first);
    std::string out;
    for (const auto& [place, text] : members_)
      out.append(out.empty() ? "" : ",").append(text);
    return "{" + out + "}";
  }

private:
  using Placed = std::pair<std::size_t, std::string>;
  std::vector<Placed> members_;
};

template <class Row>
std::size_t place_of(spec::Rows<Row> rows, const Row* row) {
  return row == nullptr ? rows.count : static_cast<std::size_t>(row - rows.begin());
}

spec::Rows<spec::ShapeMember> members_of(const spec::Shape* shape) {
  if (shape == nullptr) return {};
  for (const auto& other : shape->alternatives)
    if (other.kind == spec::ShapeKind::object) return other.members;
  return shape->members;
}

bool is_same(const JsonView& one, const JsonView& other) {
  const auto text = canonical_json(one.text());
  return text && text == canonical_json(other.text());
}

// A value of the file, and the value of its base at the same place.
struct Counterparts {
  std::optional<JsonView> file{};
  std::optional<JsonView> base{};

  [[nodiscard]] Counterparts member(const std::string& key) const {
    return {file ? mrctl::find_member(*file, key) : std::nullopt,
            base ? mrctl::find_member(*base, key) : std::nullopt};
  }
  [[nodiscard]] bool give(const JsonView& value) const {
    return !file && base && is_same(value, *base);
  }
};

std::string written(const JsonView& value, const Counterparts& others, const spec::Shape* shape);

std::string written_list(const JsonView& list, const spec::Shape* shape) {
  std::vector<std::string> items;
  for (const auto& item : list.items())
    items.push_back(written(item.value, {}, shape == nullptr ? nullptr : shape->element));
  return fmt::format("[{}]", fmt::join(items, ","));
}

// Returns the value as text. An object has only the members that its base does not give.
std::string written(const JsonView& value, const Counterparts& others, const spec::Shape* shape) {
  if (others.file && is_same(value, *others.file)) return std::string(others.file->text());
  if (value.is_array()) return written_list(value, shape);
  if (!value.is_object()) return std::string(value.text());
  const auto rows = members_of(shape);
  OrderedMembers members;
  for (const auto& item : value.items()) {
    const auto there = others.member(item.key());
    if (there.give(item.value)) continue;
    const auto* row = find_row(rows, &spec::ShapeMember::name, item.key());
    members.add(place_of(rows, row),
                fmt::format("{}:{}", item.written_key,
                            written(item.value, there, row == nullptr ? nullptr : &row->shape)));
  }
  return std::move(members).object();
}

// Where the live text has the texts of all other messages at their places, only this one changed.
std::optional<std::string> changed_text(const std::vector<std::string>& texts, std::size_t place,
                                        std::string_view live) {
  constexpr std::string_view gap = "\n\n";
  std::string before;
  std::string after;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i < place) before.append(texts[i]).append(gap);
    if (i > place) after.append(gap).append(texts[i]);
  }
  if (live.size() < before.size() + after.size() || !live.starts_with(before) ||
      !live.ends_with(after))
    return std::nullopt;
  live.remove_suffix(after.size());
  return std::string(live.substr(before.size()));
}

// Returns the messages of a file with another text of those that a preset keeps; the others stay.
std::string messages_with(const JsonText& file, const std::string& prompt) {
  const auto message = prompt.empty()
                           ? std::string()
                           : fmt::format(R"({{"role":"system","content":{}}})", json_quote(prompt));
  const auto messages = body::find_messages(file);
  if (!messages) return "[" + message + "]";
  const auto with = [&](std::vector<JsonCut> cuts) {
    return std::string(find_member(cut_json(file, std::move(cuts)).root(), "messages")->text());
  };
  std::vector<JsonView> contents;
  std::vector<std::string> texts;
  std::size_t kept = 0;
  for (const auto& item : messages->items()) {
    if (!body::is_kept_message(item.value)) continue;
    ++kept;
    const auto content = find_member(item.value, "content");
    if (!content || !content->is_string()) continue;
    contents.push_back(*content);
    texts.push_back(content->string());
  }
  for (std::size_t i = 0; i < texts.size() && texts.size() == kept; ++i)
    if (const auto text = changed_text(texts, i, prompt); text && !text->empty())
      return with({{contents[i].text(), json_quote(*text)}});
  const auto others = with(removing_items(
      *messages, [](const JsonItem& item) { return body::is_kept_message(item.value); }));
  const bool is_alone = JsonIndex(others).root().size() == 0;
  return "[" + message + (message.empty() || is_alone ? "" : ",") + others.substr(1);
}

} // namespace

std::string pulled_body(const service::PresetVersion& version, const JsonText& base,
                        const JsonText& file) {
  const auto fields = spec::request_fields();
  const JsonIndex config(version.spelled_config.text);
  const Counterparts others{file.root(), base.root()};
  OrderedMembers members;
  const auto add = [&](const JsonItem& item, std::string_view text) {
    members.add(place_of(fields, spec::find_field(item.key())),
                fmt::format("{}:{}", item.written_key, text));
  };
  const auto is_live = [&](const JsonItem& item) {
    return !says_nothing(item.value) && !item.has_key("messages");
  };
  for (const auto& item : config.root().items()) {
    const auto there = others.member(item.key());
    const auto* field = spec::find_field(item.key());
    if (is_live(item) && !there.give(item.value))
      add(item, written(item.value, there, field == nullptr ? nullptr : &field->shape));
  }
  for (const auto& item : file.root().items()) {
    const auto live = find_member(config.root(), item.key());
    const auto* field = spec::find_field(item.key());
    const bool stays = says_nothing(item.value) || (field != nullptr && spec::is_dropped(*field));
    if ((!live || says_nothing(*live)) && stays && !item.has_key("messages"))
      add(item, item.value.text());
  }
  const auto prompt = version.system_prompt.value_or("");
  const auto place = place_of(fields, spec::find_field("messages"));
  const auto messages = body::find_messages(file);
  const bool has_prompt = prompt == body::system_text_of(messages ? file : base);
  const auto text = !has_prompt ? messages_with(file, prompt)
                    : messages  ? std::string(messages->text())
                                : std::string("[]");
  if ((messages && has_prompt) || text != "[]")
    members.add(place, fmt::format(R"("messages":{})", text));
  return std::move(members).object();
}

} // namespace mrctl::apply
