#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/json/known_file.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/json/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <utility>

namespace mrctl::body {

namespace {

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

// What a text that may name a file is.
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
            content ? "leave it out, or write a text: a variable may not be set"
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
                             json_type_with_article(content)),
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
    const auto form = fmt::format(
        R"({{"type": "text", "text": {}}})",
        part.is_string() && part.text().size() <= longest ? part.text() : R"("You help.")");
    const auto severity = part.is_object() ? Severity::warning : Severity::error;
    add(severity, "messages.content", pointer,
        part.is_object()
            ? fmt::format("{} is not a text part, so its text may be lost", dotted(pointer))
            : fmt::format("{} must be a text part, got {}: its text would be lost", dotted(pointer),
                          json_type_with_article(part)),
        form);
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
        is_of_flag
            ? fmt::format("{} @{} reads the file",
                          source->flag == "--message" ? "--message system=" : "--system", name)
        : is_yaml ? fmt::format("!file {} reads the file", name)
                  : fmt::format("in a YAML file, !file {} reads the file; or use --system @{}",
                                name, name));
  }

  void add(Severity severity, std::string rule, const std::string& pointer, std::string message,
           std::string suggestion = {});

  const Body& body_;
  Problems problems_;
  bool has_text_ = false; // in the message that is being checked
  bool has_blanks_ = false;
};

void PromptCheck::add(Severity severity, std::string rule, const std::string& pointer,
                      std::string message, std::string suggestion) {
  problems_.push_back({.severity = severity,
                       .rule = std::move(rule),
                       .path = pointer,
                       .message = std::move(message),
                       .suggestion = std::move(suggestion)});
}

} // namespace

void check(Body& body, Undocumented undocumented) {
  auto found = validate(body.json, undocumented);
  // That none of its members is a field is said of the whole file.
  if (contains(body.problems, std::string_view("body.not-a-preset"), &Problem::rule))
    std::erase_if(found, [](const Problem& problem) {
      return problem.rule == "body.unknown" && problem.suggestion.empty();
    });
  append(body.problems, std::move(found));
  append(body.problems, PromptCheck(body).check());
}

} // namespace mrctl::body
