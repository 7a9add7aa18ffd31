#include "mrctl/service/endpoint_table.hpp"

#include "unit/output/drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::service;

namespace {

service::Model large_model() {
  return service::read_model_text(R"({"id":"acme/large","name":"Acme Large",
    "architecture":{"modality":"text->text"},"endpoints":[
      {"tag":"acme","pricing":{"prompt":"0.0000025"},"uptime_last_1d":"100",
       "latency_last_30m":{"p50":500,"p99":2000},"throughput_last_30m":{"p50":80,"p99":20}},
      {"tag":"acme/flex","pricing":{"prompt":"-1"},
       "latency_last_30m":{"p50":1000,"p99":null},"throughput_last_30m":{"p50":null,"p99":40}},
      {"tag":"quarry","pricing":{"prompt":"0"},"uptime_last_1d":null}]})");
}

std::string drawn_chart(const std::vector<service::Model>& models, std::string_view measure,
                        const output::Terminal& terminal,
                        output::Names header = output::Names::shown) {
  const auto rows = service::list_rows(models);
  const EndpointListing listing{.models = models,
                                .matching = rows,
                                .rows = rows,
                                .columns = {},
                                .chart = service::parse_measure(measure).value(),
                                .has_sentences = false};
  return written(present_endpoints(listing), {.terminal = terminal, .names = header});
}

} // namespace

TEST_CASE("a chart of uptime shows downtime: 97.15 and 100 look different") {
  CHECK(drawn_chart({large_model()}, "uptime_1d", terminal_of(60)) == drawing(R"(
acme/large  Acme Large  text->text
uptime_1d; bars show downtime, 100 minus the value
acme       100.00
acme/flex       –
quarry          –
)"));
  const auto text = drawn_chart({service::read_model_text(R"({"id":"a/b","endpoints":[
      {"tag":"x","uptime_last_1d":97.15},{"tag":"y","uptime_last_1d":100},
      {"tag":"z","uptime_last_1d":"101"}]})")},
                                "uptime_1d", terminal_of(60));
  CHECK(text.find("x   97.15  ██") != std::string::npos);
  CHECK(text.find("y  100.00\n") != std::string::npos);
  CHECK(text.find("z  101.00\n") != std::string::npos);
}
