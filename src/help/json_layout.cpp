#include "json_layout.hpp"

#include <algorithm>

namespace mrctl::help {

namespace {

constexpr std::size_t indentation = 2;
constexpr std::size_t widest_list = 80;

std::string layout(const Json& value, std::size_t depth);

std::string line_break(std::size_t depth) {
  return "\n" + std::string(depth * indentation, ' ');
}

std::string on_one_line(const Json& list) {
  std::string out;
  for (const auto& item : list)
    out += (out.empty() ? "" : ", ") + dump_json(item);
  return "[" + out + "]";
}

bool fits_on_a_line(const Json& list) {
  return std::none_of(list.begin(), list.end(),
                      [](const Json& item) { return item.is_structured(); }) &&
         on_one_line(list).size() <= widest_list;
}

std::string list_layout(const Json& list, std::size_t depth) {
  if (fits_on_a_line(list)) return on_one_line(list);
  std::string out;
  for (const auto& item : list)
    out += (out.empty() ? "" : ",") + line_break(depth + 1) + layout(item, depth + 1);
  return "[" + out + line_break(depth) + "]";
}

std::string object_layout(const Json& object, std::size_t depth) {
  if (object.empty()) return "{}";
  std::string out;
  for (const auto& member : object.items())
    out += (out.empty() ? "" : ",") + line_break(depth + 1) + Json(member.key()).dump() + ": " +
           layout(member.value(), depth + 1);
  return "{" + out + line_break(depth) + "}";
}

std::string layout(const Json& value, std::size_t depth) {
  if (value.is_array()) return list_layout(value, depth);
  return value.is_object() ? object_layout(value, depth) : dump_json(value);
}

} // namespace

std::string file_text(const Json& value) {
  return layout(value, 0) + "\n";
}

} // namespace mrctl::help
