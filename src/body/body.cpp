#include "mrctl/body/body.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/field.hpp"

#include "edit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace mrctl::body {

namespace {

constexpr std::string_view editor_member = "$schema";

constexpr std::string_view placeholder = R"([{"role":"user","content":"placeholder"}])";

namespace fs = std::filesystem;

bool is_text(const JsonView& value) {
  return value.is_string() && !value.is("");
}

bool has_text(const JsonItem& part) {
  const auto text = find_member(part.value, "text");
  return text && is_text(*text);
}

bool has_kept_text(const JsonItem& message) {
  if (!is_kept_message(message.value)) return false;
  const auto content = find_member(message.value, "content");
  if (!content) return false;
  const auto parts = content->items();
  return content->is_array() ? std::any_of(parts.begin(), parts.end(), has_text)
                             : is_text(*content);
}

} // namespace

bool has_set(const BodySource& source, std::string_view pointer) {
  const auto holds_it = [&](std::string_view part) { return is_within(pointer, part); };
  return holds_it(source.pointer) &&
         (!source.parts || std::ranges::any_of(*source.parts, holds_it));
}

std::optional<JsonView> find_messages(const JsonText& body) {
  const auto messages = find_member(body.root(), "messages");
  return messages && messages->is_array() ? messages : std::nullopt;
}

void add_placeholder(Body& body) {
  const auto messages = find_member(body.json.root(), "messages");
  if (messages && !(messages->is_array() && messages->size() == 0)) return;
  body.json = cut_json(
      body.json,
      {messages ? JsonCut{messages->text(), std::string(placeholder)}
                : adding_items(body.json.root(), fmt::format(R"("messages":{})", placeholder))});
  body.has_placeholder = true;
}

void drop_editor_members(Body& body) {
  const auto root = body.json.root();
  if (find_member(root, editor_member))
    body.json = cut_json(body.json, removing_items(root, [](const JsonItem& item) {
                           return item.has_key(editor_member);
                         }));
}

void warn_of_ignored_messages(Body& body) {
  const auto count = body.has_placeholder ? 0 : count_ignored_messages(body.json);
  if (count == 0) return;
  body.problems.push_back(
      {.severity = Severity::warning,
       .rule = "messages.ignored",
       .path = "/messages",
       .message = fmt::format("the service ignores {}: a preset keeps only the text of system and "
                              "developer messages",
                              counted(count, "message")),
       .suggestion = "--strip removes what is not kept before sending"});
}

bool is_kept_message(const JsonView& message) {
  const auto role = find_member(message, "role");
  return role && (role->is("system") || role->is("developer"));
}

void strip(Body& body) {
  auto cuts = removing_items(body.json.root(), [](const JsonItem& item) {
    const auto* field = spec::find_field(item.key());
    return field != nullptr && is_dropped(*field);
  });
  if (const auto messages = find_messages(body.json)) {
    auto dropped = removing_messages(
        *messages, [](const JsonView& message) { return !is_kept_message(message); });
    if (!dropped.cuts.empty() && !dropped.kept.empty())
      body.sources.push_back({.pointer = "/messages", .moved_from = std::move(dropped.kept)});
    append(cuts, std::move(dropped.cuts));
  }
  body.json = cut_json(body.json, std::move(cuts));
}

std::size_t count_ignored_messages(const JsonText& body) {
  const auto messages = find_messages(body);
  if (!messages) return 0;
  const auto items = messages->items();
  return static_cast<std::size_t>(
      std::count_if(items.begin(), items.end(),
                    [](const JsonItem& message) { return !is_kept_message(message.value); }));
}

std::vector<FoundFile> BodySearch::look_at(const std::string& path) {
  std::vector<FoundFile> found;
  if (is_folder(path))
    found = find_files(path, spec::body_endings);
  else
    found.push_back(FoundFile{path});
  if (compares_)
    std::erase_if(found,
                  [&](const FoundFile& each) { return !each.failure && !is_new(each.path); });
  return found;
}

// Resolves the folder but not a link that is the file itself, because a preset is named after it.
// Standard input may be given twice; reading it reports the error.
bool BodySearch::is_new(const std::string& file) {
  if (file == "-") return true;
  const fs::path path(file);
  const auto name = path.filename().string();
  return found_.insert(canonical_folder(path.parent_path().string()) + "/" + name).second;
}

// Files of one folder arrive together. If a folder cannot be found, reading its files fails.
const std::string& BodySearch::canonical_folder(const std::string& folder) {
  if (!last_canonical_.empty() && folder == last_folder_) return last_canonical_;
  std::error_code error;
  const auto canonical = fs::canonical(folder.empty() ? "." : folder, error);
  last_folder_ = folder;
  last_canonical_ = error ? folder : canonical.string();
  return last_canonical_;
}

// A path that stat() fails for counts as a file, and reading it reports the error.
bool is_folder(const std::string& path) {
  return path != "-" && kind_of_file(path).value_or(FileKind::regular) == FileKind::folder;
}

bool is_empty_folder(const std::string& path) {
  return is_folder(path) && find_files(path, spec::body_endings).empty();
}

bool has_something_to_store(const JsonText& body) {
  const bool has_field = std::ranges::any_of(spec::request_fields(), [&](const spec::Field& field) {
    return field.kept == spec::Kept::yes && find_member(body.root(), field.name);
  });
  if (has_field) return true;
  const auto messages = find_messages(body);
  if (!messages) return false;
  const auto items = messages->items();
  return std::any_of(items.begin(), items.end(), has_kept_text);
}

void warn_of_nothing_to_store(Body& body) {
  if (has_something_to_store(body.json)) return;
  body.problems.push_back(
      {.severity = Severity::warning,
       .rule = "body.nothing-to-store",
       .message = "nothing to store: a preset created from this body would be empty",
       .suggestion = "add a field that a preset keeps, or a system message"});
}

} // namespace mrctl::body
