#include "mrctl/body/validate.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/utf8.hpp"
#include "mrctl/spec/field.hpp"

#include "shape_check.hpp"
#include "unusual.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mrctl::body {

namespace {

constexpr std::size_t most_models = 3;

// Ignored messages are counted elsewhere, because some of their text is kept. An answer of a preset
// is not streamed unless a request asks for it.
void warn_of_ignored(ShapeCheck& check, const spec::Field& field, const JsonView& value) {
  if (!spec::is_dropped(field) || value.text() == field.shape.otherwise) return;
  check.add(Severity::warning, BodyPath().member(field.name), "ignored",
            fmt::format("{} is accepted but not kept in a preset", field.name));
}

// One service rejected more; the specification states no limit.
void warn_of_many_models(ShapeCheck& check, const JsonView& body) {
  const auto models = find_member(body, "models");
  if (!models || !models->is_array() || models->size() <= most_models) return;
  check.add(Severity::warning, BodyPath().member("models"), "many",
            fmt::format("more than {} models may be refused, got {}", most_models, models->size()));
}

// reasoning_effort is a shorthand for reasoning.effort and must not differ from it.
void check_effort(ShapeCheck& check, const JsonView& body) {
  const auto member = find_member(body, "reasoning_effort");
  const auto reasoning = find_member(body, "reasoning");
  const auto member_of_reasoning = reasoning ? find_member(*reasoning, "effort") : std::nullopt;
  if (!member || !member_of_reasoning) return;
  const auto shorthand = member->value();
  const auto effort = member_of_reasoning->value();
  if (shorthand.is_null() || effort.is_null() || shorthand == effort) return;
  check.add(Severity::error, BodyPath().member("reasoning_effort"), "conflict",
            fmt::format("reasoning_effort is {} and reasoning.effort is {}; they must not differ",
                        dump_json(shorthand), dump_json(effort)));
}

// The texts of one member of each tool: tools[].type, tools[].function.name.
std::vector<std::string> texts_of_tools(const JsonView& body,
                                        std::optional<JsonView> (*member_of)(const JsonView&)) {
  std::vector<std::string> texts;
  const auto tools = find_member(body, "tools");
  if (!tools || !tools->is_array()) return texts;
  for (const auto& tool : tools->items()) {
    const auto member = member_of(tool.value);
    if (member && member->is_string()) texts.push_back(member->string());
  }
  return texts;
}

std::optional<JsonView> type_of(const JsonView& tool) {
  return find_member(tool, "type");
}

std::optional<JsonView> function_name_of(const JsonView& tool) {
  const auto function = find_member(tool, "function");
  return function ? find_member(*function, "name") : std::nullopt;
}

void warn_of_missing_tool(ShapeCheck& check, const BodyPath& path,
                          const std::optional<JsonView>& name,
                          const std::vector<std::string>& tools) {
  if (!name || !name->is_string()) return;
  const auto text = name->string();
  if (std::find(tools.begin(), tools.end(), text) != tools.end()) return;
  check.add(Severity::warning, path, "not-a-tool",
            fmt::format("tool_choice names {}, which is not among the tools of the body",
                        abbreviated(dump_json(text))),
            std::string(nearest_word(text, tools)));
}

// A request that uses the preset may add the tool.
void warn_of_chosen_tool(ShapeCheck& check, const JsonView& body) {
  const auto choice = find_member(body, "tool_choice");
  if (!choice || !choice->is_object()) return;
  const BodyPath whole;
  const auto here = whole.member("tool_choice");
  const auto type = type_of(*choice);
  const bool is_function = !type || type->is("function");
  if (is_function)
    warn_of_missing_tool(check, here.member("function").member("name"), function_name_of(*choice),
                         texts_of_tools(body, function_name_of));
  else
    warn_of_missing_tool(check, here.member("type"), type, texts_of_tools(body, type_of));
}

std::string field_of(const Problem& problem) {
  return problem.path.substr(0, problem.path.find('/', 1));
}

// Fields are checked one aspect after another; people read from the top of the body. Of the fields,
// which may be thousands, only those with a problem are ranked.
Problems in_order_of_body(Problems problems, const JsonView& body) {
  if (problems.empty()) return problems;
  std::unordered_map<std::string, std::size_t> ranks;
  for (const auto& problem : problems)
    ranks.emplace(field_of(problem), body.size());
  std::size_t rank = 0;
  for (const auto& item : body.items()) {
    if (const auto known = ranks.find(pointer_join("", item.key())); known != ranks.end())
      known->second = rank;
    ++rank;
  }
  std::stable_sort(problems.begin(), problems.end(), [&](const Problem& a, const Problem& b) {
    return ranks.at(field_of(a)) < ranks.at(field_of(b));
  });
  return problems;
}

} // namespace

Undocumented undocumented_by(const spec::FlagValues& flags) {
  return flags.allow_unknown ? Undocumented::warned : Undocumented::refused;
}

Problems validate(const JsonText& text, Undocumented undocumented) {
  const auto body = text.root();
  ShapeCheck check(undocumented);
  check.check(spec::request_shape(), body, {});
  if (!body.is_object()) return check.take();
  for (const auto& item : body.items()) {
    const auto* field = spec::find_field(item.key());
    if (field != nullptr) warn_of_ignored(check, *field, item.value);
  }
  warn_of_many_models(check, body);
  warn_of_unusual(check, body);
  warn_of_chosen_tool(check, body);
  check_effort(check, body);
  return in_order_of_body(check.take(), body);
}

} // namespace mrctl::body
