// Any bytes as a body file: the first one chooses the syntax. Reading, checking and placing must
// neither crash nor hang, every place must lie in the file, and what was read must survive being
// written and read again. Two ways to tell JSON must agree, and so must a value and its view.
#include "mrctl/body/validate.hpp"
#include "mrctl/json/text.hpp"

#include "../../src/json/ordinary.hpp"
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

// What the walk of our own makes of a text must be what the library makes of it, but for numbers
// that the library rounds or refuses.
void check_value(const std::string& text) {
  const auto value = read_ordinary_json(text);
  if (!value) return;
  const auto expected = Json::parse(text, nullptr, false);
  const auto again = Json::parse(dump_json(*value), nullptr, false);
  require(again.is_discarded() == expected.is_discarded() && again.dump() == expected.dump());
}

// What answers are checked by must take what the parser takes, and take it apart alike.
void check_outline(const std::string& text) {
  const bool is_read = parse_json(text, Reading::tolerant).has_value();
  require(outline_json(text).has_value() == is_read);
  const auto outline = outline_ordinary_json(text);
  if (!outline) return;
  require(is_read);
  check_value(text);
  const auto members = json_members(text);
  require(outline->members.size() == members.size());
  for (std::size_t i = 0; i < members.size(); ++i)
    require(outline->members[i].key == members[i].key &&
            outline->members[i].value == members[i].value);
  const auto begin = text.find_first_not_of(" \t\r\n");
  const auto inside = text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
  require(outline->is_compact == (compact_json(inside) == inside));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto* name = data[0] % 2 == 0 ? "body.json" : "body.yaml";
  const auto document =
      document::make_document(name, std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  check_outline(std::string(document.text));
  const auto value = document::parse_document(document);
  const auto read = document::read_document(document);
  require(read.has_value() == value.has_value());
  if (!value) {
    require(read.error() == value.error());
    require(!value.error().message.empty() && !value.error().rule.empty());
    check_places({value.error()}, document.text);
    return 0;
  }
  const auto again = parse_json(dump_json(*value), Reading::strict);
  require(again && *again == *value);

  require(matches(read->root(), *value));

  body::Body body;
  body.json = *read;
  body.sources.push_back({"", "", document});
  body.problems = body::validate(body.json, body::Undocumented::refused);
  body::place_problems(body.problems, body);
  check_places(body.problems, document.text);
  return 0;
}
