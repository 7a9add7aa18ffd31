#include "mrctl/routing/explanation_report.hpp"

#include "unit/output/drawn.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using namespace mrctl;
using namespace mrctl::routing;

namespace {

enum class Form { rows, sentences, all_checks };

std::string drawn_as(const ExplainedPresets& report, Form form, int width) {
  const auto checks = form == Form::all_checks ? ShownChecks::all : ShownChecks::deciding;
  const auto format = form == Form::rows ? output::Format::table : output::Format::text;
  return written(present_explanation(report, checks),
                 {.format = format, .terminal = terminal_of(width)});
}

// What is told of one body and one model, drawn without what the whole rests on.
struct Drawn {
  std::string endpoints; // of the listing, as JSON
  std::string place{};   // of every member that asks
  routing::Assumptions assumptions{};
  Form form = Form::sentences;
  std::string tag{}; // the only one shown
  int width = 80;

  [[nodiscard]] std::string of(const std::string& body) const;
};

std::string Drawn::of(const std::string& body) const {
  const auto text = R"({"endpoints":[)" + endpoints + "]}";
  const auto model = service::read_model_text(text);
  const std::vector listings{routing::Listing{"acme/large", model.endpoints}};
  const auto value = parsed(body);
  ExplainedBody explained;
  explained.explanation = routing::explain(value, listings, assumptions);
  explained.places.assign(explained.explanation.requirements.size(), place);
  explained.dead_places.assign(explained.explanation.dead.size(), place);
  explained.gains = routing::gains(value, listings, assumptions, explained.explanation, 3);
  if (!tag.empty()) explained.shown_tag = tag;
  const auto drawn = drawn_as({.bodies = {explained}}, form, width);
  return drawn.substr(0, drawn.rfind("\n\n") + 1);
}

std::string priced(std::string_view tag, std::string_view price) {
  return R"({"tag":")" + std::string(tag) + R"(","context_length":9,"pricing":{"prompt":)" +
         std::string(price) + R"(,"completion":"0"}})";
}

routing::Assumptions one_token() {
  return {*Decimal::parse("1"), *Decimal::parse("1"), {}};
}

} // namespace

TEST_CASE("the sums come first, then every endpoint with every reason and its place") {
  const Drawn drawn{.endpoints = R"({"tag":"quarry/fp8","quantization":"fp8"},
                                    {"tag":"tern","quantization":null},
                                    {"tag":"lattice","quantization":"bf16"})",
                    .place = "support.yaml:4:3"};
  CHECK(drawn.of(R"({"provider":{"quantizations":["fp8"],"ignore":["lattice"]}})") == drawing(R"(
acme/large: 3 endpoints: 1 eligible, 1 excluded, 1 unknown

acme/large, in no fixed order: the service balances the load
     eligible  quarry/fp8
     unknown   tern
       provider.quantizations (support.yaml:4:3): allows fp8; the listing does
         not give this endpoint's quantization
     excluded  lattice
       provider.ignore (support.yaml:4:3): skips lattice; an entry matches this
         endpoint
       provider.quantizations (support.yaml:4:3): allows fp8; this one is bf16
)"));
}

TEST_CASE("where no endpoint is eligible the edits come first, the most gained first") {
  const Drawn drawn{.endpoints = priced("a", R"("2")") + "," + priced("b", R"("3")")};
  CHECK(drawn.of(R"({"provider":{"max_price":{"prompt":"1"}}})") == drawing(R"(
acme/large: 2 endpoints: 0 eligible, 2 excluded, 0 unknown

Single edits that help most
  raise provider.max_price.prompt from 1 to 3000000: 2 of 2 endpoints eligible,
    adds a, b
  raise provider.max_price.prompt from 1 to 2000000: 1 of 2 endpoints eligible,
    adds a

acme/large, in no fixed order: the service balances the load
     excluded  a
       provider.max_price.prompt: at most 1 USD per million prompt tokens; this
         one costs 2000000
     excluded  b
       provider.max_price.prompt: at most 1 USD per million prompt tokens; this
         one costs 3000000
)"));
}

TEST_CASE("an edit says which endpoints it makes eligible, and which only unknown") {
  const Drawn drawn{.endpoints = R"({"tag":"a","quantization":"fp8"},{"tag":"b"},
                                    {"tag":"c","quantization":"fp8"})"};
  const auto text = drawn.of(R"({"provider":{"quantizations":["fp8"],"ignore":["a","b"]}})");
  CHECK(text.find("  remove a from provider.ignore: 2 of 3 endpoints eligible, adds a\n"
                  "  remove b from provider.ignore: 1 of 3 endpoints eligible, unknown instead of\n"
                  "    excluded: b\n") != std::string::npos);
}

TEST_CASE("ranks stand right-aligned, and reasons stay indented below names") {
  std::string endpoints = priced("first", R"("0")");
  for (int i = 0; i < 9; ++i)
    endpoints += "," + priced("tag-" + std::to_string(i), R"("1")");
  const Drawn drawn{.endpoints = endpoints};
  const auto text = drawn.of(R"({"provider":{"sort":"price","ignore":["a"]},"seed":1})");
  CHECK(text.find("acme/large, sorted by prompt price, then completion price\n"
                  "   1  eligible  first\n") != std::string::npos);
  CHECK(text.find("\n  10  eligible  tag-8\n") != std::string::npos);
}

TEST_CASE("costs are exact, and endpoints whose cost is not known are named") {
  const Drawn drawn{.endpoints = priced("cheap", R"("0.00000015")") + "," +
                                 priced("dear", R"("0.000002")") + "," + priced("odd", R"("-1")"),
                    .assumptions = one_token()};
  CHECK(drawn.of("{}") == drawing(R"(
acme/large: 3 endpoints: 3 eligible, 0 excluded, 0 unknown

acme/large, in no fixed order: the service balances the load
     eligible  cheap  0.00000015 USD
     eligible  dear   0.000002 USD
     eligible  odd
  a request costs 0.00000015 to 0.000002 USD on eligible endpoints; not known
    for odd
)"));
}

TEST_CASE("costs of unknown endpoints stand apart from those of eligible ones") {
  const Drawn drawn{.endpoints = priced("known", R"("1")") +
                                 R"(,{"tag":"open","pricing":{"prompt":"2","completion":"0"}})",
                    .assumptions = one_token()};
  CHECK(drawn.of("{}").find("  a request costs 1 USD on eligible endpoints; 1 to 2 if unknown ones "
                            "count\n") != std::string::npos);
}

TEST_CASE("--why shows passed checks too, of one endpoint, and the edit that includes it") {
  Drawn drawn{.endpoints = R"({"tag":"a/flex","quantization":"fp8"},{"tag":"b"})"};
  drawn.form = Form::all_checks;
  drawn.tag = "A/FLEX";
  CHECK(drawn.of(R"({"provider":{"quantizations":["fp8"]}})") == drawing(R"(
acme/large: 2 endpoints: 0 eligible, 1 excluded, 1 unknown

acme/large, in no fixed order: the service balances the load
     excluded  a/flex
       fail: service_tier: a flex endpoint needs service_tier flex, or its full
         tag in provider.order or provider.only; service_tier is not set
       pass: provider.quantizations: allows fp8; this one is fp8
       to include it: set service_tier to flex
)"));
}

TEST_CASE("dead entries stand at their places, each with the nearest word") {
  const Drawn drawn{.endpoints = R"({"tag":"northlake"})", .place = "support.yaml:5:9"};
  const auto text = drawn.of(R"({"provider":{"order":["northlak","zzz"]}})");
  CHECK(
      text.find("Entries that match no endpoint\n"
                "  provider.order[0] (support.yaml:5:9): 'northlak' matches no endpoint; did you\n"
                "    mean 'northlake'?\n"
                "  provider.order[1] (support.yaml:5:9): 'zzz' matches no endpoint\n") !=
      std::string::npos);
}

TEST_CASE("names of sixty characters fit 80 columns, with what follows on the next line") {
  const std::string name(60, 'n');
  const Drawn drawn{.endpoints = priced(name, R"("1")") + "," + priced("short", R"("2")"),
                    .assumptions = one_token()};
  const auto text = drawn.of(R"({"provider":{"sort":"price"}})");
  CHECK(text.find("  1  eligible  " + name + "\n       1 USD\n") != std::string::npos);
  CHECK(text.find("  2  eligible  short\n       2 USD\n") != std::string::npos);
  CHECK(widest_line(text) <= 80);
}

TEST_CASE("no line is wider than the terminal, and text of the service cannot steer it") {
  Drawn drawn{.endpoints = R"({"tag":"a\u001b[31m","quantization":"fp\u202e8"})"};
  drawn.width = 60;
  const auto text = drawn.of(R"({"provider":{"quantizations":["bf16"],"ignore":["a","b","c"]}})");
  CHECK(widest_line(text) <= 60);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find("\u202e") == std::string::npos);
}

TEST_CASE("what is unknown alike for every endpoint is said once, in every form") {
  Drawn drawn{.endpoints = R"({"tag":"a"},{"tag":"b/flex"})", .place = "a.yaml:2:3"};
  const auto body = R"({"provider":{"zdr":true,"data_collection":"deny"}})";
  CHECK(drawn.of(body) == drawing(R"(
acme/large: 2 endpoints: 0 eligible, 1 excluded, 1 unknown

Single edits that help most
  set service_tier to flex: 0 of 2 endpoints eligible, unknown instead of
    excluded: b/flex

acme/large, in no fixed order: the service balances the load
  all 2: provider.data_collection (a.yaml:2:3): only endpoints that do not
    collect data; a listing does not show which do
  all 2: provider.zdr (a.yaml:2:3): only endpoints that retain no data; a
    listing does not show which do
     unknown   a
     excluded  b/flex
       service_tier (a.yaml:2:3): a flex endpoint needs service_tier flex, or
         its full tag in provider.order or provider.only; service_tier is not
         set
)"));
  drawn.form = Form::rows;
  CHECK(drawn.of(body).find(drawing(R"(
  all 2: data_collection ?, zdr ?, a listing does not show them
  TAG     VERDICT   WHY
  a       unknown
  b/flex  excluded  tier flex
)")) != std::string::npos);
}

TEST_CASE("rows have short reasons, which wrap in their own column or stand below") {
  Drawn drawn{.endpoints = priced("acme/long-name-of-a-region", R"("3")") + "," +
                           R"({"tag":"b/flex","quantization":"fp4","status":1})",
              .assumptions = one_token(),
              .form = Form::rows};
  const auto body =
      R"({"seed":1,"provider":{"order":["acme"],"quantizations":["fp8"],"max_price":{"prompt":"2","completion":"1"}}})";
  CHECK(drawn.of(body).find(drawing(R"(
  TAG                         VERDICT   COST  WHY
  acme/long-name-of-a-region  excluded     3  quantizations ?,
                                              max_price.prompt 3000000 > 2
)")) != std::string::npos);
  CHECK(widest_line(drawn.of(body)) <= 80);
  drawn.width = 60;
  CHECK(drawn.of(body).find("  b/flex                      excluded     –\n"
                            "                                degraded") != std::string::npos);
  CHECK(widest_line(drawn.of(body)) <= 60);
}

TEST_CASE("an entry that names only the provider of a tier endpoint says what to write") {
  Drawn drawn{.endpoints = R"({"tag":"acme"},{"tag":"acme/priority"},{"tag":"acme/flex"})"};
  const auto body = R"({"provider":{"only":["Acme"]}})";
  CHECK(drawn.of(body).find("provider.only: allows Acme; no entry matches this endpoint; 'Acme' "
                            "does\n         not match tier endpoints: write acme/flex\n") !=
        std::string::npos);
  drawn.form = Form::rows;
  CHECK(drawn.of(body).find("  'Acme' does not match tier endpoints: write acme/flex or "
                            "acme/priority\n") != std::string::npos);
}

TEST_CASE("edits are counted by model") {
  const auto one = service::read_model_text(R"({"endpoints":[{"tag":"a"},{"tag":"b"}]})");
  const auto other = service::read_model_text(R"({"endpoints":[{"tag":"b"},{"tag":"c"}]})");
  const std::vector listings{routing::Listing{"acme/one", one.endpoints},
                             routing::Listing{"acme/other", other.endpoints}};
  const auto value = parsed(R"({"provider":{"ignore":["b"]}})");
  ExplainedBody body;
  body.explanation = routing::explain(value, listings, {});
  body.places.resize(1);
  body.gains = routing::gains(value, listings, {}, body.explanation, 3);
  const auto drawn = [&](Form form) { return drawn_as({.bodies = {body}}, form, 200); };
  CHECK(drawn(Form::sentences)
            .find("remove b from provider.ignore: acme/one: 2 of 2 endpoints eligible, adds b; "
                  "acme/other: 2 of 2 endpoints eligible, adds b\n") != std::string::npos);
  const auto rows = drawn(Form::rows); // in the group of each model
  const std::string words = "one edit away: b (remove b from provider.ignore)";
  CHECK(rows.find(words) < rows.find("acme/other: "));
  CHECK(rows.rfind(words) > rows.find("acme/other: "));
}
