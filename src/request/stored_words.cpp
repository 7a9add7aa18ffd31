#include "mrctl/request/stored_words.hpp"

#include "mrctl/base/utf8.hpp"
#include "mrctl/json/beginning.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/request/validate.hpp"

#include "shape_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace mrctl::request {

namespace {

using Names = std::vector<std::string>;

Names names_of(const std::vector<Difference>& fields) {
  Names names;
  for (const auto& field : fields)
    names.push_back(Json::json_pointer(field.path).back());
  return names;
}

void add_part(std::string& text, std::string_view verb, const Names& names) {
  if (names.empty()) return;
  text += fmt::format("{}{} {}", text.empty() ? "" : "; ", verb, fmt::join(names, ", "));
}

struct Shown {
  std::string sent;
  std::string stored;
};

constexpr std::size_t longest = 40;

bool is_alike(const Json& sent, const Json& stored) {
  return sent.type() == stored.type() && (sent.is_structured() || sent.is_string());
}

// If both begin alike, shows the place where they differ.
Shown shown(const Json& sent, const Json& stored) {
  constexpr std::size_t context = 12;
  if (!is_alike(sent, stored))
    return {abbreviated(json_beginning(sent, longest + 1), longest),
            abbreviated(json_beginning(stored, longest + 1), longest)};
  auto a = dump_json(sent);
  auto b = dump_json(stored);
  const auto parting = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
  auto start = static_cast<std::size_t>(parting);
  if (std::max(a.size(), b.size()) <= longest || start <= 2 * context)
    return {abbreviated(a, longest), abbreviated(b, longest)};
  start -= context;
  while (is_continuation(a[start]))
    --start;
  return {"…" + abbreviated(std::string_view(a).substr(start), longest),
          "…" + abbreviated(std::string_view(b).substr(start), longest)};
}

std::string sentence_about(std::string_view name, const Json& sent, const Json& stored) {
  const auto values = shown(sent, stored);
  const auto how_sent = sent.is_null() ? "was not sent" : "was sent as " + values.sent;
  const auto how_stored = stored.is_null() ? "is not stored" : "is stored as " + values.stored;
  return fmt::format("{} {} and {}", name, how_sent, how_stored);
}

std::string sentence_about(const Difference& difference) {
  constexpr std::size_t longest_name = 80;
  return sentence_about(abbreviated(dotted(difference.path), longest_name), *difference.sent,
                        *difference.stored);
}

std::string sentence_about_rest(std::size_t count) {
  return fmt::format("{} more difference{} not shown", count, count == 1 ? " is" : "s are");
}

void add_problems(Problems& problems, const std::vector<Difference>& differences,
                  std::string_view rule, Severity severity) {
  for (const auto& difference : differences) {
    if (problems.size() == most_problems) return;
    Problem problem;
    problem.severity = severity;
    problem.rule = rule;
    problem.path = difference.path;
    problem.message = sentence_about(difference);
    problems.push_back(std::move(problem));
  }
}

Problem problem_of_rest(std::size_t count, Severity severity) {
  Problem rest;
  rest.severity = severity;
  rest.rule = "stored.more";
  rest.message = sentence_about_rest(count);
  return rest;
}

Json changes_json(const std::vector<Difference>& differences) {
  auto changes = Json::array();
  for (const auto& [path, sent, stored] : differences)
    changes.push_back(Json{{"path", path}, {"sent", *sent}, {"stored", *stored}});
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

std::string describe_stored(const Stored& stored) {
  auto ignored = stored.ignored;
  if (const auto count = stored.ignored_messages; count > 0)
    ignored.push_back(fmt::format("{} message{}", count, count == 1 ? "" : "s"));
  std::string text;
  add_part(text, "kept", stored.kept);
  add_part(text, "changed", stored.changed);
  add_part(text, "did not keep", names_of(stored.lost));
  add_part(text, "ignored", ignored);
  return text;
}

Problems problems_of_stored(const Stored& stored, const Body& sent, Severity severity) {
  Problems problems;
  add_problems(problems, stored.differences, "stored.changed", severity);
  add_problems(problems, stored.lost, "stored.not-kept", severity);
  place_problems(problems, sent);
  const auto count = stored.differences.size() + stored.lost.size();
  if (count > problems.size())
    problems.push_back(problem_of_rest(count - problems.size(), severity));
  return problems;
}

std::vector<std::string> explain_additions(const Stored& stored, const Body& sent,
                                           const std::optional<std::string>& prompt) {
  std::vector<std::string> lines;
  for (const auto& addition : stored.added)
    if (lines.size() < most_problems) lines.push_back(sentence_about(addition));
  if (const auto count = stored.added.size(); count > lines.size())
    lines.push_back(sentence_about_rest(count - lines.size()));
  if (stored.prompt == PromptFate::none || stored.prompt == PromptFate::kept) return lines;
  const auto value_of = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  lines.push_back(sentence_about("the system prompt", value_of(system_text_of(sent.json)),
                                 value_of(prompt.value_or(""))));
  return lines;
}

Json stored_json(const Stored& stored) {
  Json out;
  out["kept"] = stored.kept;
  out["changed"] = changes_json(stored.differences);
  out["not_kept"] = names_of(stored.lost);
  out["ignored"] = stored.ignored;
  out["added"] = names_of(stored.added);
  out["ignored_messages"] = stored.ignored_messages;
  out["system_prompt"] = fate_json(stored.prompt);
  return out;
}

} // namespace mrctl::request
