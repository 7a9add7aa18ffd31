#include "mrctl/apply/pull.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/yaml.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>

using namespace mrctl;

namespace {

std::string pulled(const std::string& config, std::optional<std::string> prompt = {},
                   const std::string& base = "{}", const std::string& file = "{}") {
  service::PresetVersion version;
  version.spelled_config.text = config;
  version.system_prompt = std::move(prompt);
  return apply::pulled_body(version, JsonText(SharedText(base)), JsonText(SharedText(file)));
}

} // namespace

TEST_CASE("members come in the order of the table of fields, at every depth") {
  CHECK(
      pulled(
          R"({"provider":{"sort":"price","order":["a"]},"later":1,"temperature":0.20,"model":"a/b"})") ==
      R"({"model":"a/b","temperature":0.20,"provider":{"order":["a"],"sort":"price"},"later":1})");
}

TEST_CASE("members of the config that are null, [] or {} are left out") {
  CHECK(
      pulled(
          R"({"model":"a/b","stop":[],"top_k":null,"provider":{},"reasoning":{"effort":null}})") ==
      R"({"model":"a/b","reasoning":{"effort":null}})");
}

TEST_CASE("what a base gives with the same value is left out, at every depth") {
  const std::string base = R"({"model":"a/b","provider":{"zdr":true,"order":["a"]},)"
                           R"("messages":[{"role":"system","content":"Hi"}]})";
  CHECK(pulled(R"({"model":"a/b","provider":{"order":["b"],"zdr":true}})", "Hi", base) ==
        R"({"provider":{"order":["b"]}})");
  CHECK(pulled(R"({"model":"a/c"})", "Ho", base).find("Ho") != std::string::npos);
}

TEST_CASE("a prompt of several lines is a block text in YAML where that holds it exactly") {
  CHECK(output::yaml(pulled(R"({"model":"a/b"})", "Be brief.\n\nBe kind.\n")) ==
        "messages:\n"
        "  - role: system\n"
        "    content: |\n"
        "      Be brief.\n"
        "\n"
        "      Be kind.\n"
        "model: a/b\n");
  CHECK(output::yaml(pulled("{}", "a \n b")) ==
        "messages:\n  - role: system\n    content: |-\n      a \n       b\n");
  CHECK(output::yaml(pulled("{}", "\tTabs\n")).find("content: \"") != std::string::npos);
}

TEST_CASE("a file keeps how it writes what has the same value, and what a preset does not keep") {
  CHECK(pulled(R"({"temperature":0.2,"stop":["a"]})", {}, R"({"stop":["a"]})",
               R"({"stream":true,"temperature":0.20,"stop":["a"],"top_k":null})") ==
        R"({"stream":true,"temperature":0.20,"top_k":null,"stop":["a"]})");
  CHECK(pulled(R"({"provider":{"zdr":true,"order":["b"]}})", {}, R"({"provider":{"zdr":true}})",
               R"({"provider":{"order":["a"],"sort":"price"},"top_k":1})") ==
        R"({"provider":{"order":["b"]}})");
}

TEST_CASE("of several messages, the one whose text has changed gets it") {
  const std::string file =
      R"({"messages":[{"role":"system","content":"A"},{"role":"user","content":"Q"},)"
      R"({"role":"developer","content":"B"}]})";
  const auto messages = [&](const std::string& prompt) { return pulled("{}", prompt, "{}", file); };
  CHECK(messages("A\n\nB") == file);
  CHECK(messages("A\n\nC").find(R"("content":"C"}]})") != std::string::npos);
  CHECK(messages("C\n\nB").find(R"("content":"C"},{"role":"user")") != std::string::npos);
  CHECK(messages("Z") ==
        R"({"messages":[{"role":"system","content":"Z"},{"role":"user","content":"Q"}]})");
  CHECK(messages("") == R"({"messages":[{"role":"user","content":"Q"}]})");
}
