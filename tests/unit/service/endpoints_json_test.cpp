#include "mrctl/service/endpoint_table.hpp"

#include "unit/output/drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::service;

namespace {

const std::vector<SharedText> raw_answers{
    R"({"id":"acme/large","extra":1.50,"endpoints":[{"tag":"b","x":[]}, {"tag":"a"}],"last":{}})",
    R"({"id":"acme/tiny","endpoints":[]})"};

std::vector<service::Model> models_of(const std::vector<SharedText>& texts) {
  std::vector<service::Model> models;
  for (const auto& text : texts)
    models.push_back(service::read_model_text(text));
  return models;
}

std::string lines_of(const std::vector<service::Model>& models) {
  const auto rows = service::list_rows(models);
  const EndpointListing listing{.models = models, .matching = rows, .rows = rows, .columns = {}};
  return written(present_endpoints(listing), {.format = output::Format::jsonl});
}

} // namespace

TEST_CASE("endpoints are put in the order of the rows, and all else stays as it was sent") {
  const auto models = models_of(raw_answers);
  const auto rows =
      service::sorted(service::list_rows(models), service::parse_sorting("tag").value());
  CHECK(
      arrange_endpoints(raw_answers, rows) ==
      std::vector<std::string>{
          R"({"id":"acme/large","extra":1.50,"endpoints":[{"tag":"a"},{"tag":"b","x":[]}],"last":{}})",
          R"({"id":"acme/tiny","endpoints":[]})"});
}

TEST_CASE("endpoints without a row are left out") {
  const auto models = models_of(raw_answers);
  auto rows = service::list_rows(models);
  rows.resize(1);
  CHECK(arrange_endpoints(raw_answers, rows).front().find(R"("endpoints":[{"tag":"b","x":[]}],)") !=
        std::string::npos);
  CHECK(arrange_endpoints(raw_answers, {}).front().find(R"("endpoints":[],)") != std::string::npos);
}

TEST_CASE("a list is never null, and a missing one is not invented") {
  const std::vector<SharedText> odd{R"({"endpoints":null})", R"({"id":"x"})"};
  CHECK(arrange_endpoints(odd, {}) ==
        std::vector<std::string>{R"({"endpoints":[]})", R"({"id":"x"})"});
}

TEST_CASE("jsonl is an endpoint a line, with its model first") {
  const auto models = models_of(raw_answers);
  CHECK(lines_of(models) == "{\"model\":\"acme/large\",\"tag\":\"b\",\"x\":[]}\n{\"model\":\"acme/"
                            "large\",\"tag\":\"a\"}\n");
}

TEST_CASE("an endpoint that has a model member already gets no second one") {
  const std::vector<SharedText> odd{R"({"id":"x","endpoints":[{"a":1,"model":"y"},{}]})"};
  const auto models = models_of(odd);
  CHECK(lines_of(models) == "{\"a\":1,\"model\":\"y\"}\n{\"model\":\"x\"}\n");
}
