#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"

#include "../../../src/body/conversion.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>

using namespace mrctl;
using namespace mrctl::body;

namespace {

const spec::Shape& shape_of_flag(std::string_view name) {
  const auto& flags = spec::field_flags();
  const auto found = std::find_if(flags.begin(), flags.end(),
                                  [&](const spec::FieldFlag& flag) { return flag.name == name; });
  REQUIRE(found != flags.end());
  return *found->shape;
}

Result<std::string> read_one_file(const std::string& path) {
  if (path == "sort.yaml") return "by: price\n";
  if (path == "broken.json") return "{\n\"by\": }";
  if (path == "text") return "two\nlines\n";
  if (path == "windows") return "\xEF\xBB\xBFtwo\r\nlines\r\n";
  if (path == "bytes") return "x\nyz\xFF";
  return fail(Error::usage("cannot read " + path));
}

std::string converted(std::string_view flag, const std::string& text) {
  const auto value = convert(shape_of_flag(flag), text, read_one_file);
  REQUIRE(value.has_value());
  return dump_json(value->value);
}

Problem not_converted(std::string_view flag, const std::string& text) {
  const auto value = convert(shape_of_flag(flag), text, read_one_file);
  REQUIRE_FALSE(value.has_value());
  REQUIRE(value.error().problem.has_value());
  return *value.error().problem;
}

} // namespace

TEST_CASE("the text of a flag becomes a value of the field's type") {
  struct Row {
    std::string flag;
    std::string text;
    std::string json;
  };
  for (const auto& row : {
           Row{"--model", "3", R"("3")"},
           Row{"--model", "null", R"("null")"},
           Row{"--model", "@x", R"("@x")"},
           Row{"--temperature", "0.2", "0.2"},
           Row{"--temperature", "3", "3"},
           Row{"--temperature", "1e-1", "0.1"},
           Row{"--temperature", "null", "null"},
           Row{"--seed", "-7", "-7"},
           Row{"--seed", "18446744073709551615", "18446744073709551615"},
           Row{"--seed", "1.5", "1.5"},
           Row{"--stream", "true", "true"},
           Row{"--logprobs", "false", "false"},
           Row{"--logprobs", "null", "null"},
           Row{"--service-tier", "fast", R"("fast")"},
           Row{"--service-tier", "null", "null"},
           Row{"--tool-choice", "auto", R"("auto")"},
           Row{"--tool-choice", R"({"type":"x"})", R"({"type":"x"})"},
           Row{"--provider-sort", "price", R"("price")"},
           Row{"--provider-sort", "@sort.yaml", R"({"by":"price"})"},
           Row{"--provider-sort", "null", "null"},
           Row{"--provider-max-price-prompt", "0.5", R"("0.5")"},
           Row{"--provider-preferred-max-latency", "1.5", "1.5"},
           Row{"--provider-preferred-max-latency", R"({"p50":1})", R"({"p50":1})"},
           Row{"--reasoning-summary", "auto", R"("auto")"},
           Row{"--tools", R"([{"type":"router:web_search"}])", R"([{"type":"router:web_search"}])"},
           Row{"--provider", "null", "null"},
       }) {
    CAPTURE(row.flag);
    CAPTURE(row.text);
    CHECK(converted(row.flag, row.text) == row.json);
  }
}

TEST_CASE("text that cannot have the field's type is a problem that repeats it") {
  const std::pair<std::string, std::string> rows[]{
      {"--temperature", "warm"},     {"--temperature", "nan"}, {"--temperature", ""},
      {"--temperature", "Infinity"}, {"--seed", "0x1F"},       {"--stream", "yes"},
      {"--stream", "null"}};
  for (const auto& [flag, text] : rows) {
    const auto problem = not_converted(flag, text);
    CHECK(problem.rule == "type");
    CHECK(problem.message.ends_with("got '" + text + "'"));
  }
}

TEST_CASE("an object is JSON or a file, and a broken file is a problem in that file") {
  CHECK(not_converted("--response-format", "{json_object}").rule == "json.syntax");
  CHECK(not_converted("--provider", R"({"a":1,"a":2})").rule == "json.duplicate-key");
  const auto problem = not_converted("--provider", "@broken.json");
  REQUIRE(problem.place.has_value());
  CHECK(problem.place->file == "broken.json");
  CHECK(problem.place->line == 2);
}

TEST_CASE("a word stands for an object that needs nothing but its tag") {
  CHECK(converted("--response-format", "json_object") == R"({"type":"json_object"})");
  CHECK(converted("--response-format", "jsn_object") == R"({"type":"jsn_object"})");
  CHECK(converted("--response-format", R"( {"type":"text"})") == R"({"type":"text"})");
  CHECK(converted("--plugins", "web") == R"({"id":"web"})");
  CHECK(converted("--tools", "router:web_search") == R"({"type":"router:web_search"})");
}

TEST_CASE("a word for an object that needs more says what, and how to give it") {
  const auto problem = not_converted("--response-format", "json_schema");
  CHECK(problem.rule == "required");
  CHECK(problem.message.find("'json_schema'") != std::string::npos);
  CHECK(problem.message.find(R"('{"type":"json_schema","json_schema":…}')") != std::string::npos);
  CHECK(not_converted("--tools", "function")
            .message.find(R"('[{"type":"function","function":…}]')") != std::string::npos);
}

TEST_CASE("what is neither a word nor JSON is told the words") {
  for (const std::string text : {"json object", "null", "true", "3", "", " ", "\"text\""}) {
    const auto problem = not_converted("--response-format", text);
    CHECK(problem.rule == "type");
    CHECK(problem.message.find("text, json_object, python") != std::string::npos);
    CHECK(problem.message.ends_with("got '" + text + "'"));
  }
}

TEST_CASE("a file that a flag names is kept for the places of later problems") {
  const auto value = convert(shape_of_flag("--provider"), "@sort.yaml", read_one_file);
  REQUIRE(value.has_value());
  REQUIRE(value->document.has_value());
  CHECK(value->document->name == "sort.yaml");
}

TEST_CASE("an unreadable file is an error, not a problem of the body") {
  const auto value = convert(shape_of_flag("--provider"), "@missing", read_one_file);
  REQUIRE_FALSE(value.has_value());
  REQUIRE(value.error().error.has_value());
  CHECK(value.error().error->message == "cannot read missing");
}

TEST_CASE("lists of scalars repeat their flag, other lists are given whole") {
  for (const std::string flag : {"--models", "--stop", "--modalities", "--provider-order",
                                 "--provider-ignore", "--provider-quantizations"}) {
    CAPTURE(flag);
    CHECK(spec::takes_items(shape_of_flag(flag)));
  }
  for (const std::string flag : {"--messages", "--tools", "--plugins", "--stop-server-tools-when",
                                 "--model", "--metadata", "--provider", "--tool-choice"}) {
    CAPTURE(flag);
    CHECK_FALSE(spec::takes_items(shape_of_flag(flag)));
  }
}

TEST_CASE("flat maps take pairs, other objects do not") {
  for (const std::string flag : {"--metadata", "--logit-bias", "--trace", "--image-config"}) {
    CAPTURE(flag);
    CHECK(spec::takes_pairs(shape_of_flag(flag)));
  }
  for (const std::string flag :
       {"--provider", "--reasoning", "--response-format", "--debug", "--model"}) {
    CAPTURE(flag);
    CHECK_FALSE(spec::takes_pairs(shape_of_flag(flag)));
  }
}

TEST_CASE("a number that JSON cannot carry is a problem that repeats it") {
  const std::pair<std::string, std::string> rows[]{{"--temperature", "1e1000"},
                                                   {"--seed", "-1e1000"}};
  for (const auto& [flag, text] : rows) {
    const auto problem = not_converted(flag, text);
    CHECK(problem.rule == "range");
    CHECK(problem.message.ends_with("got '" + text + "'"));
    const auto loosely = convert_loosely(text);
    REQUIRE_FALSE(loosely.has_value());
    CHECK(loosely.error().problem->message == problem.message);
  }
}

TEST_CASE("JSON that is broken says what is wrong with it, and what was meant") {
  const auto problem = not_converted("--provider", R"({"zdr":True})");
  CHECK(problem.rule == "json.syntax");
  CHECK(problem.message.ends_with("got 'True'"));
  CHECK(problem.suggestion.text == "true");
}

TEST_CASE("a text in place of a number comes with a number that the field may have") {
  CHECK(not_converted("--top-p", "50%").suggestion.text == "0.5");
  CHECK(not_converted("--max-tokens", "2k").suggestion.text == "2000");
  CHECK(not_converted("--temperature", "0,5").suggestion.text == "0.5");
  CHECK(not_converted("--temperature", "70%").suggestion.text.empty());
  CHECK(not_converted("--temperature", "None").suggestion.text == "null");
}

TEST_CASE("loosely read, only true, false, null and numbers are no text") {
  const auto loosely = [](const std::string& text) { return convert_loosely(text).value().value; };
  CHECK(loosely("true") == true);
  CHECK(loosely("null") == nullptr);
  CHECK(loosely("-2.5") == -2.5);
  CHECK(loosely("3") == 3);
  for (const std::string text : {"", "True", "007", "0x1F", "nan", "NaN", "-Infinity", "1e",
                                 "price", "\"3\"", "[1]", "{}", "1 2"})
    CHECK(loosely(text) == text);
}

TEST_CASE("text comes as it is, or from a file without its last line break") {
  CHECK(convert_text("a@b", read_one_file) == "a@b");
  CHECK(convert_text("@text", read_one_file) == "two\nlines");
  CHECK(convert_text("@windows", read_one_file) == "two\nlines");
  CHECK(convert_text("@missing", read_one_file).error().error->message == "cannot read missing");
}

TEST_CASE("text that is not UTF-8 is a problem at its place in the file") {
  const auto problem = convert_text("@bytes", read_one_file).error().problem;
  REQUIRE(problem.has_value());
  CHECK(problem->rule == "text.utf-8");
  CHECK(problem->place->file == "bytes");
  CHECK(problem->place->line == 2);
  CHECK(problem->place->column == 3);
}

TEST_CASE("names are separated by commas, or are a list in brackets") {
  using Names = std::vector<std::string>;
  const auto names = [](const std::string& text) { return convert_names(text).value(); };
  CHECK(names("acme, globex") == Names{"acme", "globex"});
  CHECK(names("[acme]") == Names{"acme"});
  CHECK(names(R"([" acme ", ""])") == Names{"acme"});
  CHECK(names(R"([""])").empty());
  CHECK(names(" [acme/fp8, globex] ") == Names{"acme/fp8", "globex"});
  CHECK(names(R"(["Acme, Inc.", "b"])") == Names{"Acme, Inc.", "b"});
  CHECK(names("[]").empty());
}

TEST_CASE("anything else in brackets is a problem, with the names if they can be told") {
  struct Row {
    std::string text;
    std::string suggestion;
  };
  for (const auto& row :
       {Row{"[acme", "acme"}, Row{"[a][b]", ""}, Row{"[1,2]", ""}, Row{"['acme']", "acme"},
        Row{R"(["a", null])", ""}, Row{"[\u201cacme\u201d]", ""}, Row{"[Acme AI]", ""}}) {
    CAPTURE(row.text);
    const auto converted = convert_names(row.text);
    REQUIRE_FALSE(converted.has_value());
    CHECK(converted.error().problem->suggestion.text == row.suggestion);
    CHECK(converted.error().problem->message.ends_with("got '" + row.text + "'"));
  }
}

TEST_CASE("NAME=VALUE for an object is answered with the object") {
  CHECK(not_converted("--reasoning", "effort=high").suggestion.text == R"({"effort": "high"})");
  CHECK(not_converted("--stream-options", "include_usage=true").suggestion.text ==
        R"({"include_usage": true})");
  CHECK(not_converted("--provider", R"({"only")").suggestion.text.empty());
}

TEST_CASE("a list of names without quotes, or with single ones, comes with double ones") {
  const auto suggestion_for = [](const std::string& json) {
    const auto converted = convert_json(json, read_one_file);
    REQUIRE_FALSE(converted.has_value());
    return converted.error().problem->suggestion.text;
  };
  CHECK(suggestion_for("[acme, globex]") == R"(["acme", "globex"])");
  CHECK(suggestion_for("['acme','globex']") == R"(["acme", "globex"])");
  CHECK(suggestion_for("[Infinity]").empty());
  CHECK(suggestion_for("[acme AI]").empty());
}
