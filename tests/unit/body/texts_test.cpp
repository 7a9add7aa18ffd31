#include "mrctl/base/file.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/validate.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::body;

namespace {

const std::string large_text =
    R"({"model":"m","user":")" + std::string(2'000'000, 'x') + "\",\n \"seed\":7}\n";

Result<std::string> contents_of(const std::string& path) {
  return read_file(path, largest_input);
}

Body read_from(const std::string& path) {
  auto body = read_body({path}, contents_of);
  REQUIRE(body.has_value());
  return *std::move(body);
}

// Returns the line at which a problem of /seed is placed; 0 for none.
std::size_t line_of_seed(const Body& body) {
  Problem problem;
  problem.rule = "stored.changed";
  problem.path = "/seed";
  Problems problems{problem};
  place_problems(problems, body);
  return problems.front().place ? problems.front().place->line : 0;
}

} // namespace

TEST_CASE("a large text is never copied") {
  const TemporaryFolder folder;
  const auto body = read_from(folder.write("large.json", large_text));
  CHECK(body.json.text() == large_text);
  CHECK(body.json.text().view().data() == body.sources.front().document->text.view().data());
  const auto copy = body;
  CHECK(copy.json.text().view().data() == body.json.text().view().data());
}

TEST_CASE("a file that has changed meanwhile is not taken for what was sent") {
  const TemporaryFolder folder;
  const auto body = read_from(folder.write("large.json", large_text));
  folder.write("large.json", "{}");
  CHECK(line_of_seed(body) == 2);
}

TEST_CASE("a large text from standard input keeps its places") {
  const auto body =
      read_body({"-"}, [](const std::string&) -> Result<std::string> { return large_text; });
  REQUIRE(body.has_value());
  CHECK(line_of_seed(*body) == 2);
}

TEST_CASE("a JSON file is sent as it is written, without its byte order mark") {
  const TemporaryFolder folder;
  const std::string text = "{ \"model\":\"caf\\u00e9\",\r\n\t\"temperature\":0.50 }\n";
  auto body = read_from(folder.write("body.json", text));
  CHECK(body.json.text() == text);
  auto marked = read_from(folder.write("marked.json", "\xEF\xBB\xBF" + text));
  CHECK(marked.json.text() == text);
}

TEST_CASE("a YAML file is sent as JSON") {
  const TemporaryFolder folder;
  CHECK(read_from(folder.write("body.yaml", "model: m\n")).json.text() == R"({"model":"m"})");
}

TEST_CASE("what changes a body changes what is sent") {
  const TemporaryFolder folder;
  const auto path = folder.write("body.json", R"({"user": "u", "messages": []})");
  auto stripped = read_from(path);
  strip(stripped);
  CHECK(stripped.json.text() == R"({"messages": []})");
  auto completed = read_from(path);
  add_placeholder(completed);
  CHECK(completed.json.text() ==
        R"({"user": "u", "messages": [{"role":"user","content":"placeholder"}]})");
  auto laid_under = read_from(path);
  lay_under(read_from(folder.write("base.json", R"({"seed": 7})")), laid_under);
  CHECK(laid_under.json.text() == R"({"user": "u", "messages": [],"seed": 7})");
}

TEST_CASE("stripping what a preset keeps changes nothing") {
  const TemporaryFolder folder;
  const std::string text = R"({ "messages": [ {"role": "system", "content": "Be brief."} ] })";
  auto body = read_from(folder.write("body.json", text));
  strip(body);
  CHECK(body.json.text() == text);
}
