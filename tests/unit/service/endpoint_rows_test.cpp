#include "mrctl/service/endpoint_table.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::service;

namespace {

const std::vector<Model>& models_to_sort() {
  static const std::vector<Model> value{read_model_text(R"({"id":"acme/large","endpoints":[
      {"tag":"a","pricing":{"prompt":"0.000010"},"context_length":"9000"},
      {"tag":"b","pricing":{"prompt":"0.0000009"},"context_length":10000},
      {"tag":"c","pricing":{"prompt":null}},
      {"tag":"d","pricing":{"prompt":"-1"}}]})"),
                                        read_model_text(R"({"id":"acme/tiny","endpoints":[
      {"tag":"e","pricing":{"prompt":1e-5}}]})")};
  return value;
}

std::string order(std::string_view sorting) {
  std::string tags;
  for (const auto& row : sorted(list_rows(models_to_sort()), parse_sorting(sorting).value()))
    tags += *row.endpoint->tag;
  return tags;
}

} // namespace

TEST_CASE("rows come in the order of the models_to_sort and know their places") {
  const auto rows = list_rows(models_to_sort());
  REQUIRE(rows.size() == 5);
  CHECK(*rows[4].endpoint->tag == "e");
  CHECK(rows[4].model_index == 1);
}

TEST_CASE("prices are sorted by value; those unknown or not fixed stand last in both directions") {
  CHECK(order("prompt") == "baecd");
  CHECK(order("-prompt") == "aebcd");
}

TEST_CASE("numbers are sorted as numbers, whether they came as text or not") {
  CHECK(order("context") == "abcde");
  CHECK(order("-context") == "bacde");
}

TEST_CASE("text is sorted by its bytes") {
  CHECK(order("-tag") == "edcba");
  CHECK(order("model") == "abcde");
  CHECK(order("-model") == "eabcd");
}

TEST_CASE("a column without any value leaves the order") {
  CHECK(order("-uptime_1d") == "abcde");
}
