#include "preset_body.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace mrctl::emulator {

namespace {

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
