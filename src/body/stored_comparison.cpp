#include "mrctl/body/stored_comparison.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/spec/field.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace mrctl::body {

namespace {

const Json& nothing() {
  static const Json null;
  return null;
}

// Finds members in constant time: bodies may have thousands of them.
class MemberIndex {
public:
  explicit MemberIndex(const Json& object) {
    for (const auto& member : object.items())
      members_.emplace(member.key(), &member.value());
  }

  [[nodiscard]] const Json& find(const std::string& name) const {
    const auto found = members_.find(name);
    return found == members_.end() ? nothing() : *found->second;
  }

private:
  std::unordered_map<std::string_view, const Json*> members_;
};

bool is_nothing(const Json& value) {
  return value.is_null() || (value.is_object() && std::ranges::all_of(value, is_nothing));
}

bool is_nothing(const JsonView& value) {
  if (!value.is_object()) return value.is_null();
  const auto items = value.items();
  return std::all_of(items.begin(), items.end(),
                     [](const JsonItem& item) { return is_nothing(item.value); });
}

bool is_same_scalar(const JsonView& sent, const Json& stored) {
  if (sent.is_structured() || stored.is_structured()) return false;
  if (sent.is_string() || stored.is_string())
    return stored.is_string() && sent.is(stored.get_ref<const std::string&>());
  if (!sent.is_number() || !is_number(stored)) return sent.value() == stored;
  // nlohmann would compare integers with doubles after rounding them.
  const auto spelled = dump_json(stored);
  const auto plain = plain_number(sent.text());
  return plain ? plain == plain_number(spelled) : sent.text() == spelled;
}

using Differences = std::vector<Difference>;
using Keys = std::unordered_set<std::string>;

void collect(Differences& out, const std::string& path, const JsonView& sent, const Json& stored);

void collect_unsent(Differences& out, std::string path, const Json& stored) {
  if (!is_nothing(stored)) out.push_back({std::move(path), std::nullopt, &stored});
}

void collect_members(Differences& out, const std::string& path, const JsonView& sent,
                     const Json& stored) {
  const MemberIndex index_of_stored(stored);
  Keys sent_keys;
  for (const auto& item : sent.items()) {
    const auto [key, is_new] = sent_keys.insert(item.key());
    collect(out, pointer_join(path, *key), item.value, index_of_stored.find(*key));
  }
  for (const auto& member : stored.items())
    if (!sent_keys.contains(member.key()))
      collect_unsent(out, pointer_join(path, member.key()), member.value());
}

void collect_items(Differences& out, const std::string& path, const JsonView& sent,
                   const Json& stored) {
  std::size_t i = 0;
  for (const auto& item : sent.items()) {
    collect(out, pointer_join(path, i), item.value, i < stored.size() ? stored[i] : nothing());
    ++i;
  }
  for (; i < stored.size(); ++i)
    collect_unsent(out, pointer_join(path, i), stored[i]);
}

bool has_differences(const JsonView& sent, const Json& stored) {
  Differences inside;
  collect(inside, "", sent, stored);
  return !inside.empty();
}

void collect(Differences& out, const std::string& path, const JsonView& sent, const Json& stored) {
  if (path.size() > longest_compared_path && sent.is_structured() && stored.is_structured()) {
    if (has_differences(sent, stored)) out.push_back({path, sent, &stored});
    return;
  }
  if (sent.is_object() && stored.is_object()) return collect_members(out, path, sent, stored);
  if (sent.is_array() && stored.is_array()) return collect_items(out, path, sent, stored);
  if (is_nothing(sent) && is_nothing(stored)) return;
  if (!is_same_scalar(sent, stored)) out.push_back({path, sent, &stored});
}

// reasoning_effort is a shorthand for reasoning.effort: a service may store either.
const Json& stored_value_of(const std::string& name, const MemberIndex& stored) {
  const auto& value = stored.find(name);
  if (name != "reasoning_effort" || !value.is_null()) return value;
  const auto* effort = find_member(stored.find("reasoning"), "effort");
  return effort == nullptr ? nothing() : *effort;
}

bool is_sent_as_shorthand(const std::string& name, const Json& value, const Keys& sent) {
  if (name != "reasoning" || !sent.contains("reasoning_effort")) return false;
  for (const auto& member : value.items())
    if (member.key() != "effort" && !is_nothing(member.value())) return false;
  return true;
}

void compare_field(Comparison& out, const std::string& name, const JsonView& sent,
                   const Json& stored) {
  const auto path = pointer_join("", name);
  if (is_nothing(stored)) {
    const auto* field = spec::find_field(name);
    if (field != nullptr && field->kept == spec::Kept::yes)
      out.lost.push_back({path, sent, &nothing()});
    else
      out.ignored.push_back(name);
    return;
  }
  const auto before = out.differences.size();
  collect(out.differences, path, sent, stored);
  (out.differences.size() == before ? out.kept : out.changed).push_back(name);
}

// A text may be large, and is read only if it begins with an escape.
bool has_content(const JsonView& text) {
  const auto inside = text.text().substr(1);
  const char first = inside[inside.find_first_not_of(' ')];
  return first == '\\' ? !trimmed(text.string()).empty() : first != '"';
}

void add_text(std::vector<JsonView>& texts, const std::optional<JsonView>& text) {
  if (text && text->is_string()) texts.push_back(*text);
}

// Content is a string or an array of text parts.
std::vector<JsonView> system_texts_of(const JsonText& body) {
  std::vector<JsonView> texts;
  const auto messages = find_messages(body);
  if (!messages) return texts;
  for (const auto& message : messages->items()) {
    const auto content = find_member(message.value, "content");
    if (!content || !is_kept_message(message.value)) continue;
    add_text(texts, content);
    if (!content->is_array()) continue;
    for (const auto& part : content->items())
      add_text(texts, find_member(part.value, "text"));
  }
  return texts;
}

std::string without_white_space(std::string text) {
  std::erase_if(text, [](char c) { return white_space.find(c) != std::string_view::npos; });
  return text;
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

// Shows both values. An empty text counts as missing.
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

// Returns the sentence on two prompts that differ; an empty one is missing.
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

} // namespace

std::vector<std::string> names_of_members(const std::vector<Difference>& fields) {
  return mapped(fields, [&](const auto& field) { return Json::json_pointer(field.path).back(); });
}

Comparison compare(const JsonText& sent, const Json& config) {
  Comparison out;
  out.sent = sent;
  Keys sent_names{"messages"}; // which are not compared
  const MemberIndex index_of_stored(config);
  for (const auto& item : sent.root().items()) {
    if (is_nothing(item.value) || item.has_key("messages")) continue;
    const auto [name, is_new] = sent_names.insert(item.key());
    compare_field(out, *name, item.value, stored_value_of(*name, index_of_stored));
  }
  for (const auto& member : config.items())
    if (!sent_names.contains(member.key()) &&
        !is_sent_as_shorthand(member.key(), member.value(), sent_names))
      collect_unsent(out.added, pointer_join("", member.key()), member.value());
  return out;
}

std::string system_text_of(const JsonText& body) {
  std::string out;
  for (const auto& text : system_texts_of(body)) {
    auto next = text.string();
    if (out.empty())
      out = std::move(next);
    else
      out += "\n\n" + next;
  }
  return out;
}

PromptOutcome compare_prompt(const JsonText& sent, const std::optional<std::string>& prompt) {
  const auto texts = system_texts_of(sent);
  const bool is_sent = std::ranges::any_of(texts, has_content);
  const bool is_stated = prompt && !trimmed(*prompt).empty();
  if (!is_sent) return is_stated ? PromptOutcome::added : PromptOutcome::none;
  if (!is_stated) return PromptOutcome::not_stated;
  auto wanted = system_text_of(sent);
  const bool is_same =
      wanted == *prompt || without_white_space(std::move(wanted)) == without_white_space(*prompt);
  return is_same ? PromptOutcome::kept : PromptOutcome::changed;
}

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
  if (stored.prompt == PromptOutcome::none || stored.prompt == PromptOutcome::kept) return lines;
  lines.push_back(sentence_about_prompts(system_text_of(sent.json), prompt.value_or("")));
  return lines;
}

} // namespace mrctl::body
