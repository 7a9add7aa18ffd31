#include "mrctl/output/json.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/json/tokens.hpp"
#include "mrctl/output/text.hpp"

#include <algorithm>

namespace mrctl::output {

namespace {

std::string line_break(std::size_t depth) {
  return "\n" + std::string(2 * depth, ' ');
}

bool opens(std::string_view token) {
  return token == "{" || token == "[";
}

bool closes(std::string_view token) {
  return token == "}" || token == "]";
}

Style style_of_token(std::string_view token, std::string_view following) {
  if (token.front() == '"') return following == ":" ? Style::key : Style::string;
  return token == "true" || token == "false" || token == "null" ? Style::literal : Style::number;
}

} // namespace

std::string one_document(std::span<const std::string> data, DataCount count) {
  std::size_t size = 3; // brackets, and a newline
  for (const auto& document : data)
    size += document.size() + 1;
  std::string text;
  text.reserve(size);
  if (count == DataCount::several) text += '[';
  for (const auto& document : data) {
    if (&document != data.data()) text += ',';
    text += document;
  }
  if (count == DataCount::several) text += ']';
  return text;
}

std::string json(std::string_view text) {
  return compact_json(text) + "\n";
}

std::string coloured_json(std::string_view text, const Terminal& terminal) {
  JsonTokens tokens(text);
  std::string out;
  std::size_t depth = 0;
  while (!tokens.peek().empty()) {
    const auto token = tokens.next();
    const auto following = tokens.peek();
    if (opens(token)) {
      out += token;
      out += closes(following) ? std::string(tokens.next()) : line_break(++depth);
    } else if (closes(token)) {
      out.append(line_break(--depth)).append(token);
    } else if (token == ",") {
      out.append(token).append(line_break(depth));
    } else if (token == ":") {
      out += ": ";
    } else {
      out += styled(safe_json_string(token), style_of_token(token, following), terminal);
    }
  }
  return out + "\n";
}

std::string jsonl(std::span<const std::string> data) {
  std::string text;
  for (const auto& document : data)
    text += json(document);
  return text;
}

std::string safe_jsonl(std::string_view lines) {
  std::string text;
  while (!lines.empty()) {
    const auto line = lines.substr(0, lines.find('\n'));
    text += safe_json_string(line) + "\n";
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
  }
  return text;
}

} // namespace mrctl::output
