#include "mrctl/output/text.hpp"
#include "mrctl/service/endpoint_columns.hpp"

#include "unit/output/drawn.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace mrctl;
using namespace mrctl::service;

TEST_CASE("the columns are listed with title, unit, kind and place") {
  const auto text = written(present_columns());
  CHECK(text.starts_with("NAME            TITLE     UNIT                KIND     IN JSON\n"));
  CHECK(text.find("\nprompt          PROMPT/M  per million tokens  number   pricing.prompt\n") !=
        std::string::npos);
  CHECK(text.find("\ntag             TAG       –                   text     tag\n") !=
        std::string::npos);
  CHECK(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) ==
        service::all_columns().size() + 1);
}

TEST_CASE("the list of columns fits 80 columns") {
  std::size_t hidden = 0;
  const auto columns = present_columns([&](const auto& names) { hidden = names.size(); });
  CHECK(written(columns, {.terminal = terminal_of(80)}).find("…") == std::string::npos);
  CHECK(hidden == 0);
}

TEST_CASE("programs get the same list") {
  CHECK(written(present_columns(), {.format = output::Format::tsv})
            .find("\nlatency_p50\tLAT P50\t\tnumber\tlatency_last_30m.p50\n") != std::string::npos);
  const auto documents = written(present_columns(), {.format = output::Format::json});
  CHECK(parsed(documents).size() == service::all_columns().size());
  CHECK(documents.starts_with(
      R"([{"name":"model","title":"MODEL","unit":null,"kind":"text","path":"id"})"));
}
