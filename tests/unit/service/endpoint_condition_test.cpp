#include "mrctl/service/endpoint_filter.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::service;

namespace {

Error error_of(std::string_view text) {
  auto condition = parse_condition(text);
  REQUIRE_FALSE(condition);
  CHECK(condition.error().kind == ErrorKind::usage);
  return condition.error();
}

} // namespace

TEST_CASE("a condition is a column, an operator and a value, with spaces or without") {
  for (const auto* text : {"prompt<=0.5", "prompt <= 0.5", "  prompt<=  0.5 ", "prompt<='0.5'"}) {
    CAPTURE(text);
    const auto condition = parse_condition(text);
    REQUIRE(condition);
    CHECK(condition->column->name == "prompt");
    CHECK(condition->comparison == ComparisonOperator::at_most);
    CHECK(std::get<Decimal>(condition->operand) == Decimal::parse("0.5"));
  }
}

TEST_CASE("every operator is read as a whole") {
  const std::pair<const char*, ComparisonOperator> table[]{
      {"context=1", ComparisonOperator::equal},   {"context!=1", ComparisonOperator::not_equal},
      {"context<1", ComparisonOperator::less},    {"context<=1", ComparisonOperator::at_most},
      {"context>1", ComparisonOperator::greater}, {"context>=1", ComparisonOperator::at_least},
      {"tag~1", ComparisonOperator::contains},
  };
  for (const auto& row : table) {
    CAPTURE(row.first);
    CHECK(parse_condition(row.first)->comparison == row.second);
  }
}

TEST_CASE("a value reaches to the end, and quotes keep spaces and null") {
  const auto text = [](std::string_view condition) {
    return std::get<std::string>(parse_condition(condition)->operand);
  };
  CHECK(text("provider=Sunspire AI") == "Sunspire AI");
  CHECK(text("provider=\" a \"") == " a ");
  CHECK(text("tag=a=b<c") == "a=b<c");
  CHECK(text("tag=''").empty());
  CHECK(text("tag='") == "'");
  CHECK(text("tag='a\"") == "'a\"");
  CHECK(text("quantization='null'") == "null");
  CHECK(text("tag~null") == "null");
  CHECK(std::holds_alternative<Null>(parse_condition("quantization=null")->operand));
}

TEST_CASE("k is a thousand and M a million, in any case") {
  const std::pair<const char*, const char*> table[]{
      {"context>=128k", "128000"}, {"context=1M", "1000000"},   {"context<8K", "8000"},
      {"context!=2m", "2000000"},  {"prompt<=0.5k", "500"},     {"prompt>1.5M", "1500000"},
      {"context>-1k", "-1000"},    {"context>='32k'", "32000"},
  };
  for (const auto& row : table) {
    CAPTURE(row.first);
    CHECK(std::get<Decimal>(parse_condition(row.first)->operand) == Decimal::parse(row.second));
  }
}

TEST_CASE("a status of zero is ok, and any other number is degraded") {
  const std::pair<const char*, ComparisonOperator> table[]{
      {"status=ok", ComparisonOperator::equal},
      {"status!=OK", ComparisonOperator::not_equal},
      {"status=degraded", ComparisonOperator::not_equal},
      {"status!=degraded", ComparisonOperator::equal},
  };
  for (const auto& row : table) {
    CAPTURE(row.first);
    const auto condition = parse_condition(row.first);
    REQUIRE(condition);
    CHECK(condition->comparison == row.second);
    CHECK(std::get<Decimal>(condition->operand).is_zero());
  }
}

TEST_CASE("a condition that does not read is a usage error that names what was meant") {
  const std::pair<const char*, const char*> table[]{
      {"context>8k and status=ok", "'and'"},
      {"tag=a AND tag=b", "--where 'tag=a' --where 'tag=b'"},
      {"tag=a && tag=b", "--where 'tag=a' --where 'tag=b'"},
      {"provider=Acme or tag=b", "'or'"},
      {"tag=a||tag=b", "'||'"},
      {"context>8k,status=ok", "--where 'context>8k' --where 'status=ok'"},
      {"supports=tools,seed", "--where 'supports=tools' --where 'supports=seed'"},
      {"quantization!=fp4|fp8", "--where 'quantization!=fp4' --where 'quantization!=fp8'"},
      {"tag=a,b", "'tag=a', 'tag=b'"},
      {"tag in (a,b)", "one value"},
      {"uptime_1d>=0.99", "mean 99?"},
      {"uptime=1", "mean 100?"},
      {"price<=0.0000025", "mean 2.5?"},
      {"cache_read<9e-7", "mean 0.9?"},
      {"context>=64,000", "mean 64000?"},
      {"latency<1.5s", "mean 1500?"},
      {"prompt<$3/M", "mean 3?"},
      {"1<price<3", "--where 'prompt>=1' --where 'prompt<=3'"},
      {".completion<2", "dot: completion"},
      {".pricing.prompt<=1", "dot: pricing.prompt"},
      {"", "empty"},
      {"prompt", "after 'prompt'"},
      {"<=0.5", "before '<='"},
      {"prompt <= ", "after 'prompt<='"},
      {"promt<=1", "'prompt'?"},
      {"PROMPT/M<=1", "'prompt/M'?"},
      {"lat p50<=1", "'latency_p50'?"},
      {"prompt==1", "'='?"},
      {"prompt=<1", "'<='?"},
      {"tag=~1", "'~'?"},
      {"tag!~1", "'!~'"},
      {"prompt~5", "= != < <= > >="},
      {"tag<b", "= != ~"},
      {"supports>=tools", "= != ~"},
      {"caching~y", "= !="},
      {"prompt<=cheap", "128k"},
      {"context>=128g", "'128g'"},
      {"context>=k", "'k'"},
      {"context<null", "'null'"},
      {"context=varies", "'varies'"},
      {"status=fine", "ok or degraded"},
      {"status>ok", "'ok'"},
      {"caching=maybe", "'maybe'"},
  };
  for (const auto& row : table) {
    CAPTURE(row.first);
    const auto error = error_of(row.first);
    const auto said = error.message + "; " + error.hint;
    CHECK_MESSAGE(said.find(row.second) != std::string::npos, said);
  }
}

TEST_CASE("what only resembles a mistake is a condition") {
  for (const auto* text :
       {"provider='Smith and Sons'", "provider=Brandor", "provider=Acme, Inc.", "tag='north,south'",
        "uptime_1d>1.5", "uptime_5m=0", "prompt>=0.001", "image<0.0001"})
    CHECK_MESSAGE(parse_condition(text), text);
}
