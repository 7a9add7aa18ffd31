#include "../../../src/document/yaml_text.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::document;

TEST_CASE("plain scalars are resolved by the core schema of YAML 1.2") {
  struct Row {
    std::string text;
    std::string json;
  };
  for (const auto& row : {
           Row{"", "null"},
           Row{"~", "null"},
           Row{"null", "null"},
           Row{"Null", "null"},
           Row{"NULL", "null"},
           Row{"nUll", R"("nUll")"},
           Row{"true", "true"},
           Row{"True", "true"},
           Row{"TRUE", "true"},
           Row{"false", "false"},
           Row{"False", "false"},
           Row{"FALSE", "false"},
           Row{"yes", R"("yes")"},
           Row{"no", R"("no")"},
           Row{"on", R"("on")"},
           Row{"off", R"("off")"},
           Row{"y", R"("y")"},
           Row{"N", R"("N")"},
           Row{"0", "0"},
           Row{"-3", "-3"},
           Row{"+3", "3"},
           Row{"007", "7"},
           Row{"0x1F", "31"},
           Row{"0xff", "255"},
           Row{"0o17", "15"},
           Row{"017", "17"},
           Row{"0b11", R"("0b11")"},
           Row{"0o8", R"("0o8")"},
           Row{"0x", R"("0x")"},
           Row{"-0x1F", R"("-0x1F")"},
           Row{"1_000", R"("1_000")"},
           Row{"12:30:45", R"("12:30:45")"},
           Row{"2024-01-01", R"("2024-01-01")"},
           Row{"+-5", R"("+-5")"},
           Row{"-+5", R"("-+5")"},
           Row{"--5", R"("--5")"},
           Row{"+", R"("+")"},
           Row{"-", R"("-")"},
           Row{"9223372036854775807", "9223372036854775807"},
           Row{"-9223372036854775808", "-9223372036854775808"},
           Row{"18446744073709551615", "18446744073709551615"},
           Row{"0xFFFFFFFFFFFFFFFF", "18446744073709551615"},
           Row{"18446744073709551616", "18446744073709551616"},
           Row{"-0009223372036854775809", "-9223372036854775809"},
           Row{"+1.e400", "1.0e400"},
           Row{"-00.30000000000000000001", "-0.30000000000000000001"},
           Row{"0.5", "0.5"},
           Row{".5", "0.5"},
           Row{"-.5", "-0.5"},
           Row{"+.5", "0.5"},
           Row{"1.", "1.0"},
           Row{"1.0", "1.0"},
           Row{"1e3", "1000.0"},
           Row{"1E+3", "1000.0"},
           Row{"2.5e-1", "0.25"},
           Row{".", R"(".")"},
           Row{"1e", R"("1e")"},
           Row{"1.2.3", R"("1.2.3")"},
           Row{"e5", R"("e5")"},
           Row{"nan", R"("nan")"},
           Row{"inf", R"("inf")"},
           Row{"acme/large:free", R"("acme/large:free")"},
       }) {
    CAPTURE(row.text);
    const auto value = resolve_yaml_scalar("?", row.text);
    REQUIRE(value.has_value());
    CHECK(dump_json(*value) == row.json);
  }
}

TEST_CASE("numbers that JSON cannot carry are refused") {
  for (const std::string text :
       {".inf", "-.inf", "+.INF", ".Inf", ".nan", ".NaN", ".NAN", "0x1FFFFFFFFFFFFFFFF",
        "0o7777777777777777777777777", "1e1000", "-1e-1000"}) {
    CAPTURE(text);
    CHECK_FALSE(resolve_yaml_scalar("?", text).has_value());
  }
}

TEST_CASE("quoted and tagged scalars are what they say") {
  CHECK(*resolve_yaml_scalar("!", "3") == "3");
  CHECK(*resolve_yaml_scalar("!", "true") == "true");
  CHECK(*resolve_yaml_scalar("!", "") == "");
  CHECK(*resolve_yaml_scalar("!", ".inf") == ".inf");
  CHECK(*resolve_yaml_scalar("tag:yaml.org,2002:str", "3") == "3");
  CHECK(*resolve_yaml_scalar("tag:yaml.org,2002:int", "3") == 3);
  CHECK(*resolve_yaml_scalar("tag:yaml.org,2002:float", "0.5") == 0.5);
  CHECK(*resolve_yaml_scalar("tag:yaml.org,2002:bool", "true") == true);
  CHECK(*resolve_yaml_scalar("!mine", "3") == "3");
}
