#include "mrctl/base/utf8.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/document/fault.hpp"
#include "mrctl/document/place.hpp"
#include "mrctl/json/cut.hpp"

#include <fmt/format.h>

#include <string>
#include <unordered_set>
#include <utility>

namespace mrctl::body {

namespace {

Problem problem_of_type(const document::Document& document, const JsonView& value) {
  Problem problem;
  problem.rule = "body.type";
  problem.message =
      fmt::format("the body must be an object, got {}", json_type_with_article(value));
  const document::PlaceQuery whole;
  problem.place = locate(document, {&whole, 1}).front();
  return problem;
}

Body body_of(document::Document document) {
  Body body;
  auto read = read_document(document);
  if (!read) {
    body.problems.push_back(std::move(read.error()));
    return body;
  }
  if (document.text.view().starts_with(byte_order_mark))
    body.problems.push_back(warning_of_byte_order_mark(document));
  if (read->root().is_object())
    body.json = *std::move(read);
  else
    body.problems.push_back(problem_of_type(document, read->root()));
  body.sources.push_back({.document = std::move(document)});
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
