#include "builder.hpp"

#include "mrctl/base/path.hpp"
#include "mrctl/base/utf8.hpp"

#include "edit.hpp"
#include "place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::request {

namespace {

Problem problem_of(std::string rule, std::string message) {
  Problem problem;
  problem.rule = std::move(rule);
  problem.message = std::move(message);
  return problem;
}

std::optional<Pair> split_pair(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return std::nullopt;
  return Pair{text.substr(0, equals), text.substr(equals + 1)};
}

Json message_of(std::string_view role, std::string content) {
  return Json{{"role", role}, {"content", std::move(content)}};
}

Problem warning_of_byte_order_mark(const Document& document) {
  auto problem = problem_of("body.byte-order-mark", "the file begins with a byte order mark");
  problem.severity = Severity::warning;
  problem.place = place_at(document, 0);
  problem.suggestion = "save it as UTF-8 without one";
  return problem;
}

// Conversion does not know what it converts for. Names of rules begin with that:
// "temperature.type".
Problem with_subject(Problem problem, const std::string& pointer) {
  if (problem.rule.find('.') == std::string::npos)
    problem.rule = dotted(pointer) + "." + problem.rule;
  if (!problem.place) problem.message = fmt::format("{} {}", dotted(pointer), problem.message);
  return problem;
}

// The size of the array that the path's last step goes into, else 0.
std::size_t parent_size(const Json& root, const JsonPath& path) {
  const Json::json_pointer parent(pointer_of(JsonPath(path.begin(), path.end() - 1)));
  if (!root.contains(parent) || !root[parent].is_array()) return 0;
  return root[parent].size();
}

} // namespace

Result<Body> build_body(const args::Invocation& invocation, const ReadFile& read_file) {
  return Builder(invocation, read_file).build();
}

Result<Body> Builder::build() && {
  if (auto read = read_body_file(); !read) return fail(std::move(read.error()));
  if (auto applied = apply_field_flags(); !applied) return fail(std::move(applied.error()));
  if (auto applied = apply_system(); !applied) return fail(std::move(applied.error()));
  for (const auto& use : invocation_.flags)
    if (use.name == "--message" && is_text(use))
      if (auto applied = apply_message(use.value); !applied)
        return fail(std::move(applied.error()));
  if (auto applied = apply_edits(); !applied) return fail(std::move(applied.error()));
  return std::move(body_);
}

Status Builder::read_body_file() {
  const auto path = invocation_.value("--body");
  if (!path) return {};
  auto content = read_file_(*path);
  if (!content) return fail(std::move(content.error()));
  auto document = make_document(*path == "-" ? "<stdin>" : *path, *std::move(content));
  auto parsed = parse_document(document);
  if (!parsed) {
    body_.problems.push_back(std::move(parsed.error()));
    return {};
  }
  if (document.text.starts_with(byte_order_mark))
    body_.problems.push_back(warning_of_byte_order_mark(document));
  if (parsed->is_object()) {
    body_.value = *std::move(parsed);
  } else {
    auto problem = problem_of("body.type", fmt::format("the body must be an object, got {}",
                                                       json_type_with_article(*parsed)));
    problem.place = locate(document, "", PlaceOf::value);
    body_.problems.push_back(std::move(problem));
  }
  body_.sources.push_back({"", "", std::move(document)});
  return {};
}

// Whole fields first, then their members: --provider FILE --provider-sort price changes one of
// them.
Status Builder::apply_field_flags() {
  for (const auto& flag : spec::field_flags()) {
    std::size_t uses = 0;
    for (const auto& use : invocation_.flags) {
      if (use.name != flag.name || !is_text(use)) continue;
      if (auto applied = apply_field_flag(flag, use.value, uses++); !applied) return applied;
    }
  }
  return {};
}

Status Builder::apply_field_flag(const spec::FieldFlag& flag, const std::string& text,
                                 std::size_t use) {
  if (is_repeated(*flag.shape)) return apply_repeated(flag, text, use);
  const bool is_whole = looks_structured(text) || (flag.shape->nullable && text == "null");
  if (takes_pairs(*flag.shape) && !is_whole) {
    if (auto pair = split_pair(text)) return apply_pair(flag, *pair);
    note(flag.name, pointer_of(*parse_path(flag.path)),
         problem_of("pair",
                    fmt::format("{} must be KEY=VALUE, JSON or @FILE, got '{}'", flag.path, text)));
    return {};
  }
  return put(flag.name, *parse_path(flag.path), convert(*flag.shape, text, read_file_));
}

// The first use replaces what the file says, the others add to it.
Status Builder::apply_repeated(const spec::FieldFlag& flag, const std::string& text,
                               std::size_t use) {
  auto path = *parse_path(flag.path);
  if (flag.shape->nullable && text == "null") return put(flag.name, path, Converted{nullptr, {}});
  auto element = convert(element_shape(*flag.shape), text, read_file_);
  if (use == 0) {
    if (element) element->value = Json::array({std::move(element->value)});
    return put(flag.name, path, std::move(element));
  }
  const Json::json_pointer pointer(pointer_of(path));
  path.emplace_back(body_.value.contains(pointer) ? body_.value[pointer].size() : std::size_t{0});
  return put(flag.name, path, std::move(element));
}

// Pairs share the rules of their map.
Status Builder::apply_pair(const spec::FieldFlag& flag, const Pair& pair) {
  auto path = *parse_path(flag.path);
  path.emplace_back(pair.key);
  auto value = convert(element_shape(*flag.shape), pair.value, read_file_);
  if (!value && value.error().problem) value.error().problem->rule = flag.path + ".type";
  return put(flag.name, path, std::move(value));
}

// --system stands in for every system message of the file, in front of the others.
Status Builder::apply_system() {
  const auto text = invocation_.value("--system");
  if (!text || !is_text({"--system", *text})) return {};
  auto content = convert_text(*text, read_file_);
  if (!content) return fail(std::move(content.error()));
  const auto messages = body_.value.find("messages");
  if (messages != body_.value.end() && messages->is_array()) make_room_for_system(*messages);
  return put("--system", {"messages", std::size_t{0}},
             Converted{message_of("system", *std::move(content)), {}});
}

void Builder::make_room_for_system(Json& messages) {
  auto changed = Json::array({nullptr});
  Source move{"/messages", {}, {}, {0}};
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const auto* role = find_member(messages[i], "role");
    if (role != nullptr && *role == "system") continue;
    changed.push_back(std::move(messages[i]));
    move.moved_from.push_back(i);
  }
  messages = std::move(changed);
  body_.sources.push_back(std::move(move));
}

Status Builder::apply_message(const std::string& text) {
  const auto pair = split_pair(text);
  if (!pair) {
    note("--message", "/messages",
         problem_of("messages.flag",
                    fmt::format("must be ROLE=TEXT or ROLE=@FILE, got '{}'", text)));
    return {};
  }
  auto content = convert_text(pair->value, read_file_);
  if (!content) return fail(std::move(content.error()));
  const auto* messages = find_member(body_.value, "messages");
  const auto index = messages != nullptr && messages->is_array() ? messages->size() : 0;
  return put("--message", {"messages", index},
             Converted{message_of(pair->key, *std::move(content)), {}});
}

Status Builder::apply_edits() {
  for (const auto& use : invocation_.flags) {
    if (!use.name.starts_with("--set") && use.name != "--unset") continue;
    if (!is_text(use)) continue;
    if (auto applied = apply_edit(use); !applied) return applied;
  }
  return {};
}

Status Builder::apply_edit(const args::FlagUse& use) {
  const bool removes = use.name == "--unset";
  const auto pair = removes ? std::optional(Pair{use.value, {}}) : split_pair(use.value);
  const auto path = pair ? parse_path(pair->key) : std::nullopt;
  if (!path || !std::holds_alternative<std::string>(path->front())) {
    note(use.name, "",
         problem_of("flag.path", fmt::format("needs a path such as provider.order[0]{}, got '{}'",
                                             removes ? "" : " and a value behind '='", use.value)));
    return {};
  }
  if (removes) {
    remove(*path);
    return {};
  }
  if (use.name == "--set-json") return put(use.name, *path, convert_json(pair->value, read_file_));
  auto value = use.name == "--set" ? convert_loosely(pair->value) : Json(pair->value);
  return put(use.name, *path, Converted{std::move(value), {}});
}

// The items behind a removed one move up.
void Builder::remove(const JsonPath& path) {
  const auto size_before = parent_size(body_.value, path);
  unset_at(body_.value, path);
  const auto* index = std::get_if<std::size_t>(&path.back());
  if (index == nullptr || parent_size(body_.value, path) == size_before) return;
  Source move{pointer_of(JsonPath(path.begin(), path.end() - 1)), {}, {}};
  for (std::size_t i = 0; i < size_before; ++i)
    if (i != *index) move.moved_from.push_back(i);
  if (!move.moved_from.empty()) body_.sources.push_back(std::move(move));
}

Status Builder::put(std::string_view flag, const JsonPath& path, Conversion conversion) {
  const auto pointer = pointer_of(path);
  if (!conversion) {
    auto& failure = conversion.error();
    if (failure.error) return fail(*std::move(failure.error));
    note(flag, pointer, with_subject(*std::move(failure.problem), pointer));
    return {};
  }
  if (auto set = set_at(body_.value, path, std::move(conversion->value)); !set) {
    note(flag, pointer, problem_of("flag.path", std::move(set.error())));
    return {};
  }
  body_.sources.push_back({pointer, std::string(flag), std::move(conversion->document)});
  return {};
}

// JSON carries no other text.
bool Builder::is_text(const args::FlagUse& use) {
  if (!find_invalid_utf8(use.value)) return true;
  note(use.name, "",
       problem_of("flag.utf-8", fmt::format("the value of {} is not valid UTF-8", use.name)));
  return false;
}

void Builder::note(std::string_view flag, const std::string& pointer, Problem problem) {
  problem.flag = flag;
  problem.path = pointer + problem.path;
  body_.problems.push_back(std::move(problem));
}

} // namespace mrctl::request
