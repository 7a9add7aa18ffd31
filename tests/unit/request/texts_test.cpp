#include "mrctl/base/file.hpp"
#include "mrctl/request/body.hpp"
#include "mrctl/request/validate.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::request;

namespace {

const std::string large_text =
    R"({"model":"m","user":")" + std::string(2'000'000, 'x') + "\",\n \"seed\":7}\n";

Result<std::string> contents_of(const std::string& path) {
  return read_file(path, largest_input);
}

Body read_from(const std::string& path) {
  auto body = read_body(path, contents_of);
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

TEST_CASE("a large text is given back, and read again where it is needed") {
  const TemporaryFolder folder;
  const auto path = folder.write("large.json", large_text);
  auto body = read_from(path);
  CHECK(take_json_text(body) == large_text);
  CHECK_FALSE(body.sources.front().document.has_value());
  CHECK(line_of_seed(body) == 0);
  recall_texts(body, contents_of);
  CHECK(line_of_seed(body) == 2);
}

TEST_CASE("a small text is kept") {
  const TemporaryFolder folder;
  auto body = read_from(folder.write("small.json", "{\n\"seed\":7}"));
  CHECK(take_json_text(body) == "{\n\"seed\":7}");
  CHECK(line_of_seed(body) == 2);
}

TEST_CASE("a file that has changed meanwhile is not taken for what was sent") {
  const TemporaryFolder folder;
  const auto path = folder.write("large.json", large_text);
  auto body = read_from(path);
  CHECK(take_json_text(body) == large_text);
  auto changed = large_text;
  changed[20] = '\n';
  folder.write("large.json", changed);
  recall_texts(body, contents_of);
  CHECK(line_of_seed(body) == 0);
  folder.write("large.json", large_text + "\n");
  recall_texts(body, contents_of);
  CHECK(line_of_seed(body) == 0);
}

TEST_CASE("what is no file is not read again") {
  auto body = read_body("-", [](const std::string&) -> Result<std::string> { return large_text; });
  REQUIRE(body.has_value());
  CHECK(take_json_text(*body) == large_text);
  recall_texts(*body, [](const std::string&) -> Result<std::string> {
    FAIL("read again");
    return large_text;
  });
  CHECK(line_of_seed(*body) == 0);
}

TEST_CASE("a JSON file is sent as it is written, without its byte order mark") {
  const TemporaryFolder folder;
  const std::string text = "{ \"model\":\"caf\\u00e9\",\r\n\t\"temperature\":0.50 }\n";
  auto body = read_from(folder.write("body.json", text));
  CHECK(json_text(body) == text);
  CHECK(take_json_text(body) == text);
  auto marked = read_from(folder.write("marked.json", "\xEF\xBB\xBF" + text));
  CHECK(take_json_text(marked) == text);
  auto large = read_from(folder.write("large.json", "\xEF\xBB\xBF" + large_text));
  CHECK(take_json_text(large) == large_text);
}

TEST_CASE("a YAML file is sent as JSON") {
  const TemporaryFolder folder;
  CHECK(json_text(read_from(folder.write("body.yaml", "model: m\n"))) == R"({"model":"m"})");
}

TEST_CASE("what changes a body changes what is sent") {
  const TemporaryFolder folder;
  const auto path = folder.write("body.json", R"({"user": "u", "messages": []})");
  auto stripped = read_from(path);
  strip(stripped);
  CHECK(json_text(stripped) == R"({"messages":[]})");
  auto completed = read_from(path);
  add_placeholder(completed);
  CHECK(json_text(completed) ==
        R"({"user":"u","messages":[{"role":"user","content":"placeholder"}]})");
  auto laid_under = read_from(path);
  lay_under(read_from(folder.write("base.json", R"({"seed": 7})")), laid_under);
  CHECK(json_text(laid_under) == R"({"user":"u","messages":[],"seed":7})");
}

TEST_CASE("stripping what a preset keeps changes nothing") {
  const TemporaryFolder folder;
  const std::string text = R"({ "messages": [ {"role": "system", "content": "Be brief."} ] })";
  auto body = read_from(folder.write("body.json", text));
  strip(body);
  CHECK(json_text(body) == text);
}
