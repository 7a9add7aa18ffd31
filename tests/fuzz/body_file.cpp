// Any bytes as a body file: the first one chooses the syntax. Reading, checking and placing must
// neither crash nor hang, every place must lie in the file, and what was read must survive being
// written and read again. The scanner must agree with the library, and a value with its view. The
// same bytes are read as --body reads them: as a curl command if they are one, with the files that
// !file names.
#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/json/text.hpp"

#include "../unit/json/view_matches.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

using namespace mrctl;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_places(const Problems& problems, std::string_view text) {
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const auto& problem : problems)
    if (problem.place)
      require(problem.place->line >= 1 && problem.place->line <= lines &&
              problem.place->column >= 1 && problem.place->column <= text.size() + 1);
}

// What the scanner makes of a text must be what the library makes of it, but for numbers that the
// library rounds or refuses.
void check_json(const std::string& text) {
  const auto value = parse_json(text, Reading::tolerant);
  require(is_json(text) == value.has_value());
  const auto expected = Json::parse(text, nullptr, false);
  if (!value) {
    const bool is_zero_byte = text.find('\0') != std::string::npos; // the library stops there
    require(expected.is_discarded() || value.error().rule == "json.depth" || is_zero_byte);
    return;
  }
  const JsonIndex index(text);
  if (parse_json(text, Reading::strict)) require(matches(index.root(), *value));
  const auto again = Json::parse(dump_json(*value), nullptr, false);
  require(again.is_discarded() == expected.is_discarded() && again.dump() == expected.dump());
  const auto inside = index.root().text();
  require(index.is_compact() == (compact_json(inside) == inside));
}

void check_as_body(const std::string& name, const std::string& text) {
  auto body = body::read_body({name, "", body::CurlCommand::taken},
                              [&](const std::string&) -> Result<std::string> { return text; });
  require(body.has_value());
  require(!body->is_broken || has_errors(body->problems));
  if (!body->is_broken) {
    body::check(*body, body::Undocumented::refused);
    body::place_problems(body->problems, *body);
  }
  for (const auto& problem : body->problems)
    if (problem.place && problem.place->file == name) check_places({problem}, text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto* name = data[0] % 2 == 0 ? "body.json" : "body.yaml";
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  check_as_body(name, text);
  const auto document = document::make_document(name, text);
  check_json(std::string(document.text));
  const auto read = document::read_document(document);
  if (!read) {
    require(!read.error().message.empty() && !read.error().rule.empty());
    check_places({read.error()}, document.text);
    return 0;
  }
  const auto value = read->json.value();
  const auto again = parse_json(dump_json(value), Reading::strict);
  require(again && *again == value);
  require(matches(read->json.root(), value));

  body::Body body;
  body.json = read->json;
  body.sources.push_back({"", "", *read});
  body.problems = body::validate(body.json, body::Undocumented::refused);
  body::place_problems(body.problems, body);
  check_places(body.problems, document.text);
  return 0;
}
