#include "mrctl/json/value.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/service/endpoint_filter.hpp"
#include "mrctl/service/endpoint_table.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace mrctl;
using namespace mrctl::service;

namespace {

std::string names_of(const Columns& columns) {
  std::string out;
  for (const auto& column : columns)
    out += (out.empty() ? "" : " ") + std::string(column->name);
  return out;
}

const Column& column_named(std::string_view name) {
  return *select_columns(name).value().front();
}

} // namespace

TEST_CASE("the names of the columns are those that scripts rely on, in their order") {
  CHECK(
      names_of(every_column()) ==
      "model tag provider name context max_output max_prompt quantization status prompt completion "
      "request image latency_p50 latency_p75 latency_p90 latency_p99 throughput_p50 "
      "throughput_p75 throughput_p90 throughput_p99 uptime_5m uptime_30m uptime_1d caching "
      "supports");
}

TEST_CASE(
    "people see the tag first, behind the model where there are several, and what decides next") {
  CHECK(names_of(default_columns(output::Shown::always, Models::one)) ==
        "tag prompt completion status uptime_1d context max_output quantization provider "
        "latency_p50 throughput_p50");
  CHECK(
      names_of(default_columns(output::Shown::always, Models::several)).starts_with("model tag "));
}

TEST_CASE("wide has every column, in the order in which people see them") {
  CHECK(default_columns(output::Shown::wide, Models::several).size() == all_columns().size());
  CHECK(names_of(default_columns(output::Shown::wide, Models::one))
            .starts_with("tag prompt completion request image status uptime_1d context "));
}

TEST_CASE("every column shows the value that stands at its path") {
  for (const auto& column : all_columns()) {
    if (column.name == "model") continue;
    CAPTURE(column.name);
    std::string pointer = "/" + std::string(column.path);
    if (const auto dot = pointer.find('.'); dot != std::string::npos) pointer[dot] = '/';
    Json data;
    const bool is_list = column.kind == output::CellKind::list;
    const bool is_boolean = column.kind == output::CellKind::boolean;
    data[Json::json_pointer(pointer)] = is_list      ? Json::array({"a", "b"})
                                        : is_boolean ? Json(true)
                                                     : Json("17");
    Json listing;
    listing["endpoints"].push_back(data);
    const auto model = read_model_text(dump_json(listing));
    const auto cell = column.cell(model, model.endpoints.front());
    REQUIRE(cell);
    CHECK(cell->exact == (is_list ? "a b" : is_boolean ? "true" : "17"));
    CHECK(cell->number().has_value() == (column.kind == output::CellKind::number));
  }
}

TEST_CASE("an endpoint that says nothing has no cell in any column") {
  const auto model = read_model_text(R"({"endpoints":[{}]})");
  for (const auto& column : all_columns()) {
    CAPTURE(column.name);
    CHECK_FALSE(column.cell(model, model.endpoints.front()));
  }
}

TEST_CASE("a unit is claimed only where it is known") {
  for (const auto& column : all_columns()) {
    CAPTURE(column.name);
    const bool is_statistic = column.path.find("last_") != std::string_view::npos;
    if (is_statistic) CHECK(column.unit.empty());
  }
  CHECK(column_named("prompt").unit == "per million tokens");
}

TEST_CASE("a price for a million tokens compares by that number too") {
  const auto model = read_model_text(R"({"endpoints":[{"pricing":{"prompt":"0.0000025"}}]})");
  CHECK(column_named("prompt").cell(model, model.endpoints[0])->number() == Decimal::parse("2.5"));
}

TEST_CASE("a status other than zero is degraded") {
  const auto model =
      read_model_text(R"({"endpoints":[{"status":0},{"status":-2},{"status":"gone"}]})");
  const auto& status = column_named("status");
  CHECK(status.cell(model, model.endpoints[0])->text == "ok");
  CHECK(status.cell(model, model.endpoints[1])->text == "degraded (-2)");
  CHECK(status.cell(model, model.endpoints[2])->text == "gone");
  CHECK(status.cell(model, model.endpoints[1])->exact == "-2");
}

TEST_CASE("the model's column falls back on what the endpoint says") {
  const auto model = read_model_text(R"({"endpoints":[{"model_id":"acme/tiny"}]})");
  CHECK(column_named("model").cell(model, model.endpoints[0])->text == "acme/tiny");
}

TEST_CASE("any other member of an endpoint is a column by its path") {
  const auto model = read_model_text(
      R"({"endpoints":[{"limits":{"rpm":20,"names":["a","b"]},"is_new":true,"zone":"eu",)"
      R"("pricing":{"audio":"0.00004","web_search":"0.01","speech":"-1"}},{"limits":null}]})");
  const auto& first = model.endpoints[0];
  const auto text_at = [&](std::string_view path) {
    const auto columns = select_columns(path).value();
    const auto cell = columns[0]->cell(model, first);
    return cell ? cell->rounded() + "|" + columns[0]->exact(model, first).value_or("none") : "none";
  };
  CHECK(text_at("limits.rpm") == "20|20");
  CHECK(text_at("limits.names") == "a b|a b");
  CHECK(text_at("limits") == R"({"rpm":20,"names":["a","b"]}|{"rpm":20,"names":["a","b"]})");
  CHECK(text_at("is_new") == "yes|true");
  CHECK(text_at("zone") == "eu|eu");
  CHECK(text_at("zone.name") == "none");
  CHECK(text_at("pricing.audio") == "40|0.00004");
  CHECK(text_at("pricing.audio/M") == "40|40");
  CHECK(text_at("pricing.speech") == "varies|");
  CHECK(text_at("pricing.web_search") == "0.01|0.01");
  CHECK_FALSE(select_columns("limits.rpm")->front()->cell(model, model.endpoints[1]));
  for (const auto* wrong : {"limits..rpm", ".rpm", "5m", "zone/M", "pricing.web_search/M"})
    CHECK_FALSE_MESSAGE(select_columns(wrong), wrong);
}

TEST_CASE("a member that no endpoint has is unknown, and a path below one is told") {
  const std::vector models{read_model_text(
      R"({"endpoints":[{"limits":{"requests":20}},{"limits":null,"region":"eu"}]})")};
  const auto column = [](std::string_view path) { return select_columns(path).value().front(); };
  for (const auto* known : {"limits.requests", "region", "tag"}) {
    CHECK_MESSAGE(check_member(*column(known), models), known);
    CHECK_MESSAGE(missing_member_note(*column(known), models).empty(), known);
  }
  const auto error = check_member(*column("regoin"), models).error();
  CHECK(error.kind == ErrorKind::usage);
  CHECK(error.hint.find("'region'?") != std::string::npos);
  CHECK(check_member(*column("vendor.x"), models).error().hint.ends_with(": limits region"));
  CHECK(check_member(*column("limits.reqests"), models));
  CHECK(missing_member_note(*column("limits.reqests"), models).find("'limits.requests'?") !=
        std::string::npos);
  const std::vector empty{read_model_text(R"({"endpoints":[]})")};
  CHECK(check_member(*column("region"), empty));
  CHECK(missing_member_note(*column("region"), empty).empty());
}

TEST_CASE("a member is compared as what its value is in each endpoint") {
  const std::vector models{read_model_text(
      R"({"endpoints":[{"tag":"a","x":{"n":9,"b":true,"t":"10"},"pricing":{"audio":"0.000002"}},)"
      R"({"tag":"b","x":{"n":100,"b":false,"t":["u","v"]}},)"
      R"({"tag":"c","x":{"n":"many","t":5},"pricing":{"audio":"0.000003"}},{"tag":"d"}]})")};
  const auto tags_of_rows = [](const EndpointRows& rows) {
    std::string tags;
    for (const auto& row : rows)
      tags += *row.endpoint->tag;
    return tags;
  };
  const auto those = [&](std::string_view condition) {
    return tags_of_rows(matching(list_rows(models), {parse_condition(condition).value()}));
  };
  CHECK(those("x.n>9") == "b");
  CHECK(those("x.n<=0.1k") == "ab");
  CHECK(those("x.n=9.0") == "a");
  CHECK(those("x.n=many") == "c");
  CHECK(those("x.n!=9") == "bc");
  CHECK(those("x.b=yes") == "a");
  CHECK(those("x.b=false") == "b");
  CHECK(those("x.b=null") == "cd");
  CHECK(those("x.t=v") == "b");
  CHECK(those("x.t~1") == "a");
  CHECK(those("pricing.audio>2.5") == "c");
  CHECK_FALSE(parse_condition("x.n<many"));
  CHECK_FALSE(parse_condition("pricing.audio<0.0000025"));
  const auto in_order = [&](std::string_view sorting) {
    return tags_of_rows(sorted(list_rows(models), parse_sorting(sorting).value()));
  };
  CHECK(in_order("x.n") == "abcd");
  CHECK(in_order("-x.n") == "cbad");
  CHECK(in_order("-pricing.audio") == "cabd");
}

TEST_CASE("columns are selected by name, in the order given") {
  CHECK(names_of(select_columns("uptime_1d,tag, prompt").value()) == "uptime_1d tag prompt");
}

TEST_CASE("a word that is no column is answered with the one that is meant, or with the list") {
  const std::pair<const char*, const char*> table[]{
      {"tag,promt", "'prompt'?"},
      {"pricng.audio", "'pricing.audio'?"},
      {"zzz zzz", "model tag provider"},
      {"Lat P50", "'latency_p50'?"},
      {"tag context", "tag,context"},
      {"compl/m", "'completion/M'?"},
      {"TAG", "'tag'?"},
      {"", "model tag provider"},
  };
  for (const auto& row : table) {
    CAPTURE(row.first);
    const auto columns = select_columns(row.first);
    REQUIRE_FALSE(columns);
    CHECK(columns.error().kind == ErrorKind::usage);
    CHECK(columns.error().hint.find(row.second) != std::string::npos);
  }
  CHECK(select_columns("tag,,prompt,"));
  CHECK(select_columns("pricing.audo,limits.requests,region"));
}

TEST_CASE("a plain word sorts by its first column") {
  const std::pair<const char*, const char*> table[]{{"price", "prompt"},
                                                    {"-latency", "latency_p50"},
                                                    {"throughput", "throughput_p50"},
                                                    {"uptime", "uptime_1d"}};
  for (const auto& row : table)
    CHECK(parse_sorting(row.first)->column->name == row.second);
  CHECK(parse_sorting("latncy").error().hint.find("'latency'?") != std::string::npos);
  CHECK(parse_sorting("pirce").error().hint.find("'price'?") != std::string::npos);
  CHECK(names_of(select_columns("tag,price").value()) == "tag price");
  CHECK(parse_condition("price<=2")->column->name == "prompt");
  CHECK(parse_sorting("zzz zzz").error().hint.ends_with("such as pricing.audio"));
}

TEST_CASE("a minus sorts downwards") {
  CHECK(parse_sorting("prompt")->direction == Direction::ascending);
  CHECK(parse_sorting("-prompt")->direction == Direction::descending);
  CHECK(parse_sorting("-prompt")->column->name == "prompt");
  CHECK(parse_sorting("-promt").error().hint == "did you mean 'prompt'?");
}

TEST_CASE("people see statistics rounded, programs as they are given") {
  const auto model = read_model_text(R"({"endpoints":[{
      "uptime_last_1d":99.67730332459791,"uptime_last_30m":99.995,"uptime_last_5m":"n/a",
      "latency_last_30m":{"p50":0.58449,"p99":30351.360000000015},
      "throughput_last_30m":{"p50":120}}]})");
  const auto cell_of = [&](std::string_view id) {
    return column_of(id).cell(model, model.endpoints.front()).value();
  };
  CHECK(cell_of("uptime_1d").rounded() == "99.68");
  CHECK(cell_of("uptime_1d").exact == "99.67730332459791");
  CHECK(cell_of("uptime_1d").number() == Decimal::parse("99.67730332459791"));
  CHECK(cell_of("uptime_30m").rounded() == "100.00");
  CHECK(cell_of("uptime_5m").rounded() == "n/a");
  CHECK(cell_of("latency_p50").rounded() == "0.5845");
  CHECK(cell_of("latency_p99").rounded() == "30350");
  CHECK(cell_of("throughput_p50").rounded() == "120");
}
