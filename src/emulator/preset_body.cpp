#include "preset_body.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace mrctl::emulator {

namespace {

constexpr std::size_t largest_body = std::size_t{64} << 20U;
// "[],[],[]" takes many times its size in memory when it is parsed and checked.
constexpr std::size_t most_values = 2'000'000;

// Counts the beginnings of values outside strings.
bool has_more_values(std::string_view text, std::size_t limit) {
  bool is_inside = false;
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size() && count <= limit; ++i) {
    const char c = text[i];
    if (c == '"') is_inside = !is_inside;
    if (is_inside)
      i += c == '\\' ? 1U : 0U;
    else
      count += c == ',' || c == '[' || c == '{' ? 1U : 0U;
  }
  return count > limit;
}

using Texts = std::vector<std::string>;

void add_text(Texts& texts, const Json* text) {
  if (text != nullptr && text->is_string()) texts.push_back(text->get<std::string>());
}

// Content is a string or an array of text parts.
void add_content(Texts& texts, const Json& content) {
  add_text(texts, &content);
  if (!content.is_array()) return;
  for (const auto& part : content)
    add_text(texts, find_member(part, "text"));
}

bool instructs(const Json& message) {
  const auto* role = find_member(message, "role");
  return role != nullptr && (*role == "system" || *role == "developer");
}

std::optional<std::string> system_prompt_of(const Json& messages) {
  Texts texts;
  for (const auto& message : messages)
    if (const auto* content = find_member(message, "content");
        content != nullptr && instructs(message))
      add_content(texts, *content);
  if (texts.empty()) return std::nullopt;
  return fmt::format("{}", fmt::join(texts, "\n\n"));
}

std::string config_of(const Json& body) {
  auto config = Json::object();
  for (const auto& [key, value] : body.items())
    if (is_kept(key)) config[key] = value;
  return dump_json(config);
}

} // namespace

bool is_too_large(std::string_view text) {
  return text.size() > largest_body ||
         (text.size() > most_values && has_more_values(text, most_values));
}

tl::expected<Json, std::vector<BodyProblem>> read_body(std::string_view text) {
  auto body = parse_json(text, Reading::strict);
  if (!body) {
    const auto& fault = body.error();
    return tl::unexpected(std::vector<BodyProblem>{
        {fault.path, fmt::format("{}, at byte {}", fault.message, fault.offset)}});
  }
  if (auto problems = check_body(*body); !problems.empty())
    return tl::unexpected(std::move(problems));
  return std::move(*body);
}

PresetDraft draft_of(const Json& body) {
  return {config_of(body), system_prompt_of(body.at("messages"))};
}

} // namespace mrctl::emulator
