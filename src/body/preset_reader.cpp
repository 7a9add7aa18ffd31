#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/document/place.hpp"
#include "mrctl/json/known_file.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "curl_command.hpp"
#include "text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mrctl::body {

namespace {

// The one place that recognises what people give in place of a body. The sentences complete
// "error: " and say what it is and what to do with it; they are empty for what may be a body.

bool is_body(const JsonView& value) {
  if (!value.is_object()) return false;
  const auto items = value.items();
  return std::any_of(items.begin(), items.end(),
                     [](const JsonItem& item) { return spec::find_field(item.key()) != nullptr; });
}

constexpr std::size_t most_named = 4;

bool is_preset(const JsonView& value) {
  const auto known = value.is_object() ? known_document(value) : std::nullopt;
  return known && known->what == known_preset;
}

// The members of an object that no request has.
struct ForeignMembers {
  std::vector<std::string> bodies{}; // names of those that are bodies
  std::vector<JsonItem> others{};
  bool has_field = false; // so the object is a body itself
};

ForeignMembers foreign_members_in(const JsonView& object, bool (*is_one)(const JsonView& value)) {
  ForeignMembers found;
  for (const auto& item : object.items()) {
    const auto key = item.key();
    if (key == "$schema") continue;
    found.has_field = spec::find_field(key) != nullptr;
    if (found.has_field) return found;
    if (is_one(item.value))
      found.bodies.push_back(abbreviated(key));
    else
      found.others.push_back(item);
  }
  return found;
}

// A file is one preset, so its members are not presets by name. `outer` is what they are inside.
std::string said_of_bodies(std::vector<std::string> names, const std::string& outer) {
  if (names.empty() || (names.size() == 1 && spec::find_foreign_field(names[0]) != nullptr))
    return {};
  if (names.size() == 1)
    return fmt::format("the body is inside '{}{}': put its members at the top level", outer,
                       names[0]);
  const auto count = names.size() == 2 ? std::string("two") : std::to_string(names.size());
  for (auto& name : names)
    name += ".yaml";
  return fmt::format("{} bodies: write {}, because a file is one preset", count,
                     enumerated(names, most_named));
}

// "presets: {a: {…}, b: {…}}" and "model_list: [{…}]" of other programs.
std::string recognised_wrapper(const JsonItem& item) {
  const auto name = abbreviated(item.key());
  if (item.value.is_object()) {
    auto inside = foreign_members_in(item.value, is_preset);
    const bool is_wrapper = !inside.has_field && inside.others.empty();
    return is_wrapper ? said_of_bodies(std::move(inside.bodies), name + ".") : std::string();
  }
  if (!item.value.is_array() || item.value.size() == 0) return {};
  const auto first = item.value.items().begin()->value;
  if (!is_preset(first) && foreign_members_in(first, is_preset).bodies.empty()) return {};
  return fmt::format("'{}' lists {} {}: write a file for each", name, item.value.size(),
                     item.value.size() == 1 ? "body" : "bodies");
}

std::string recognised_bodies(const JsonView& object) {
  auto all = foreign_members_in(object, is_body);
  if (all.has_field) return {};
  if (all.others.empty()) return said_of_bodies(std::move(all.bodies), {});
  auto clear = foreign_members_in(object, is_preset);
  if (clear.bodies.size() == 1) return said_of_bodies(std::move(clear.bodies), {});
  for (const auto& other : clear.others)
    if (auto said = recognised_wrapper(other); !said.empty()) return said;
  return {};
}

std::string said_of(const std::optional<KnownFile>& known) {
  return known && known->what != known_preset ? known->instead_of(known_preset) : std::string();
}

// Returns whether the text is a script with a line of curl behind another line that begins neither
// YAML nor JSON.
bool is_script_around_curl(std::string_view text) {
  if (text.find("\ncurl ") == text.npos) return false;
  for (const auto line : lines_in(text)) {
    if (trimmed(line).empty() || line.starts_with('#')) continue;
    const bool is_key = line.find(": ") != line.npos || trimmed(line).ends_with(':');
    return !is_key && std::string_view("{[\"'- ").find(line.front()) == std::string_view::npos;
  }
  return false;
}

std::string recognised_text(std::string_view text) {
  if (is_script_around_curl(text))
    return "this is a script around curl: keep the curl command alone";
  return said_of(known_text(text));
}

// Returns what a document is that is no body: what mrctl prints (a plan, a listing, a stored
// preset, …) or writes (a record), a manifest, or several bodies in one file.
std::string recognised_json(const JsonView& root) {
  const bool is_list = root.is_array() && root.size() > 0;
  const bool is_list_of_bodies = is_list && is_body(root.items().begin()->value);
  if (auto known = is_list_of_bodies ? std::string() : said_of(known_document(root));
      !known.empty())
    return known;
  if (root.is_object()) return recognised_bodies(root);
  if (!is_list_of_bodies) return {};
  return root.size() == 1
             ? "the body is inside a list: put its members at the top level"
             : fmt::format("a list of {} bodies: a file is one preset, so write {} files",
                           root.size(), root.size());
}

// Returns the pointer of the first value that is encrypted.
std::optional<std::string> find_encrypted(const JsonView& value, const std::string& pointer = "") {
  if (value.is_string())
    return is_encrypted(value.text().substr(1)) ? std::optional(pointer) : std::nullopt;
  std::size_t index = 0;
  for (const auto& item : value.items()) {
    auto found = find_encrypted(item.value, value.is_object() ? pointer_join(pointer, item.key())
                                                              : pointer_join(pointer, index++));
    if (found) return found;
  }
  return std::nullopt;
}

// Standard input and pipes can be read once, but a flag applies to every body.
ReadFile reading_once(const ReadFile& read_file) {
  struct Known {
    std::mutex mutex; // also guards standard input
    std::map<std::string, Result<std::string>> files;
  };
  return {[read_file, known = std::make_shared<Known>()](const std::string& path) {
            const std::lock_guard lock(known->mutex);
            const auto found = known->files.find(path);
            return found != known->files.end()
                       ? found->second
                       : known->files.emplace(path, read_file(path)).first->second;
          },
          read_file.withheld()};
}

// The service requires messages, so a body is checked with the placeholder in it.
void check_without_placeholder(Body& body, Undocumented undocumented) {
  auto complete = body;
  add_placeholder(complete);
  check(complete, undocumented);
  if (complete.has_placeholder)
    body.json = cut_json(body.json, removing_items(body.json.root(), [](const JsonItem& item) {
                           return item.has_key("messages");
                         }));
  body.problems = std::move(complete.problems);
  if (!has_errors(body.problems) && !has_something_to_store(body.json))
    body.problems.push_back(
        {.rule = "body.nothing-to-store",
         .message = "nothing to store: the body has no field that a preset keeps and no system or "
                    "developer message",
         .suggestion = "set a field such as model, or add a system message"});
}

// "model: acme/large, top_p: 0.2" for lines without spaces, which YAML reads as one text; empty if
// another text begins so.
std::string with_spaces(const std::string& text) {
  std::vector<std::string> members;
  for (const auto& word : spec::split_names(text, white_space)) {
    const auto colon = word.find(':');
    const bool is_member =
        colon + 1 < word.size() && spec::find_field(word.substr(0, colon)) != nullptr;
    if (is_member)
      members.push_back(fmt::format("{}: {}", word.substr(0, colon), word.substr(colon + 1)));
    else if (!members.empty())
      members.back() += " " + word;
    else
      return {};
  }
  for (auto& member : members)
    member = abbreviated(member);
  return listed(members, 4);
}

Problem problem_of_type(const document::Document& document) {
  const document::PlaceQuery whole;
  const auto root = document.json.root();
  const auto text = root.is_string() ? root.string() : std::string();
  const auto spaced = with_spaces(text);
  return {.rule = "body.type",
          .place = locate(document, {&whole, 1}).front(),
          .message =
              fmt::format("the body must be an object, got {}", words_of(json_type(root)).found),
          .suggestion = spaced.empty()
                            ? "a body has members, such as 'model: acme/large'; --system @FILE "
                              "reads a file as the prompt"
                            : "put a space after each colon: " + spaced};
}

Body broken_by(Problem problem) {
  Body body;
  body.problems.push_back(std::move(problem));
  body.is_broken = true;
  return body;
}

Problem not_a_preset(const document::Document& document, std::string message,
                     Suggestion suggestion = {}) {
  return {.rule = "body.not-a-preset",
          .place = document::place_at(document, 0),
          .message = std::move(message),
          .suggestion = std::move(suggestion)};
}

// "content: Answer in #support only" ends before '#'. Behind a comment that is meant, there is a
// blank: "# for now".
void warn_of_comments_in_messages(const document::Document& document, Problems& problems) {
  const auto messages = find_member(document.json.root(), "messages");
  if (!document.map || !messages || !messages->is_array()) return;
  const auto text = document::content_of(document);
  for (const auto& message : messages->items()) {
    const auto content = message.value.is_object() ? find_member(message.value, "content")
                                                   : std::optional<JsonView>();
    if (!content || !(content->is_string() || content->is_null())) continue;
    const auto json =
        static_cast<std::size_t>(content->text().data() - document.json.text().view().data());
    const auto entry =
        std::ranges::lower_bound(*document.map, json, {}, &document::SourceMapEntry::json);
    if (entry == document.map->end() || entry->json != json ||
        std::string_view("\"'|>").find(text[entry->part.begin]) != text.npos)
      continue;
    const auto rest = text.substr(entry->part.begin + entry->part.size);
    const bool has_no_text =
        content->is_null() && trimmed(rest.substr(0, rest.find('\n'))).starts_with('#');
    const bool is_cut = !content->is_null() && rest.size() > 2 && rest.starts_with(" #") &&
                        is_alphanumeric(rest[2]);
    if (has_no_text || is_cut)
      problems.push_back({.severity = Severity::warning,
                          .rule = "yaml.comment",
                          .place = place_of(document, entry->part),
                          .message = is_cut ? "the text ends where ' #' begins a comment"
                                            : "there is no text, because '#' begins a comment",
                          .suggestion = "put the text in quotes, or write it below '|'"});
  }
}

Body body_of(tl::expected<DocumentWithTexts, Problem> read, const BodyFile& file) {
  if (!read) return broken_by(std::move(read.error()));
  const auto root = read->document.json.root();
  if (const auto encrypted = find_encrypted(root)) {
    const document::PlaceQuery wanted{*encrypted};
    return broken_by({.rule = "body.not-a-preset",
                      .path = *encrypted,
                      .place = locate(read->document, {&wanted, 1}).front(),
                      .message = "the value is encrypted",
                      .suggestion = "decrypt the file before mrctl reads it"});
  }
  auto other = file.other == OtherFile::taken ? std::string() : recognised_json(root);
  if (!other.empty()) return broken_by(not_a_preset(read->document, std::move(other)));
  if (!root.is_object()) return broken_by(problem_of_type(read->document));
  Body body;
  if (read->document.text.view().starts_with(byte_order_mark))
    body.problems.push_back(warning_of_byte_order_mark(read->document));
  const auto foreign = foreign_members_in(root, is_body);
  const bool has_no_field =
      !foreign.has_field && !(foreign.bodies.empty() && foreign.others.empty());
  if (file.other == OtherFile::refused && has_no_field)
    body.problems.push_back(not_a_preset(
        read->document,
        fmt::format("this is not the body of a preset: none of its members ({}) is a field of a "
                    "request",
                    enumerated(mapped(root.items(),
                                      [](const auto& item) { return abbreviated(item.key()); }),
                               most_named)),
        "a preset begins with model: acme/large"));
  warn_of_comments_in_messages(read->document, body.problems);
  body.json = std::move(read->json);
  body.sources.push_back({.document = std::move(read->document), .texts = std::move(read->texts)});
  drop_editor_members(body);
  return body;
}

// The members that a base adds to a body that lies over it.
struct Additions {
  std::vector<JsonCut> cuts{};
  std::vector<std::string> pointers{};
};

void add_missing(const JsonView& base, const JsonView& over, const std::string& pointer,
                 Additions& additions) {
  std::unordered_map<std::string, JsonView> known;
  for (const auto& item : over.items())
    known.emplace(item.key(), item.value);
  std::string added;
  for (const auto& item : base.items()) {
    const auto key = item.key();
    const auto here = pointer_join(pointer, key);
    if (const auto found = known.find(key); found == known.end()) {
      added.append(added.empty() ? "" : ",").append(item.text());
      additions.pointers.push_back(here);
    } else if (item.value.is_object() && found->second.is_object()) {
      add_missing(item.value, found->second, here, additions);
    }
  }
  if (!added.empty()) additions.cuts.push_back(adding_items(over, added));
}

// Returns the values that are in both lists, each at its inner pointer: one list has what a source
// set, the other what was added to the body over it.
std::vector<std::string> common_parts(const std::vector<std::string>& some,
                                      const std::vector<std::string>& others) {
  std::vector<std::string> common;
  for (const auto& one : some)
    for (const auto& other : others) {
      if (is_within(one, other))
        common.push_back(one);
      else if (is_within(other, one))
        common.push_back(other);
    }
  return common;
}

} // namespace

// The stamp is that of the file after its body was read: if the file was changed in between, the
// body that the plan shows is sent.
class PresetReader::KeptBodies {
public:
  // What the system knows of a regular file. Its content is the same as long as this is.
  struct Stamp {
    dev_t device;
    ino_t number;
    off_t size;
    std::int64_t changed_s;
    std::int64_t changed_ns;

    bool operator==(const Stamp&) const = default;
  };

  [[nodiscard]] static std::optional<Stamp> stamp_of(const std::string& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
    return Stamp{info.st_dev, info.st_ino, info.st_size, info.st_ctim.tv_sec, info.st_ctim.tv_nsec};
  }

  void add(const std::string& path, const Stamp& stamp, const Body& body) {
    // The document, the JSON text, their indexes, and the rest.
    const auto size = 1024 + 4 * body.json.text().size();
    const std::lock_guard lock(mutex_);
    if (size <= left_ && known_.insert_or_assign(path, Kept{stamp, body}).second) left_ -= size;
  }

  [[nodiscard]] std::optional<Body> find(const std::string& path) {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(path);
    if (found == known_.end() || stamp_of(path) != found->second.stamp) return std::nullopt;
    return found->second.body;
  }

private:
  struct Kept {
    Stamp stamp;
    Body body;
  };

  std::mutex mutex_;
  std::size_t left_ = std::size_t{8} << 20U;
  std::unordered_map<std::string, Kept> known_;
};

PresetReader::PresetReader(const spec::Invocation& invocation) : invocation_(&invocation) {}

void PresetReader::keep_small_bodies() {
  kept_ = std::make_shared<KeptBodies>();
}

void PresetReader::keep(const PresetFile& file, const Body& body) const {
  if (!kept_) return;
  const bool is_alone = std::ranges::all_of(
      body.sources, [](const BodySource& source) { return source.texts.empty(); });
  const auto stamp = is_alone ? KeptBodies::stamp_of(file.path) : std::nullopt;
  if (stamp) kept_->add(file.path, *stamp, body);
}

Result<PresetReader> PresetReader::make(const spec::Invocation& invocation,
                                        const ReadFile& read_file,
                                        std::optional<SecretRules> secrets) {
  PresetReader reader(invocation);
  reader.secrets_ = std::move(secrets);
  reader.read_file_ = read_file;
  reader.read_file_of_flag_ = reading_once(read_file);
  TRY_ASSIGN(reader.base_, read_bases(invocation.flags.base, reader.read_file_of_flag_));
  return reader;
}

Result<Body> PresetReader::assemble(const BodyFile& file) const {
  TRY_ASSIGN(auto body, read_body(file, read_file_));
  put_on_base(base_, body);
  if (body.is_broken) return body;
  return edit_body(*invocation_, read_file_of_flag_, std::move(body));
}

Result<Body> PresetReader::read(const PresetFile& file) const {
  if (auto known = kept(file)) return *std::move(known);
  const auto& flags = invocation_->flags;
  const auto& named = flags.presets.empty() ? invocation_->arguments : flags.presets;
  auto body = assemble({file.path, file.argument < named.size() ? named[file.argument] : ""});
  if (!body || body->is_broken) return body;
  strip(*body);
  check_without_placeholder(*body, undocumented_by(invocation_->flags));
  if (secrets_)
    std::ranges::move(find_secrets(body->json, *secrets_), std::back_inserter(body->problems));
  place_problems(body->problems, *body);
  for (auto& problem : body->problems) // a problem of a whole file needs its name among many files
    if (!problem.place && problem.flag.empty()) problem.place.emplace().file = file.path;
  return body;
}

std::optional<Body> PresetReader::kept(const PresetFile& file) const {
  return kept_ ? kept_->find(file.path) : std::nullopt;
}

Result<Body> read_body(const BodyFile& file, const ReadFile& read_file) {
  TRY_ASSIGN(auto content, read_file(file.path));
  auto document = document::make_document(name_of_input(file.path), std::move(content));
  const bool is_curl = is_curl_command(document);
  if (!is_curl || file.curl == CurlCommand::refused) {
    std::string other;
    if (is_curl)
      other = "this is a curl command: 'mrctl preset create SLUG --body FILE' takes its body";
    else if (file.other != OtherFile::taken)
      other = recognised_text(document::content_of(document));
    if (other.empty()) return body_of(read_with_texts(std::move(document), file, read_file), file);
    auto problem = not_a_preset(document, std::move(other));
    problem.place->line_text.clear(); // which may hold a secret
    return broken_by(std::move(problem));
  }
  auto body = body_of(read_curl_command(document, read_file).map([](document::Document command) {
    auto json = command.json;
    return DocumentWithTexts{std::move(command), std::move(json), {}};
  }),
                      file);
  body.is_of_curl = true;
  return body;
}

void lay_under(const Body& base, Body& body) {
  Additions additions;
  add_missing(base.json.root(), body.json.root(), "", additions);
  body.json = cut_json(body.json, std::move(additions.cuts));
  for (auto source : base.sources) {
    source.parts =
        source.parts ? common_parts(*source.parts, additions.pointers) : additions.pointers;
    body.sources.push_back(std::move(source));
  }
}

Result<std::optional<Body>> read_bases(const std::vector<std::string>& paths,
                                       const ReadFile& read_file) {
  std::optional<Body> all;
  for (const auto& path : paths) {
    TRY_ASSIGN(auto base,
               read_body({.path = path, .other = OtherFile::refused_if_known}, read_file));
    put_on_base(all, base);
    all = std::move(base);
  }
  return all;
}

void put_on_base(const std::optional<Body>& base, Body& body) {
  if (!base) return;
  body.problems.insert(body.problems.begin(), base->problems.begin(), base->problems.end());
  if (!has_errors(body.problems)) lay_under(*base, body);
}

} // namespace mrctl::body
