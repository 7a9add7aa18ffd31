#include "mrctl/json/value.hpp"
#include "mrctl/routing/listing_comparison.hpp"
#include "mrctl/service/endpoint_columns.hpp"

#include "listed.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

using namespace mrctl;
using namespace mrctl::routing;
using service::ValueSource;

namespace {

std::string listing_changes(const std::string& before, const std::string& after,
                            ValueSource deepest = ValueSource::listing) {
  const auto old = listed(before);
  const auto now = listed(after);
  return lines_of(compare_listings(old, now, deepest));
}

// An endpoint whose one member is this.
std::string change_of(const std::string& member, const std::string& from, const std::string& to,
                      ValueSource deepest = ValueSource::listing) {
  return listing_changes(R"([{"tag":"t",")" + member + "\":" + from + "}]",
                         R"([{"tag":"t",")" + member + "\":" + to + "}]", deepest);
}

std::string price_change(const std::string& from, const std::string& to) {
  return change_of("pricing", R"({"prompt":)" + from + "}", R"({"prompt":)" + to + "}");
}

} // namespace

TEST_CASE("a price goes up or down by a percentage, however it is spelled") {
  CHECK(price_change("\"0.0000025\"", "\"0.000003\"") ==
        "price-up t /pricing/prompt \"0.0000025\" \"0.000003\" 20\n");
  CHECK(price_change("3e-6", "\"2e-6\"") == "price-down t /pricing/prompt 3e-6 \"2e-6\" -33.33\n");
  CHECK(price_change("0.000001", "\"1e-6\"").empty());
  CHECK(price_change("\"0\"", "\"1\"") == "price-up t /pricing/prompt \"0\" \"1\"\n");
}

TEST_CASE("a price that is missing, varies or is no number is not known") {
  CHECK(price_change("\"1\"", "null") == "price-unknown t /pricing/prompt \"1\" null\n");
  CHECK(price_change("\"1\"", "\"-1\"") == "price-unknown t /pricing/prompt \"1\" \"-1\"\n");
  CHECK(price_change("\"n/a\"", "\"1\"") == "price-known t /pricing/prompt \"n/a\" \"1\"\n");
  CHECK(price_change("null", "\"-1\"").empty());
  CHECK(change_of("pricing", "{}", R"({"image":"0"})") ==
        "price-known t /pricing/image null \"0\"\n");
}

TEST_CASE("a limit that becomes unknown is less") {
  CHECK(change_of("context_length", "8", "9") == "context-up t /context_length 8 9\n");
  CHECK(change_of("context_length", "9", "\"8\"") == "context-down t /context_length 9 \"8\"\n");
  CHECK(change_of("context_length", "9", "null") == "context-down t /context_length 9 null\n");
  CHECK(change_of("max_completion_tokens", "null", "9") ==
        "max-output-up t /max_completion_tokens null 9\n");
  CHECK(change_of("max_completion_tokens", "9", "9.0").empty());
}

TEST_CASE("other values differ or do not") {
  CHECK(change_of("quantization", "\"fp8\"", "null") ==
        "quantization t /quantization \"fp8\" null\n");
  CHECK(change_of("quantization", "null", "\"fp8\"") ==
        "quantization t /quantization null \"fp8\"\n");
  CHECK(change_of("quantization", "\"fp8\"", "\"brand-new\"") ==
        "quantization t /quantization \"fp8\" \"brand-new\"\n");
  CHECK(change_of("provider_name", "\"A\"", "\"B\"") ==
        "provider-name t /provider_name \"A\" \"B\"\n");
  CHECK(change_of("supports_implicit_caching", "true", "false") ==
        "caching t /supports_implicit_caching true false\n");
  CHECK(change_of("name", "\"A\"", "\"B\"").empty());
}

TEST_CASE("a quantization is judged by its bits, without regard to case") {
  CHECK(change_of("quantization", "\"bf16\"", "\"fp8\"") ==
        "quantization-down t /quantization \"bf16\" \"fp8\"\n");
  CHECK(change_of("quantization", "\"NVFP4\"", "\"fp6\"") ==
        "quantization-up t /quantization \"NVFP4\" \"fp6\"\n");
  CHECK(change_of("quantization", "\"int8\"", "\"mxfp8\"") ==
        "quantization t /quantization \"int8\" \"mxfp8\"\n");
  CHECK(change_of("quantization", "\"fp8\"", "\"FP8\"").empty());
}

TEST_CASE("a status is better nearer to 0, and worse farther or unknown") {
  CHECK(change_of("status", "0", "-2") == "status-worse t /status 0 -2\n");
  CHECK(change_of("status", "-3", "1") == "status-better t /status -3 1\n");
  CHECK(change_of("status", "-2", "2").empty());
  CHECK(change_of("status", "-2", "null") == "status-worse t /status -2 null\n");
  CHECK(change_of("status", "null", "0") == "status-worse t /status null 0\n");
}

TEST_CASE("each parameter is a change, and those that are not known are none") {
  CHECK(change_of("supported_parameters", R"(["seed","tools"])", R"(["top_p","tools","stop"])") ==
        "parameter-added t /supported_parameters null \"top_p\"\n"
        "parameter-added t /supported_parameters null \"stop\"\n"
        "parameter-removed t /supported_parameters \"seed\" null\n");
  CHECK(change_of("supported_parameters", R"(["a","b"])", R"(["b","a","a"])").empty());
  CHECK(change_of("supported_parameters", "null", R"(["a"])").empty());
  CHECK(change_of("supported_parameters", R"(["a"])", "null").empty());
}

TEST_CASE("statistics are compared when asked for") {
  const auto* before = R"({"p50":1,"p99":2})";
  const auto* after = R"({"p50":1.0,"p99":3})";
  CHECK(change_of("latency_last_30m", before, after).empty());
  CHECK(change_of("latency_last_30m", before, after, ValueSource::statistics) ==
        "latency t /latency_last_30m/p99 2 3\n");
  CHECK(change_of("uptime_last_1d", "100", "null", ValueSource::statistics) ==
        "uptime t /uptime_last_1d 100 null\n");
}

TEST_CASE("an endpoint is known by its tag, several of one tag by their order") {
  CHECK(listing_changes(R"([{"tag":"a"},{"tag":"b"}])", R"([{"tag":"b"},{"tag":"a"}])").empty());
  CHECK(listing_changes(R"([{"tag":"a","status":1},{"tag":"a","status":2}])",
                        R"([{"tag":"a","status":1},{"tag":"a","status":3},{"tag":"a"}])") ==
        "status-worse a /status 2 3\nadded a  null null\n");
  CHECK(listing_changes(R"([{"status":1},{"tag":"x"}])", R"([{"tag":"","status":2}])") ==
        "status-worse  /status 1 2\nremoved x  null null\n");
}

TEST_CASE("changes follow the order before, then what was added, then the kinds") {
  CHECK(listing_changes(
            R"([{"tag":"b","status":0,"context_length":1},{"tag":"a","status":0},{"tag":"c"}])",
            R"([{"tag":"n"},{"tag":"a","status":1},{"tag":"b","status":1,"context_length":2}])") ==
        "context-up b /context_length 1 2\nstatus-worse b /status 0 1\nstatus-worse a /status 0 1\n"
        "removed c  null null\nadded n  null null\n");
}

TEST_CASE("a model that one side does not have has no endpoints there") {
  auto before = listed(R"([{"tag":"a"},{"tag":"b"}])");
  auto after = listed(R"([{"tag":"c"}])", "x/y");
  const auto comparison = compare_listings(before, after, ValueSource::listing);
  CHECK(lines_of(comparison) == "removed a  null null\nremoved b  null null\nadded c  null null\n");
  CHECK(comparison.models == 2);
  CHECK(comparison.endpoints_before == 2);
  CHECK(comparison.endpoints_after == 1);
  CHECK(compare_listings({}, {}, ValueSource::listing).models == 0);
}

TEST_CASE("changes are grouped by model") {
  auto before = listed(R"([{"tag":"a"}])");
  auto after = listed(R"([{"tag":"c"}])");
  for (auto* side : {&before, &after})
    side->push_back(
        listed(R"([{"tag":"x","status":)" + std::to_string(side == &after) + "}]", "x/y").front());
  const auto comparison = compare_listings(before, after, ValueSource::listing);
  CHECK(lines_of(comparison) ==
        "removed a  null null\nadded c  null null\nstatus-worse x /status 0 1\n");
}

TEST_CASE("every column that has kinds takes part") {
  for (const auto& column : service::all_columns()) {
    CAPTURE(column.name);
    const auto path = std::string(column.path);
    if (!column.changes.is_compared()) continue;
    const auto dot = path.find('.');
    const auto nested = [&](const std::string& value) {
      return dot == std::string::npos ? value : "{\"" + path.substr(dot + 1) + "\":" + value + "}";
    };
    const bool is_list = column.kind == output::CellKind::list;
    const auto text = change_of(path.substr(0, dot), nested(is_list ? "[]" : "\"1\""),
                                nested(is_list ? "[\"1\"]" : "\"2\""), ValueSource::statistics);
    const bool is_boolean = column.kind == output::CellKind::boolean; // a text is none
    const bool has_bits = column.changes.scale == service::Scale::bits;
    CHECK(text.starts_with(has_bits ? column.changes.other : column.changes.more) == !is_boolean);
  }
}

namespace {

Json random_endpoint(std::mt19937& random, int count_of_tags) {
  const auto pick = [&](std::initializer_list<Json> values) {
    return *(values.begin() + static_cast<std::ptrdiff_t>(random() % values.size()));
  };
  return {
      {"tag", "t" + std::to_string(random() % static_cast<unsigned>(count_of_tags))},
      {"provider_name", pick({"A", "B"})},
      {"context_length", pick({8, 16, nullptr})},
      {"max_completion_tokens", pick({1, 2, nullptr})},
      {"quantization", pick({"fp8", "bf16", nullptr})},
      {"status", pick({0, -2, nullptr})},
      {"supports_implicit_caching", pick({true, false, nullptr})},
      {"supported_parameters", pick({Json::array(), {"a"}, {"a", "b"}, {"b", "c"}})},
      {"pricing", {{"prompt", pick({"1", "2", "-1", nullptr})}, {"request", pick({"0", "0.5"})}}}};
}

Json random_listing(std::mt19937& random) {
  auto list = Json::array();
  for (auto left = random() % 6; left > 0; --left)
    list.push_back(random_endpoint(random, 4));
  return list;
}

// The place of the nth endpoint of a tag.
std::size_t place_of(const Json& list, std::string_view tag, std::size_t nth) {
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i]["tag"] == tag && nth-- == 0) return i;
  return list.size();
}

void apply(Json& endpoint, const RecordChange& change) {
  auto& value = endpoint[Json::json_pointer(change.path)];
  if (!change.is_item) {
    value = Json::parse(change.to);
    return;
  }
  auto items = Json::array();
  for (const auto& item : value)
    if (item != Json::parse(change.from)) items.push_back(item);
  if (change.to != "null") items.push_back(Json::parse(change.to));
  value = items;
}

// Makes the changes in the listing before: what comes out must be the same as the one
// after.
Json applied(const Json& before, const EndpointComparison& comparison,
             const std::vector<service::Model>& old, const Json& after) {
  Json out = Json::array();
  std::size_t i = 0;
  for (const auto& endpoint : comparison.endpoints) {
    if (endpoint.before == nullptr) {
      std::size_t nth = 0;
      for (const auto& each : out)
        if (each["tag"] == endpoint.tag()) ++nth;
      out.push_back(after[place_of(after, endpoint.tag(), nth)]);
      continue;
    }
    auto changed = before[i++];
    if (endpoint.after == nullptr) continue;
    for (const auto& change : endpoint.changes)
      apply(changed, change);
    out.push_back(changed);
  }
  CHECK(i == old.front().endpoints.size());
  return out;
}

} // namespace

TEST_CASE("changes made in the listing before give the one after") {
  std::mt19937 random(11); // NOLINT(cert-msc51-cpp): the same listings in every run
  for (int round = 0; round < 500; ++round) {
    const auto before = random_listing(random);
    const auto after = random_listing(random);
    const auto old = listed(dump_json(before));
    const auto now = listed(dump_json(after));
    const auto comparison = compare_listings(old, now, ValueSource::statistics);
    const auto made = listed(dump_json(applied(before, comparison, old, after)));
    CAPTURE(before.dump());
    CAPTURE(after.dump());
    CHECK(lines_of(compare_listings(made, now, ValueSource::statistics)).empty());
    CHECK(made.front().endpoints.size() == now.front().endpoints.size());
  }
}

TEST_CASE("a listing in another order and format is the same") {
  std::mt19937 random(12); // NOLINT(cert-msc51-cpp): the same listings in every run
  for (int round = 0; round < 200; ++round) {
    auto before = random_listing(random);
    for (std::size_t i = 0; i < before.size(); ++i)
      before[i]["tag"] = "t" + std::to_string(i); // several of one tag have an order
    auto after = before;
    std::shuffle(after.begin(), after.end(), random);
    const auto old = listed(dump_json(before));
    const auto now = listed(after.dump(3));
    CHECK(lines_of(compare_listings(old, now, ValueSource::statistics)).empty());
  }
}

TEST_CASE("an override is compared with what holds without it, and known by its conditions") {
  const auto changes = [](std::string_view before, std::string_view after) {
    const auto pricing = [](std::string_view overrides) {
      return R"({"prompt":"2","overrides":)" + std::string(overrides) + "}";
    };
    return change_of("pricing", pricing(before), pricing(after));
  };
  const auto above = R"([{"min_prompt_tokens":9,"prompt":"4"}])";
  CHECK(changes("null", above) == "price-up t /pricing/overrides/0/prompt \"2\" \"4\" 100\n");
  CHECK(changes(above, "[]") == "price-down t /pricing/overrides/0/prompt \"4\" \"2\" -50\n");
  CHECK(changes(R"([{"min_prompt_tokens":9,"prompt":"1"}])", "null") ==
        "price-up t /pricing/overrides/0/prompt \"1\" \"2\" 100\n");
  CHECK(changes(above, R"([{"utc_days":[6],"prompt":"1"},
                           {"condition":{"min_prompt_tokens":9},"prompt":"5.0","x":null}])") ==
        "price-up t /pricing/overrides/1/prompt \"4\" \"5.0\" 25\n"
        "price-down t /pricing/overrides/0/prompt \"2\" \"1\" -50\n");
  CHECK(changes(above, R"([{"min_prompt_tokens":8,"prompt":"4"}])") ==
        "price-up t /pricing/overrides/0/prompt \"2\" \"4\" 100\n"
        "price-down t /pricing/overrides/0/prompt \"4\" \"2\" -50\n");
  CHECK(changes(above, R"([{"prompt":"4.0","min_prompt_tokens":9}])").empty());
  CHECK(changes(above, "7") == "price-other t /pricing/overrides "
                               "[{\"min_prompt_tokens\":9,\"prompt\":\"4\"}] 7\n");
}

TEST_CASE("one price of an override that moved is one change") {
  const auto pricing = [](std::string_view written, std::string_view fee) {
    return R"({"prompt":"2","relay_fee":"1","overrides":[{"min_prompt_tokens":9,"prompt":"4",
               "input_cache_write_1h":")" +
           std::string(written) + R"(","relay_fee":")" + std::string(fee) + R"(","discount":0}]})";
  };
  CHECK(change_of("pricing", pricing("12", "3"), pricing("6", "3")) ==
        "price-down t /pricing/overrides/0/input_cache_write_1h \"12\" \"6\" -50\n");
  CHECK(change_of("pricing", pricing("12", "3"), pricing("12", "6")) ==
        "price-up t /pricing/overrides/0/relay_fee \"3\" \"6\" 100\n");
}

TEST_CASE("endpoints without a tag are known by their provider, and several of one by position") {
  const auto before = listed(R"([{"provider_name":"heron","status":0},{"provider_name":"plover"},
                                 {"provider_name":"plover","status":0},{"tag":"plover"}])");
  const auto after = listed(R"([{"tag":"plover"},{"provider_name":"plover"},
                                {"provider_name":"plover","status":1}])");
  const auto comparison = compare_listings(before, after, ValueSource::listing);
  CHECK(lines_of(comparison) == "removed   null null\nstatus-worse  /status 0 1\n");
  CHECK(comparison.endpoints.front().provider() == "heron");
}

TEST_CASE("any other member of the pricing has a kind of its own") {
  CHECK(change_of("pricing", R"({"web_search":"0.01","prompt":"1"})",
                  R"({"web_search":"0.02","prompt":"1","discount":0.5})") ==
        "price-up t /pricing/web_search \"0.01\" \"0.02\" 100\n"
        "price-other t /pricing/discount null 0.5\n");
  CHECK(change_of("pricing", R"({"web_search":"0.01","discount":0})",
                  R"({"discount":0.0,"web_search":"1e-2"})")
            .empty());
  CHECK(change_of("pricing", R"({"overrides":[{"prompt":"1"}]})", "null") ==
        "price-unknown t /pricing/overrides/0/prompt \"1\" null\n");
}
