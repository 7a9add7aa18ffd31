#include "mrctl/base/utf8.hpp"
#include "mrctl/document/fault.hpp"
#include "mrctl/document/place.hpp"
#include "mrctl/request/body.hpp"

#include <fmt/format.h>

#include <utility>

namespace mrctl::request {

namespace {

Problem problem_of_type(const document::Document& document, const Json& value) {
  Problem problem;
  problem.rule = "body.type";
  problem.message =
      fmt::format("the body must be an object, got {}", json_type_with_article(value));
  const document::Wanted whole;
  problem.place = locate(document, {&whole, 1}).front();
  return problem;
}

Body body_of(document::Document document) {
  Body body;
  auto parsed = parse_document(document);
  if (!parsed) {
    body.problems.push_back(std::move(parsed.error()));
    return body;
  }
  if (document.text.starts_with(byte_order_mark))
    body.problems.push_back(warning_of_byte_order_mark(document));
  if (parsed->is_object())
    body.value = *std::move(parsed);
  else
    body.problems.push_back(problem_of_type(document, *parsed));
  body.is_as_read = document.syntax == document::Syntax::json;
  body.sources.push_back({"", "", std::move(document)});
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
  for (const auto& member : base.value.items()) {
    if (body.value.contains(member.key())) continue;
    append_member(body.value, member.key()) = member.value();
    source.members->push_back(member.key());
    body.is_as_read = false;
  }
  body.sources.push_back(std::move(source));
}

} // namespace mrctl::request
