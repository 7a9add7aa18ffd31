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

TEST_CASE("a value that joins conditions is refused, unless it is in quotes") {
  for (const auto* text : {"context>8k and status=ok", "tag=a AND tag=b", "tag=a&&tag=b",
                           "provider=Acme or tag=b", "tag=a||tag=b"}) {
    CAPTURE(text);
    CHECK(error_of(text).message.starts_with("it joins conditions by '"));
  }
  CHECK(error_of("tag=a && tag=b").hint.starts_with("write two: --where 'tag=a' --where 'tag=b'"));
  CHECK(error_of("context>8k,status=ok").hint.find("--where 'context>8k' --where 'status=ok'") !=
        std::string::npos);
  CHECK(parse_condition("provider='Smith and Sons'"));
  CHECK(parse_condition("provider=Brandor"));
}

TEST_CASE("a condition on a list compares one value, and a name may hold a comma") {
  CHECK(error_of("supports=tools,seed").hint ==
        "write a condition for each: 'supports=tools', 'supports=seed'");
  for (const auto* several : {"quantization!=fp4|fp8", "provider!=Acme,Northlake"})
    CHECK(error_of(several).hint.starts_with("write a condition for each: '"));
  CHECK(error_of("tag=a,b").hint == "run the command once for each: 'tag=a', 'tag=b'");
  CHECK(parse_condition("provider=Acme, Inc."));
  CHECK(parse_condition("tag='north,south'"));
}

TEST_CASE("a number that can only be in another unit is refused, with what was meant") {
  struct Row {
    const char* condition;
    const char* message;
    const char* hint;
  };
  for (const auto& row : {
           Row{"uptime_1d>=0.99", "uptime_1d is in percent, from 0 to 100, got 0.99",
               "did you mean 99?"},
           Row{"uptime=1", "uptime_1d is in percent, from 0 to 100, got 1", "did you mean 100?"},
           Row{"price<=0.0000025", "prompt is in USD per million tokens, got 0.0000025",
               "did you mean 2.5?"},
           Row{"cache_read<9e-7", "cache_read is in USD per million tokens, got 0.0000009",
               "did you mean 0.9?"},
       }) {
    CAPTURE(row.condition);
    const auto error = error_of(row.condition);
    CHECK(error.message == row.message);
    CHECK(error.hint == row.hint);
  }
  for (const auto* text : {"uptime_1d>1.5", "uptime_5m=0", "prompt>=0.001", "image<0.0001"})
    CHECK_MESSAGE(parse_condition(text), text);
}

TEST_CASE("a number in the notation of people is answered with the number") {
  CHECK(error_of("context>=64,000").hint == "did you mean 64000?");
  CHECK(error_of("latency<1.5s").hint == "did you mean 1500?");
  CHECK(error_of("prompt<$3/M").hint == "did you mean 3?");
  CHECK(error_of("prompt<cheap").hint == "write it as 0.5, 2e-6, 128k or 1M");
}

TEST_CASE("a condition that begins with a limit or with a dot gets one that works") {
  CHECK(error_of("1<price<3").hint.find("--where 'prompt>=1' --where 'prompt<=3'") !=
        std::string::npos);
  CHECK(error_of(".completion<2").hint == "leave out the first dot: completion");
}

TEST_CASE("what is missing is said with what stands before it") {
  CHECK(error_of("").message == "it is empty");
  CHECK(error_of("prompt").message == "expected an operator (= != < <= > >= ~) after 'prompt'");
  CHECK(error_of("<=0.5").message == "no column before '<='");
  CHECK(error_of("prompt <= ").message == "no value after 'prompt<='");
  CHECK(error_of("prompt").hint.starts_with("write COLUMN OP VALUE in quotes"));
}

TEST_CASE("a column that is not there is answered with the nearest, by name and by title") {
  CHECK(error_of("promt<=1").message == "unknown column 'promt'");
  CHECK(error_of("promt<=1").hint == "did you mean 'prompt'?");
  CHECK(error_of("PROMPT/M<=1").hint == "did you mean 'prompt/M'?");
  CHECK(error_of(".pricing.prompt<=1").hint == "leave out the first dot: pricing.prompt");
  CHECK(error_of("lat p50<=1").hint == "did you mean 'latency_p50'?");
}

TEST_CASE("an operator of another language is answered with the one meant") {
  CHECK(error_of("prompt==1").message == "unknown operator '=='");
  CHECK(error_of("prompt==1").hint == "did you mean '='?");
  CHECK(error_of("prompt=<1").hint == "did you mean '<='?");
  CHECK(error_of("tag=~1").hint == "did you mean '~'?");
  CHECK(error_of("tag!~1").message == "there is no operator '!~'");
}

TEST_CASE("a condition takes one value of a list, and has an operator") {
  CHECK(error_of("tag in (a,b)").message == "expected an operator (= != < <= > >= ~) after 'tag'");
  CHECK(error_of("tag in (a,b)").hint.starts_with("a condition takes one value"));
  CHECK(error_of(".pricing.prompt<1").hint == "leave out the first dot: pricing.prompt");
}

TEST_CASE("an operator must go with what the column holds") {
  CHECK(error_of("prompt~5").message == "'~' cannot be used with prompt, which contains numbers");
  CHECK(error_of("prompt~5").hint == "the operators for numbers are = != < <= > >=");
  CHECK(error_of("tag<b").message == "'<' cannot be used with tag, which contains text");
  CHECK(error_of("supports>=tools").hint == "the operators for lists are = != ~");
  CHECK(error_of("caching~y").hint == "the operators for yes or no are = !=");
}

TEST_CASE("a value must be one that the column can hold") {
  CHECK(error_of("prompt<=cheap").message ==
        "'cheap' is not a number, but prompt contains numbers");
  CHECK(error_of("context>=128g").hint == "write it as 0.5, 2e-6, 128k or 1M");
  CHECK(error_of("context>=k").message == "'k' is not a number, but context contains numbers");
  CHECK(error_of("status=fine").hint == "write it as 0, ok or degraded");
  CHECK(error_of("status>ok").message == "'ok' is not a number, but status contains numbers");
  CHECK(error_of("context<null").message == "'null' is not a number, but context contains numbers");
  CHECK(error_of("prompt>varies").message ==
        "'varies' is not a number, but prompt contains numbers");
  CHECK(error_of("context=varies").message ==
        "'varies' is not a number, but context contains numbers");
  CHECK(error_of("caching=maybe").message == "caching is yes or no, not 'maybe'");
}
