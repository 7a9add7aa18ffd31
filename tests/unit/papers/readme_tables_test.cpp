#include "mrctl/papers/readme_tables.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl::papers;

namespace {

const std::string head = "| Format | What it is |\n|---|---|\n";

} // namespace

TEST_CASE("a table gets the rows of the program, and the text around it stays") {
  const auto text = with_readme_tables("before\n\n" + head + "| `old` | gone |\n\nafter\n");
  CHECK(text.starts_with("before\n\n" + head + "| `table` | tables and cards"));
  CHECK(text.ends_with("\n\nafter\n"));
  CHECK(text.find("old") == std::string::npos);
  CHECK(text.find("junit") == std::string::npos);
}

TEST_CASE("a table at the end of the text, and one that is up to date, come out the same") {
  const auto once = with_readme_tables(head);
  CHECK(once.find("| `html` | ") != std::string::npos);
  CHECK(with_readme_tables(once) == once);
}

TEST_CASE("a row of a setting has its flag, variable and default, or nothing") {
  const auto text = with_readme_tables(
      "| Key | Flag | Environment | Default | What it is |\n|---|---|---|---|---|\n");
  CHECK(text.find("| `timeout` | `--timeout` | | `60s` | time limit for all attempts") !=
        std::string::npos);
  CHECK(text.find("| `credential_command` | | | | program that prints") != std::string::npos);
  CHECK(text.find("; not in the file |\n") != std::string::npos);
}

TEST_CASE("a text without a table stays as it is") {
  CHECK(with_readme_tables("no table\n") == "no table\n");
}
