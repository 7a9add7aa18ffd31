#include "mrctl/base/text.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/document/place.hpp"
#include "mrctl/json/cut.hpp"

#include "builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <utility>

namespace mrctl::body {

namespace {

// Standard input and pipes can be read once, but a flag applies to every body.
class FilesOfFlags {
public:
  explicit FilesOfFlags(ReadFile read_file) : read_file_(std::move(read_file)) {}

  Result<std::string> read(const std::string& path) {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(path);
    return found != known_.end() ? found->second
                                 : known_.emplace(path, read_file_(path)).first->second;
  }

private:
  ReadFile read_file_;
  std::mutex mutex_; // guards what is known, and standard input
  std::map<std::string, Result<std::string>> known_;
};

ReadFile reading_once(const ReadFile& read_file) {
  return [files = std::make_shared<FilesOfFlags>(read_file)](const std::string& path) {
    return files->read(path);
  };
}

Problem problem_of_nothing() {
  Problem problem;
  problem.rule = "body.nothing-to-store";
  problem.message = "nothing to store: the body has no field that a preset keeps and no system or "
                    "developer message";
  problem.suggestion = "set a field such as model, or add a system message";
  return problem;
}

bool is_messages(const JsonItem& item) {
  return item.has_key("messages");
}

// The service requires messages, so a body is checked with the placeholder in it.
void check(Body& body, Undocumented undocumented) {
  auto complete = body;
  add_placeholder(complete);
  auto found = validate(complete.json, undocumented);
  if (complete.has_placeholder)
    body.json = cut_json(body.json, removing_items(body.json.root(), is_messages));
  std::move(found.begin(), found.end(), std::back_inserter(body.problems));
  if (!has_errors(body.problems) && !has_something_to_store(body.json))
    body.problems.push_back(problem_of_nothing());
}

// With many files, a problem of a whole file must name it.
void name_file(Problems& problems, const std::string& path) {
  for (auto& problem : problems)
    if (!problem.place && problem.flag.empty()) problem.place.emplace().file = path;
}

} // namespace

Result<PresetReader> PresetReader::make(const spec::Invocation& invocation,
                                        const ReadFile& read_file) {
  PresetReader reader(invocation);
  reader.read_file_ = read_file;
  reader.read_file_of_flag_ = reading_once(read_file);
  if (const auto& base = invocation.flags.base) {
    auto body = read_body(*base, reader.read_file_of_flag_);
    if (!body) return fail(std::move(body.error()));
    reader.base_ = *std::move(body);
  }
  return reader;
}

Result<Body> PresetReader::read(const PresetFile& file) const {
  auto body = read_body(file.path, read_file_);
  if (!body) return body;
  const bool is_broken = has_errors(body->problems);
  if (base_)
    body->problems.insert(body->problems.begin(), base_->problems.begin(), base_->problems.end());
  if (is_broken) return body;
  if (base_ && !has_errors(base_->problems)) lay_under(*base_, *body);
  body = Builder(*invocation_, read_file_of_flag_).edit(*std::move(body));
  if (!body) return body;
  strip(*body);
  check(*body, undocumented_by(invocation_->flags));
  place_problems(body->problems, *body);
  name_file(body->problems, file.path);
  return body;
}

SharedText text_to_send(Body body) {
  add_placeholder(body);
  return body.json.text();
}

namespace {

Problem problem_of_type(const document::Document& document) {
  Problem problem;
  problem.rule = "body.type";
  problem.message = fmt::format("the body must be an object, got {}",
                                json_type_with_article(document.json.root()));
  const document::PlaceQuery whole;
  problem.place = locate(document, {&whole, 1}).front();
  return problem;
}

Body body_of(document::Document document) {
  Body body;
  auto read = read_document(std::move(document));
  if (!read) {
    body.problems.push_back(std::move(read.error()));
    return body;
  }
  if (read->text.view().starts_with(byte_order_mark))
    body.problems.push_back(warning_of_byte_order_mark(*read));
  if (read->json.root().is_object())
    body.json = read->json;
  else
    body.problems.push_back(problem_of_type(*read));
  body.sources.push_back({.document = *std::move(read)});
  drop_editor_members(body);
  return body;
}

} // namespace

std::string name_of_input(const std::string& path) {
  return path == "-" ? "<stdin>" : path;
}

Result<Body> read_body(const std::string& path, const ReadFile& read_file) {
  auto content = read_file(path);
  if (!content) return fail(std::move(content.error()));
  return body_of(document::make_document(name_of_input(path), *std::move(content)));
}

void lay_under(const Body& base, Body& body) {
  auto source = base.sources.front();
  source.members.emplace();
  std::unordered_set<std::string> known;
  for (const auto& item : body.json.root().items())
    known.insert(item.key());
  std::string added;
  for (const auto& item : base.json.root().items()) {
    if (known.contains(item.key())) continue;
    added.append(added.empty() ? "" : ",").append(item.text());
    source.members->push_back(item.key());
  }
  if (!added.empty()) body.json = cut_json(body.json, {adding_items(body.json.root(), added)});
  body.sources.push_back(std::move(source));
}

} // namespace mrctl::body
