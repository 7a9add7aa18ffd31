#include "mrctl/body/words.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace mrctl::body {

namespace {

std::vector<std::string> names_of_members(const std::vector<Difference>& fields) {
  std::vector<std::string> names;
  for (const auto& field : fields)
    names.push_back(Json::json_pointer(field.path).back());
  return names;
}

void add_part(std::string& text, std::string_view verb, const std::vector<std::string>& names) {
  if (names.empty()) return;
  text += fmt::format("{}{} {}", text.empty() ? "" : "; ", verb, fmt::join(names, ", "));
}

struct Shown {
  std::string sent;
  std::string stored;
};

constexpr std::size_t longest_value = 40;

template <class Value>
std::string beginning_of(const Value& value) {
  return abbreviated(json_beginning(value, longest_value + 1), longest_value);
}

// If both begin alike, shows the place where they differ.
Shown shown(std::string_view sent, std::string_view stored) {
  constexpr std::size_t context = 12;
  const auto a = json_quote(sent);
  const auto b = json_quote(stored);
  const auto parting = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
  auto start = static_cast<std::size_t>(parting);
  if (std::max(a.size(), b.size()) <= longest_value || start <= 2 * context)
    return {abbreviated(a, longest_value), abbreviated(b, longest_value)};
  start -= context;
  while (is_continuation(a[start]))
    --start;
  return {"…" + abbreviated(std::string_view(a).substr(start), longest_value),
          "…" + abbreviated(std::string_view(b).substr(start), longest_value)};
}

// Texts that are empty are not there.
Shown shown(const Difference& difference) {
  const auto& [path, sent, stored] = difference;
  if (sent && sent->is_string() && stored->is_string())
    return shown(sent->string(), stored->get_ref<const std::string&>());
  return {sent && !sent->is_null() ? beginning_of(*sent) : std::string(),
          stored->is_null() ? std::string() : beginning_of(*stored)};
}

std::string sentence_about(std::string_view name, const Shown& values) {
  return fmt::format("{} {} and {}", name,
                     values.sent.empty() ? "was not sent" : "was sent as " + values.sent,
                     values.stored.empty() ? "is not stored" : "is stored as " + values.stored);
}

std::string sentence_about(const Difference& difference) {
  constexpr std::size_t longest_path = 80;
  return sentence_about(abbreviated(dotted(difference.path), longest_path), shown(difference));
}

// A prompt that is not there is empty.
std::string sentence_about_prompts(const std::string& sent, const std::string& stored) {
  const auto alone = [](const std::string& text) {
    return text.empty() ? text : beginning_of(Json(text));
  };
  const bool are_both = !sent.empty() && !stored.empty();
  return sentence_about("the system prompt",
                        are_both ? shown(sent, stored) : Shown{alone(sent), alone(stored)});
}

std::string sentence_about_rest(std::size_t count) {
  return fmt::format("{} more difference{} not shown", count, count == 1 ? " is" : "s are");
}

void add_problems(Problems& problems, const std::vector<Difference>& differences,
                  std::string_view rule, Severity severity) {
  for (const auto& difference : differences) {
    if (problems.size() == most_problems) return;
    problems.push_back({.severity = severity,
                        .rule = std::string(rule),
                        .path = difference.path,
                        .message = sentence_about(difference)});
  }
}

Json changes_json(const std::vector<Difference>& differences) {
  auto changes = Json::array();
  for (const auto& [path, sent, stored] : differences)
    changes.push_back(
        Json{{"path", path}, {"sent", sent ? sent->value() : Json()}, {"stored", *stored}});
  return changes;
}

Json fate_json(PromptFate fate) {
  switch (fate) {
  case PromptFate::none:
    return nullptr;
  case PromptFate::kept:
    return "kept";
  case PromptFate::changed:
    return "changed";
  case PromptFate::not_stated:
    return "not_stated";
  case PromptFate::added:
    return "added";
  }
  return nullptr;
}

} // namespace

std::string describe(const Comparison& stored) {
  auto ignored = stored.ignored;
  if (const auto count = stored.ignored_messages; count > 0)
    ignored.push_back(counted(count, "message"));
  std::string text;
  add_part(text, "kept", stored.kept);
  add_part(text, "changed", stored.changed);
  add_part(text, "did not keep", names_of_members(stored.lost));
  add_part(text, "ignored", ignored);
  return text;
}

Problems problems_of(const Comparison& stored, const Body& sent, Severity severity) {
  Problems problems;
  add_problems(problems, stored.differences, "stored.changed", severity);
  add_problems(problems, stored.lost, "stored.not-kept", severity);
  place_problems(problems, sent);
  const auto count = stored.differences.size() + stored.lost.size();
  if (count > problems.size())
    problems.push_back({.severity = severity,
                        .rule = "stored.more",
                        .message = sentence_about_rest(count - problems.size())});
  return problems;
}

std::vector<std::string> explain_additions(const Comparison& stored, const Body& sent,
                                           const std::optional<std::string>& prompt) {
  std::vector<std::string> lines;
  for (const auto& addition : stored.added)
    if (lines.size() < most_problems) lines.push_back(sentence_about(addition));
  if (const auto count = stored.added.size(); count > lines.size())
    lines.push_back(sentence_about_rest(count - lines.size()));
  if (stored.prompt == PromptFate::none || stored.prompt == PromptFate::kept) return lines;
  lines.push_back(sentence_about_prompts(system_text_of(sent.json), prompt.value_or("")));
  return lines;
}

Json comparison_json(const Comparison& stored) {
  Json out;
  out["kept"] = stored.kept;
  out["changed"] = changes_json(stored.differences);
  out["not_kept"] = names_of_members(stored.lost);
  out["ignored"] = stored.ignored;
  out["added"] = names_of_members(stored.added);
  out["ignored_messages"] = stored.ignored_messages;
  out["system_prompt"] = fate_json(stored.prompt);
  return out;
}

} // namespace mrctl::body
