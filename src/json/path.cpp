#include "mrctl/json/path.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"

#include <algorithm>

namespace mrctl {

namespace {

constexpr std::size_t longest_index = 9;

bool is_index(std::string_view text) {
  return !text.empty() && text.size() <= longest_index && std::ranges::all_of(text, is_digit);
}

std::optional<PathStep> take_index(std::string_view& text) {
  const auto end = text.find(']');
  if (end == std::string_view::npos || !is_index(text.substr(1, end - 1))) return std::nullopt;
  const auto index = number_in<std::size_t>(text.substr(1, end - 1));
  text.remove_prefix(end + 1);
  return index;
}

std::optional<PathStep> take_quoted(std::string_view& text) {
  const auto end = text.find('"', 1);
  if (end == std::string_view::npos) return std::nullopt;
  PathStep step = std::string(text.substr(1, end - 1));
  text.remove_prefix(end + 1);
  return step;
}

std::optional<PathStep> take_name(std::string_view& text) {
  const auto end = std::min(text.find_first_of(".["), text.size());
  if (end == 0) return std::nullopt;
  PathStep step = std::string(text.substr(0, end));
  text.remove_prefix(end);
  return step;
}

std::string unescaped(std::string_view token) {
  std::string out;
  for (std::size_t i = 0; i < token.size(); ++i)
    if (token[i] == '~' && i + 1 < token.size())
      out += token[++i] == '1' ? '/' : '~';
    else
      out += token[i];
  return out;
}

} // namespace

std::optional<JsonPath> parse_path(std::string_view text) {
  JsonPath path;
  bool needs_name = true;
  while (!text.empty() || needs_name) {
    if (text.empty()) return std::nullopt;
    auto step = !needs_name           ? take_index(text)
                : text.front() == '"' ? take_quoted(text)
                                      : take_name(text);
    if (!step) return std::nullopt;
    path.push_back(std::move(*step));
    needs_name = text.starts_with('.');
    if (needs_name)
      text.remove_prefix(1);
    else if (!text.empty() && text.front() != '[')
      return std::nullopt;
  }
  return path;
}

std::string pointer_of(const JsonPath& path) {
  std::string out;
  for (const auto& step : path)
    out = std::visit([&](const auto& token) { return pointer_join(out, token); }, step);
  return out;
}

std::vector<std::string> pointer_steps(std::string_view pointer) {
  std::vector<std::string> steps;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const auto end = std::min(pointer.find('/'), pointer.size());
    steps.push_back(unescaped(pointer.substr(0, end)));
    pointer.remove_prefix(end);
  }
  return steps;
}

std::string dotted(std::string_view pointer) {
  std::string out;
  for (const auto& step : pointer_steps(pointer)) {
    const bool is_plain = !step.empty() && step.find_first_of(".[\"") == std::string::npos;
    const auto name = is_plain ? step : '"' + step + '"'; // which parse_path() would split
    out += is_index(step) ? "[" + step + "]" : (out.empty() ? "" : ".") + name;
  }
  return out;
}

} // namespace mrctl
