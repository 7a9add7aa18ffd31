#include "mrctl/body/place_problems.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/json/known_file.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include "secret_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace mrctl::body {

namespace {

// A source, and the pointer that the problem's value had when the source set it.
struct Origin {
  const BodySource* source = nullptr;
  std::string pointer;
};

// "/messages/1/role", and "/messages" with item 1 moved from 3: "/messages/3/role".
std::string before_move(const BodySource& move, const std::string& pointer) {
  if (!is_within(pointer, move.pointer) || pointer.size() == move.pointer.size()) return pointer;
  const auto rest = std::string_view(pointer).substr(move.pointer.size() + 1);
  std::size_t index = move.moved_from.size();
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
  if (error != std::errc{} || index >= move.moved_from.size()) return pointer;
  return pointer_join(move.pointer, move.moved_from[index]) +
         std::string(end, rest.data() + rest.size());
}

// Returns whether the document of a source has the value. A flag may have added it: --set
// provider.max-price.prompt=2.
bool has_value_at(const BodySource& source, const std::string& pointer) {
  if (!source.document) return true;
  auto here = source.document->json.root();
  for (const auto& step : pointer_steps(pointer.substr(source.pointer.size()))) {
    if (!here.is_object()) return true;
    const auto next = find_member(here, step);
    if (!next) return false;
    here = *next;
  }
  return true;
}

// Finds the last source that set a value: later sources override earlier ones. A problem of a whole
// list or map may come from one of its parts: too many pairs, each from a flag.
Origin find_origin(std::string pointer, const Body& body) {
  Origin part;
  for (auto source = body.sources.rbegin(); source != body.sources.rend(); ++source) {
    if (!source->moved_from.empty())
      pointer = before_move(*source, pointer);
    else if (has_set(*source, pointer))
      return part.source != nullptr && !has_value_at(*source, pointer) ? part
                                                                       : Origin{&*source, pointer};
    else if (part.source == nullptr && is_within(source->pointer, pointer))
      part = {&*source, source->pointer};
  }
  return part;
}

bool is_about_the_key(const Problem& problem) {
  constexpr std::array<std::string_view, 4> endings{".unknown", ".deprecated", ".ignored",
                                                    ".key-length"};
  return std::ranges::any_of(
      endings, [&](std::string_view ending) { return problem.rule.ends_with(ending); });
}

// "prompts/support.md" for what is in the text of that file; else empty.
std::string text_file_at(const BodySource& source, const std::string& pointer) {
  const auto here = pointer.substr(source.pointer.size());
  const auto* text = find_row(source.texts, &TextSource::pointer, here);
  return text == nullptr ? std::string() : text->path;
}

// Adds the flag, the place and the file of the text. --set takes a text, so what it holds instead
// of an array or an object needs another flag.
void put_at(Problem& problem, const Located& at) {
  const auto& [source, text_file, place] = at;
  if (source == nullptr) return;
  problem.flag = source->flag;
  problem.flag_path = source->flag_path;
  problem.flag_position = source->flag_position;
  problem.place = place;
  if (!text_file.empty() && source->document) problem.message += " (the text of " + text_file + ")";
  if (problem.rule == "stop.unusual" && !source->document)
    problem.suggestion = R"(in bash, write $'\n')";
  const auto& [text, does] = problem.suggestion;
  if (does == Does::drop && source->flag.starts_with("--set"))
    problem.suggestion = fmt::format("write --unset {}", source->flag_path);
  else if (does == Does::meant && source->flag == "--set" &&
           std::string_view("[{").find(text.front()) != std::string_view::npos)
    problem.suggestion = fmt::format("write --set-json '{}={}'", source->flag_path, text);
}

// Returns the line and column of a secret in the file of a prompt, without the text of the line.
// Returns nothing if the problem is not a secret in such a file.
std::optional<Place> place_in_text_file(const Problem& problem, const std::string& file,
                                        const Body& body) {
  if (file.empty() || problem.rule != "secret.found") return std::nullopt;
  std::optional<JsonView> value = body.json.root();
  for (const auto& step : pointer_steps(problem.path))
    value = !value              ? value
            : value->is_array() ? find_element(*value, number_in<std::size_t>(step).value_or(0))
                                : find_member(*value, step);
  if (!value || !value->is_string()) return std::nullopt;
  const auto text = value->string();
  const auto found = SecretSearch(text).next(0);
  if (!found) return std::nullopt;
  const auto before = std::string_view(text).substr(0, found->begin);
  const auto line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1;
  return Place{
      .file = file, .line = line, .column = count_characters(after_last(before, "\n")) + 1};
}

// Two values that exclude each other: the one that a problem of that rule is about, and another.
struct Exclusion {
  std::string_view rule;
  std::string_view other; // JSON Pointer
};

constexpr std::array exclusions{
    Exclusion{"reasoning_effort.conflict", "/reasoning/effort"},
    Exclusion{"reasoning.max_tokens.conflict", "/reasoning/effort"},
    Exclusion{"reasoning.max_tokens.shorthand-conflict", "/reasoning_effort"},
    Exclusion{"response_format.unknown", "/response_format/type"},
};

// "presets/_base.yaml:3:11", "--set reasoning.effort"; empty for what mrctl adds.
std::string name_of(const Origin& origin) {
  const auto& source = *origin.source;
  if (!source.document) return spelled_flag(source.flag, source.flag_path);
  const document::PlaceQuery wanted{origin.pointer.substr(source.pointer.size())};
  const auto place = locate(*source.document, {&wanted, 1}).front();
  return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

bool is_of_base(const Origin& origin) {
  return origin.source->parts.has_value();
}

// A merge made an object whose members exclude each other. The problem is put where the user can
// see it: in the preset's own file, if one of the members is there.
void name_both(Problem& problem, const std::string& other, const Body& body) {
  const auto here = find_origin(problem.path, body);
  const auto there = find_origin(other, body);
  const bool is_merged = here.source != nullptr && there.source != nullptr &&
                         here.source != there.source && (is_of_base(here) || is_of_base(there));
  if (!is_merged) return;
  const auto places = fmt::format("{} is from {}, {} from {}", dotted(problem.path), name_of(here),
                                  dotted(other), name_of(there));
  problem.severity = Severity::error;
  problem.message = fmt::format("{}: {}", problem.message, places);
  problem.suggestion = "remove one of them, or use --unset";
  if (is_of_base(here) && !is_of_base(there)) problem.path = other;
}

// Files first, --body before those of flags; then flags; then the rest.
auto rank_of(const Problem& problem) {
  const int kind = problem.place ? 0 : problem.flag.empty() ? 2 : 1;
  const auto line = problem.place ? problem.place->line : 0;
  const auto column = problem.place ? problem.place->column : 0;
  return std::tuple(kind, problem.flag_position, line, column);
}

bool is_file(const std::string& path) {
  return kind_of_file(path).value_or(FileKind::absent) == FileKind::regular;
}

// A name is one line; other texts are not looked for in the file system.
bool may_be_name(std::string_view text) {
  constexpr std::size_t longest = 255;
  return !text.empty() && text.size() <= longest && text != "-" &&
         text.find_first_of(std::string_view("\n\r\0", 3)) == std::string_view::npos;
}

// The name of a file, also where there is no such file.
bool is_like_file(std::string_view text) {
  constexpr std::array endings{".md", ".txt", ".yaml", ".yml", ".json", ".j2", ".prompt"};
  return text.find_first_of(" \t") == std::string_view::npos &&
         std::ranges::any_of(endings, [&](const char* ending) { return text.ends_with(ending); });
}

// What is known of a text that may name a file.
struct NamedFile {
  std::string name;
  bool is_marked = false;
  bool is_clear = false; // also where there is no such file
};

// People write marks around the name of a file to have it read. A handle begins with '@' as well.
NamedFile named_file(std::string_view text) {
  struct Mark {
    std::string_view before;
    std::string_view after;
  };
  constexpr std::array marks{Mark{"file://", ""}, Mark{"file(", ")"},   Mark{"include(", ")"},
                             Mark{"!file ", ""},  Mark{"${file:", "}"}, Mark{"@", ""}};
  for (const auto& [before, after] : marks) {
    if (!text.starts_with(before) || !text.ends_with(after)) continue;
    const auto name =
        trimmed(text.substr(before.size(), text.size() - before.size() - after.size()), " '\"");
    const bool is_word = name.find_first_of(" \t") == name.npos;
    return {std::string(name), true, is_like_file(name) || (is_word && before != "@")};
  }
  return {std::string(text)};
}

// Checks the system and developer messages, whose text is what a preset is mostly for. The
// specification shows no parts of their content, so validate() takes any.
class PromptCheck {
public:
  explicit PromptCheck(const Body& body) : body_(body) {}

  [[nodiscard]] Problems check() && {
    const auto messages = find_messages(body_.json);
    if (!messages) return {};
    std::size_t index = 0;
    for (const auto& message : messages->items()) {
      const auto here = pointer_join("/messages", index++);
      if (!is_kept_message(message.value)) continue;
      const auto before = problems_.size();
      has_text_ = has_blanks_ = false;
      const auto content = find_member(message.value, "content");
      if (content && !content->is_null()) check_content(*content, here + "/content");
      if (!has_text_ && problems_.size() == before)
        add(Severity::warning, "messages.empty", content ? here + "/content" : here,
            fmt::format("the {} prompt is {}", find_member(message.value, "role")->string(),
                        has_blanks_ ? "only white space" : "empty"),
            content ? "leave it out, or write a text: a variable may not be set, or '#' begins a "
                      "comment"
                    : "write the text as \"content\": \"…\"");
    }
    return std::move(problems_);
  }

private:
  void check_content(const JsonView& content, const std::string& pointer) {
    if (content.is_string()) return check_text(content.string(), pointer);
    if (!content.is_array())
      return add(Severity::error, "messages.content", pointer,
                 fmt::format("{} must be a text or a list of text parts, got {}", dotted(pointer),
                             words_of(json_type(content)).found),
                 R"("content": "You help.")");
    std::size_t index = 0;
    for (const auto& part : content.items())
      check_part(part.value, pointer_join(pointer, index++));
  }

  void check_part(const JsonView& part, const std::string& pointer) {
    const auto type = find_member(part, "type");
    const auto text = find_member(part, "text");
    if (type && type->is("text") && text && text->is_string())
      return check_text(text->string(), pointer + "/text");
    constexpr std::size_t longest = 60;
    const auto shown = text && text->is_string() ? *text : part;
    const auto form = fmt::format(
        R"({{"type": "text", "text": {}}})",
        shown.is_string() && shown.text().size() <= longest ? shown.text() : R"("You help.")");
    const auto severity = part.is_object() ? Severity::warning : Severity::error;
    add(severity, "messages.content", pointer,
        part.is_object()
            ? fmt::format("{} is not a text part, so its text may be lost", dotted(pointer))
            : fmt::format("{} must be a text part, got {}: its text would be lost", dotted(pointer),
                          words_of(json_type(part)).found),
        {form, Does::meant});
  }

  void check_text(const std::string& text, const std::string& pointer) {
    has_text_ = has_text_ || !trimmed(text, any_white_space).empty();
    has_blanks_ = has_blanks_ || !text.empty();
    const auto* source = source_of(pointer, body_);
    const bool is_of_flag = source != nullptr && !source->flag.empty();
    if (is_of_flag && text == "-")
      return add(Severity::warning, "messages.file-name", pointer, "the prompt is the text '-'",
                 fmt::format("{}@- reads standard input",
                             source->flag == "--message" ? "--message system=" : "--system "));
    if (auto fault = find_unwritten_text(text))
      return add(Severity::error, std::move(fault->rule), pointer, std::move(fault->message),
                 std::move(fault->suggestion));
    const auto [name, is_marked, is_clear] = named_file(text);
    if (!may_be_name(name) || !(is_marked || is_of_flag || is_like_file(name))) return;
    const bool is_in_file = source != nullptr && source->document && !source->flag_position;
    const auto folder = is_in_file ? std::filesystem::path(folder_of(source->document->name))
                                   : std::filesystem::path();
    const bool is_there = is_file((folder / name).lexically_normal().string()) || is_file(name);
    if (!is_there && !is_clear && !(is_of_flag && is_like_file(name))) return;
    const bool is_yaml = is_in_file && source->document->syntax == document::Syntax::yaml;
    add(Severity::warning, "messages.file-name", pointer,
        fmt::format("the prompt is the text '{}', which {} the name of a file", abbreviated(text),
                    is_there ? "is" : "looks like"),
        is_of_flag && !source->flag.starts_with("--set")
            ? fmt::format("{} @{} reads the file",
                          source->flag == "--message" ? "--message system=" : "--system", name)
        : is_yaml ? fmt::format("!file {} reads the file", name)
                  : fmt::format("in a YAML file, !file {} reads the file; or use --system @{}",
                                name, name));
  }

  void add(Severity severity, std::string rule, const std::string& pointer, std::string message,
           Suggestion suggestion) {
    problems_.push_back({.severity = severity,
                         .rule = std::move(rule),
                         .path = pointer,
                         .message = std::move(message),
                         .suggestion = std::move(suggestion)});
  }

  const Body& body_;
  Problems problems_;
  bool has_text_ = false; // in the message that is being checked
  bool has_blanks_ = false;
};

} // namespace

const BodySource* source_of(const std::string& pointer, const Body& body) {
  return find_origin(pointer, body).source;
}

std::string text_file_of(const std::string& pointer, const Body& body) {
  const auto origin = find_origin(pointer, body);
  return origin.source == nullptr ? std::string() : text_file_at(*origin.source, origin.pointer);
}

std::optional<output::ChangeOrigin> outer_origin_of(const std::string& pointer, const Body& body) {
  if (body.sources.size() == 1) return std::nullopt;
  for (auto source = body.sources.rbegin(); source != body.sources.rend(); ++source)
    if (!source->flag.empty() && is_within(source->pointer, pointer))
      return output::ChangeOrigin{.flag = source->flag};
  const auto origin = find_origin(pointer, body);
  if (origin.source == nullptr) return std::nullopt;
  if (!origin.source->flag.empty()) return output::ChangeOrigin{.flag = origin.source->flag};
  if (!is_of_base(origin) || !origin.source->document) return std::nullopt;
  const document::PlaceQuery wanted{origin.pointer.substr(origin.source->pointer.size()),
                                    document::PlaceOf::key};
  const auto place = locate(*origin.source->document, {&wanted, 1}).front();
  bool has_others = false; // members of an object may be of several files
  auto value = std::optional(body.json.root());
  for (const auto& step : pointer_steps(pointer))
    if (value) value = find_member(*value, step);
  if (value && value->is_object())
    for (const auto& member : value->items())
      has_others |= find_origin(pointer_join(pointer, member.key()), body).source != origin.source;
  return output::ChangeOrigin{.file = place.file, .line = place.line, .has_others = has_others};
}

std::vector<Located> locate_all(const std::vector<document::PlaceQuery>& wanted, const Body& body) {
  std::vector<Located> found(wanted.size());
  std::map<const document::Document*,
           std::pair<std::vector<document::PlaceQuery>, std::vector<std::size_t>>>
      in_documents;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto [source, pointer] = find_origin(wanted[i].pointer, body);
    if (source == nullptr) continue;
    found[i] = {source, text_file_at(*source, pointer), std::nullopt};
    if (!source->document) continue;
    auto& [queries, indexes] = in_documents[&*source->document];
    queries.push_back({pointer.substr(source->pointer.size()), wanted[i].what});
    indexes.push_back(i);
  }
  for (const auto& [document, asked] : in_documents) {
    auto places = locate(*document, asked.first);
    for (std::size_t i = 0; i < places.size(); ++i)
      found[asked.second[i]].place = std::move(places[i]);
  }
  return found;
}

// body.more says how many problems are not shown, which is at no place.
void place_problems(Problems& problems, const Body& body) {
  for (auto& problem : problems)
    for (const auto& [rule, other] : exclusions)
      if (problem.rule == rule && !problem.place && problem.flag.empty())
        name_both(problem, std::string(other), body);
  std::vector<Problem*> placed;
  std::vector<document::PlaceQuery> wanted;
  for (auto& problem : problems) {
    if (problem.place || !problem.flag.empty() || problem.rule == "body.more") continue;
    placed.push_back(&problem);
    wanted.push_back({problem.path, is_about_the_key(problem) ? document::PlaceOf::key
                                                              : document::PlaceOf::value});
  }
  const auto found = locate_all(wanted, body);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (auto place = place_in_text_file(*placed[i], found[i].text_file, body)) {
      const auto& source = *found[i].source;
      if (source.document) placed[i]->message += fmt::format(" (in {})", source.document->name);
      placed[i]->flag = source.flag;
      placed[i]->flag_position = source.flag_position;
      placed[i]->place = std::move(place);
    } else {
      put_at(*placed[i], found[i]);
    }
  std::ranges::stable_sort(
      problems, [](const Problem& a, const Problem& b) { return rank_of(a) < rank_of(b); });
}

void check(Body& body, Undocumented undocumented) {
  auto found = validate(body.json, undocumented);
  // One problem of the whole file says that none of its members is a field.
  if (contains(body.problems, std::string_view("body.not-a-preset"), &Problem::rule))
    std::erase_if(found, [](const Problem& problem) {
      return problem.rule == "body.unknown" && problem.suggestion.empty();
    });
  append(body.problems, std::move(found));
  append(body.problems, PromptCheck(body).check());
}

} // namespace mrctl::body
