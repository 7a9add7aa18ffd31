#include "mrctl/service/endpoint_table.hpp"

#include "unit/output/drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::service;
using output::Shown;
using service::Models;

namespace {

service::Model large() {
  return service::read_model_text(R"({"id":"acme/large","name":"Acme Large",
    "architecture":{"modality":"text+image->text"},"endpoints":[
      {"tag":"globex/us-east5","provider_name":"Globex","context_length":131072,"max_completion_tokens":null,
       "quantization":"fp8","status":0,"pricing":{"prompt":"0.0000025","completion":"0.00001"},
       "latency_last_30m":{"p50":412.5},"throughput_last_30m":{"p50":88},"uptime_last_1d":99.95},
      {"tag":"initech","context_length":"8192","status":-2,
       "pricing":{"prompt":"-1","completion":"0"}}]})");
}

service::Model without_endpoints() {
  return service::read_model_text(R"({"id":"acme/large:free","endpoints":[]})");
}

std::string drawn_listing(const std::vector<service::Model>& models, const Columns& columns,
                          const output::Target& target, const output::OnHidden& on_hidden = {}) {
  const auto rows = service::list_rows(models);
  const EndpointListing listing{.models = models,
                                .matching = rows,
                                .rows = rows,
                                .columns = columns,
                                .exact_columns = columns,
                                .has_sentences = false};
  return written(present_endpoints(listing, on_hidden), target);
}

std::string drawn_table(const std::vector<service::Model>& models, std::string_view columns,
                        const output::Terminal& terminal,
                        output::Names header = output::Names::shown) {
  return drawn_listing(models, service::select_columns(columns).value(),
                       {.terminal = terminal, .names = header});
}

Columns default_columns_of_one() {
  return service::default_columns(Shown::always, Models::one);
}

} // namespace

TEST_CASE("the endpoints of one model stand below its name") {
  const std::vector models{large()};
  CHECK(drawn_listing(models, default_columns_of_one(), {}) == drawing(R"(
acme/large  Acme Large  text+image->text
TAG              PROMPT/M  COMPL/M  STATUS  UP 1D  CONTEXT  MAX OUT  QUANT  PROVIDER  LAT P50  TPUT P50
globex/us-east5       2.5       10  ok      99.95   131072        –  fp8    Globex      412.5        88
initech            varies        0  -2          –     8192        –  –      –               –         –
)"));
}

TEST_CASE("a narrow terminal keeps the tag and says what it hides") {
  const std::vector models{large()};
  std::vector<std::string> hidden;
  const auto text = drawn_listing(models, default_columns_of_one(), {.terminal = terminal_of(40)},
                                  [&](const auto& names) { hidden = names; });
  CHECK(text == drawing(R"(
acme/large  Acme Large  text+image->text
TAG              PROMPT/M  COMPL/M
globex/us-east5       2.5       10
initech            varies        0
)"));
  CHECK(hidden == std::vector<std::string>{"status", "uptime_1d", "context", "max_output",
                                           "quantization", "provider", "latency_p50",
                                           "throughput_p50"});
}

TEST_CASE("a table without rows is empty, and words say why") {
  const std::vector models{without_endpoints(), large()};
  CHECK(drawn_table({without_endpoints()}, "tag", pipe_end()).empty());
  CHECK(missing_endpoints(models, {}) ==
        std::vector<std::string>{"acme/large:free has no endpoints",
                                 "acme/large: 0 of 2 endpoints match"});
  CHECK(missing_endpoints(models, service::list_rows(models)) ==
        std::vector<std::string>{"acme/large:free has no endpoints"});
}

TEST_CASE("degraded endpoints are named, a few of many") {
  auto model = large();
  const std::vector one{model};
  CHECK(degraded_note(service::list_rows(one)) == "1 endpoint is degraded: initech");
  for (int i = 0; i < 6; ++i)
    model.endpoints.push_back(model.endpoints[1]);
  const std::vector models{model};
  CHECK(degraded_note(service::list_rows(models)) ==
        "7 endpoints are degraded: initech initech initech initech initech and 2 more");
  CHECK(degraded_note({}).empty());
}

TEST_CASE("a hostile model name cannot leave its line") {
  auto model = large();
  model.name = "\x1b[2JAcme\n";
  CHECK(drawn_table({model}, "tag", pipe_end()).starts_with("acme/large  \\x1b[2JAcme\\n  text"));
}

TEST_CASE("records for programs carry prices a token, as given, and none that is not known") {
  const std::vector models{large()};
  const auto columns = service::select_columns("model,prompt,status").value();
  CHECK(drawn_listing(models, columns, {.format = output::Format::tsv}) ==
        "model\tprompt\tstatus\nacme/large\t0.0000025\t0\nacme/large\t\t-2\n");
}

TEST_CASE("records for people carry what a table shows, and say that prices are per million") {
  const std::vector models{large()};
  const auto columns = service::select_columns("model,prompt,status").value();
  CHECK(drawn_listing(models, columns, {.format = output::Format::markdown}) ==
        "| model | prompt/M | status |\n| --- | --- | --- |\n| acme/large | 2.5 | ok |\n"
        "| acme/large | varies | -2 |\n");
}

TEST_CASE("the first price is marked where it is not all, and a note says so") {
  const std::vector models{service::read_model_text(R"({"id":"a/b","endpoints":[
      {"tag":"plain","pricing":{"prompt":"0.000002","completion":"0.000003","request":"0","overrides":[]}},
      {"tag":"steps","pricing":{"prompt":"0.00000089","completion":"0.000003","overrides":[{"prompt":"1"}]}},
      {"tag":"each","pricing":{"prompt":"0.000001","completion":"0.000003","request":"0.01"}},
      {"tag":"varies","pricing":{"prompt":"-1","request":"0.01"}}]})")};
  CHECK(drawn_table(models, "tag,prompt,completion", pipe_end(), output::Names::hidden) ==
        drawing(R"(
plain        2  3
steps    0.89+  3
each        1+  3
varies  varies  –
)"));
  CHECK(drawn_table(models, "tag,completion", pipe_end(), output::Names::hidden).find("3+") !=
        std::string::npos);
  const auto rows = service::list_rows(models);
  const auto note = [&](std::string_view columns) {
    return further_prices_note(rows, service::select_columns(columns).value());
  };
  CHECK(note("tag,prompt").starts_with("+ means that"));
  CHECK(note("tag,request").empty());
  const auto prompt = service::select_columns("prompt").value();
  CHECK(drawn_listing(models, prompt, {.format = output::Format::markdown}).find("0.89+") !=
        std::string::npos);
  CHECK(drawn_listing(models, prompt, {.format = output::Format::csv}).find("\n0.00000089\n") !=
        std::string::npos);
}
