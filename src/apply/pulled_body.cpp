#include "mrctl/apply/pulled_body.hpp"

#include "mrctl/apply/canonical.hpp"
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

// Returns the row of that name, or null.
template <class Row>
const Row* row_of(spec::Rows<Row> rows, std::string_view name) {
  const auto* found = std::ranges::find(rows, name, &Row::name);
  return found == rows.end() ? nullptr : found;
}

template <class Row>
std::size_t place_of(spec::Rows<Row> rows, const Row* row) {
  return row == nullptr ? rows.count : static_cast<std::size_t>(row - rows.begin());
}

spec::Rows<spec::Member> members_of(const spec::Shape* shape) {
  if (shape == nullptr) return {};
  for (const auto& other : shape->alternatives)
    if (other.kind == spec::ShapeKind::object) return other.members;
  return shape->members;
}

bool is_empty(const JsonView& value) {
  return value.is_null() || (value.is_structured() && value.size() == 0);
}

bool is_same(const JsonView& one, const JsonView& other) {
  const auto text = canonical_json(one.text());
  return text && text == canonical_json(other.text());
}

std::string written(const JsonView& value, const std::optional<JsonView>& base,
                    const spec::Shape* shape);

std::string written_list(const JsonView& list, const spec::Shape* shape) {
  std::vector<std::string> items;
  for (const auto& item : list.items())
    items.push_back(written(item.value, {}, shape == nullptr ? nullptr : shape->element));
  return fmt::format("[{}]", fmt::join(items, ","));
}

// Of an object, only what its base does not give.
std::string written(const JsonView& value, const std::optional<JsonView>& base,
                    const spec::Shape* shape) {
  if (value.is_array()) return written_list(value, shape);
  if (!value.is_object()) return std::string(value.text());
  const auto rows = members_of(shape);
  OrderedMembers members;
  for (const auto& item : value.items()) {
    const auto given = base ? find_member(*base, item.key()) : std::nullopt;
    if (given && is_same(item.value, *given)) continue;
    const auto* row = row_of(rows, item.key());
    members.add(place_of(rows, row),
                fmt::format("{}:{}", item.written_key,
                            written(item.value, given, row == nullptr ? nullptr : &row->shape)));
  }
  return std::move(members).object();
}

} // namespace

std::string pulled_body(const service::PresetVersion& version, const JsonText& base) {
  const auto fields = spec::request_fields();
  const JsonIndex config(version.config_text);
  OrderedMembers members;
  for (const auto& item : config.root().items()) {
    if (is_empty(item.value) || item.has_key("messages")) continue;
    const auto given = find_member(base.root(), item.key());
    if (given && is_same(item.value, *given)) continue;
    const auto* field = row_of(fields, item.key());
    const auto* shape = field == nullptr ? nullptr : &field->shape;
    members.add(place_of(fields, field),
                fmt::format("{}:{}", item.written_key, written(item.value, given, shape)));
  }
  const auto prompt = version.system_prompt.value_or("");
  if (prompt != body::system_text_of(base))
    members.add(
        place_of(fields, row_of(fields, "messages")),
        fmt::format(R"("messages":[{{"role":"system","content":{}}}])", json_quote(prompt)));
  return std::move(members).object();
}

} // namespace mrctl::apply
