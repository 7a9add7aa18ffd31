#include "mrctl/document/document.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/yaml.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

using namespace mrctl;

namespace {

Json read_back(const std::string& yaml) {
  const document::Document document{"written.yaml", yaml, document::Syntax::yaml};
  const auto read = document::read_document(document);
  CAPTURE(yaml);
  REQUIRE(read.has_value());
  return read->json.value();
}

// Makes values of what YAML finds hard.
class Maker {
public:
  explicit Maker(unsigned seed) : random_(seed) {}

  Json value(int depth) {
    const auto kind = depth > 4 ? 2 + below(4) : below(6);
    if (kind == 0) return list(depth);
    if (kind == 1) return object(depth);
    if (kind == 2) return Json(scalars()[below(scalars().size())]);
    return Json(text());
  }

private:
  static const std::vector<Json>& scalars() {
    static const std::vector<Json> all{nullptr, true, false, 0, -1, 1.5, 1e300, 123456789012};
    return all;
  }

  static const std::vector<std::string>& parts() {
    static const std::vector<std::string> all{
        "a",  "yes",    "null",   "No",     "0x1f",   "1",          "-",      "+1.5", ":",
        ": ", " #",     "#",      " ",      "\n",     "\t",         "\r",     "\"",   "'",
        "\\", "|",      ">",      "&",      "*",      "!",          "%",      "@",    "`",
        "{",  "}",      "[",      "]",      ",",      "?",          "~",      "---",  "...",
        "<<", "=",      "\x1b[0", "\u0085", "\u202e", "\u200b",     "\ufeff", "é",    "東",
        "😀",  "\u2028", "##[",    "::a",    "\x7f",   "2026-01-01", "\n\n",   "\n  "};
    return all;
  }

  std::size_t below(std::size_t limit) { return random_() % limit; }

  std::string text() {
    std::string out;
    for (auto count = below(6); count > 0; --count)
      out += parts()[below(parts().size())];
    return out;
  }

  Json list(int depth) {
    auto out = Json::array();
    for (auto count = below(4); count > 0; --count)
      out.push_back(value(depth + 1));
    return out;
  }

  Json object(int depth) {
    auto out = Json::object();
    for (auto count = below(4); count > 0; --count)
      out[text()] = value(depth + 1);
    return out;
  }

  std::mt19937 random_;
};

} // namespace

TEST_CASE("what is written as YAML is read back as the same value") {
  for (unsigned seed = 0; seed < 500; ++seed) {
    const Json value{{"v", Maker(seed).value(0)}};
    CAPTURE(dump_json(value));
    CHECK(read_back(output::yaml(dump_json(value))) == value);
  }
}

TEST_CASE("a deep value and a long key are read back as well") {
  const std::string json = "{\"" + std::string(2000, 'k') + "\":" + std::string(200, '[') + "{\"" +
                           std::string(2000, 'l') + "\":\"yes\"}" + std::string(200, ']') + "}";
  const auto value = parse_json(json, Reading::strict).value();
  CHECK(read_back(output::yaml(json)) == value);
}
