#include "mrctl/json/value.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/service/endpoint_filter.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::service;

namespace {

std::string names_of(const Columns& columns) {
  std::string out;
  for (const auto* column : columns)
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
    if (column.id == ColumnId::model) continue;
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

TEST_CASE("columns are selected by name, in the order given") {
  CHECK(names_of(select_columns("uptime_1d,tag, prompt").value()) == "uptime_1d tag prompt");
}

TEST_CASE("an unknown column is answered with the nearest one") {
  const auto columns = select_columns("tag,promt");
  REQUIRE_FALSE(columns);
  CHECK(columns.error().kind == ErrorKind::usage);
  CHECK(columns.error().message == "unknown column 'promt'");
  CHECK(columns.error().hint == "did you mean 'prompt'?");
}

TEST_CASE("a word that is near no column is answered with the list") {
  const auto columns = select_columns("zzzzzz");
  REQUIRE_FALSE(columns);
  CHECK(columns.error().hint.starts_with("the columns are model tag provider"));
  CHECK_FALSE(select_columns(""));
  CHECK_FALSE(select_columns("tag,,prompt"));
}

TEST_CASE("the title above a column leads to its name") {
  CHECK(select_columns("Lat P50").error().hint == "did you mean 'latency_p50'?");
  CHECK(select_columns("compl/m").error().hint == "did you mean 'completion'?");
  CHECK(select_columns("TAG").error().hint == "did you mean 'tag'?");
}

TEST_CASE("a plain word sorts by its first column") {
  const std::pair<const char*, ColumnId> table[]{{"price", ColumnId::prompt},
                                                 {"-latency", ColumnId::latency_p50},
                                                 {"throughput", ColumnId::throughput_p50},
                                                 {"uptime", ColumnId::uptime_1d}};
  for (const auto& row : table)
    CHECK(parse_sorting(row.first)->column->id == row.second);
  CHECK(parse_sorting("latncy").error().hint == "did you mean 'latency'?");
  CHECK(parse_sorting("pirce").error().hint == "did you mean 'price'?");
  CHECK(names_of(select_columns("tag,price").value()) == "tag prompt");
  CHECK(parse_condition("price<=2")->column->id == ColumnId::prompt);
  CHECK(parse_sorting("zzzzzz").error().hint.ends_with("per million tokens, prompt/M"));
}

TEST_CASE("a minus sorts downwards") {
  CHECK(parse_sorting("prompt")->direction == Direction::ascending);
  CHECK(parse_sorting("-prompt")->direction == Direction::descending);
  CHECK(parse_sorting("-prompt")->column->id == ColumnId::prompt);
  CHECK(parse_sorting("-promt").error().hint == "did you mean 'prompt'?");
}

TEST_CASE("people see statistics rounded, programs as they are given") {
  const auto model = read_model_text(R"({"endpoints":[{
      "uptime_last_1d":99.67730332459791,"uptime_last_30m":99.995,"uptime_last_5m":"n/a",
      "latency_last_30m":{"p50":0.58449,"p99":30351.360000000015},
      "throughput_last_30m":{"p50":120}}]})");
  const auto cell_of = [&](ColumnId id) {
    return column_of(id).cell(model, model.endpoints.front()).value();
  };
  CHECK(cell_of(ColumnId::uptime_1d).rounded() == "99.68");
  CHECK(cell_of(ColumnId::uptime_1d).exact == "99.67730332459791");
  CHECK(cell_of(ColumnId::uptime_1d).number() == Decimal::parse("99.67730332459791"));
  CHECK(cell_of(ColumnId::uptime_30m).rounded() == "100.00");
  CHECK(cell_of(ColumnId::uptime_5m).rounded() == "n/a");
  CHECK(cell_of(ColumnId::latency_p50).rounded() == "0.5845");
  CHECK(cell_of(ColumnId::latency_p99).rounded() == "30350");
  CHECK(cell_of(ColumnId::throughput_p50).rounded() == "120");
}
