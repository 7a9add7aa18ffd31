#include "mrctl/service/endpoint_table.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

using namespace mrctl;
using namespace mrctl::service;

TEST_CASE("a measure is one column of numbers, or the span between two percentiles") {
  CHECK(parse_measure("prompt")->first->name == "prompt");
  CHECK(parse_measure("prompt")->last == nullptr);
  CHECK(parse_measure("latency")->first->name == "latency_p50");
  CHECK(parse_measure("latency")->last->name == "latency_p99");
  CHECK(parse_measure("throughput")->last->name == "throughput_p99");
  CHECK(parse_measure("latency_p50")->last == nullptr);
}

TEST_CASE("a plain word stands for the columns that people mean by it") {
  CHECK(parse_measure("price")->first->name == "prompt");
  CHECK(parse_measure("price")->last->name == "completion");
  CHECK(parse_measure("price")->ends == "prompt and completion");
  CHECK(parse_measure("uptime")->name == "uptime_1d");
  CHECK(parse_measure("uptime")->last == nullptr);
}

TEST_CASE("every name that is offered is a measure") {
  const auto names = measure_names();
  for (const auto name : names) {
    CAPTURE(name);
    CHECK(parse_measure(name));
  }
  for (const auto& column : all_columns()) {
    CAPTURE(column.name);
    const bool is_offered = std::find(names.begin(), names.end(), column.name) != names.end();
    CHECK(parse_measure(column.name).has_value() == is_offered);
  }
}

TEST_CASE("what cannot be drawn is answered with the nearest column, or with the list") {
  const std::pair<const char*, const char*> rows[]{
      {"tag", "price latency throughput"},
      {"supports", "price latency throughput"},
      {"status", "price latency throughput"},
      {"caching", "price latency throughput"},
      {"zzzzzz", "price latency throughput"},
      {"promt", "'prompt'?"},
      {"latancy", "'latency'?"},
  };
  for (const auto& row : rows) {
    const auto measure = parse_measure(row.first);
    REQUIRE_FALSE(measure);
    CHECK(measure.error().message.find(row.first) != std::string::npos);
    CHECK_MESSAGE(measure.error().hint.find(row.second) != std::string::npos, measure.error().hint);
  }
}

TEST_CASE("the nearest measure can be shown") {
  CHECK(parse_measure("promt").error().hint.starts_with("did you mean 'prompt'?"));
  for (const auto* near_a_text : {"provder", "quantizaton", "statu"}) {
    CAPTURE(near_a_text);
    CHECK(parse_measure(near_a_text).error().hint.starts_with("a chart can show "));
  }
}
