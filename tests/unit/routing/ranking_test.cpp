#include "mrctl/routing/explain.hpp"

#include "explained.hpp"

using namespace mrctl::routing;

namespace {

constexpr std::string_view four = R"([
  {"tag":"d","pricing":{"prompt":"0.4","completion":"1"},"latency_last_30m":{"p50":"10"},"throughput_last_30m":null},
  {"tag":"c","pricing":{"prompt":"0.2","completion":"3"},"latency_last_30m":{"p50":9},"throughput_last_30m":{"p50":5}},
  {"tag":"b","pricing":{"prompt":"0.2","completion":"1"},"latency_last_30m":{"p50":null},"throughput_last_30m":{"p50":50}},
  {"tag":"a","pricing":{"prompt":"0.1"},"latency_last_30m":{"p50":9},"throughput_last_30m":{"p50":6}}])";

std::string order_by(std::string_view provider) {
  return explained(R"({"provider":)" + std::string(provider) + "}", four).order();
}

std::string reason_of(std::string_view provider, std::string_view tag) {
  return explained(R"({"provider":)" + std::string(provider) + "}", four).endpoint(tag).reason;
}

} // namespace

TEST_CASE("without order and sort the service balances by its own measure") {
  const auto seen = explained("{}", four);
  CHECK(seen.order() == "d -, c -, b -, a -");
  CHECK(seen.group().reason == "balanced");
  CHECK(seen.endpoint("a").reason == "balanced");
}

TEST_CASE("a sort ranks strictly, what is not known last, ties in listing order") {
  CHECK(order_by(R"({"sort":"price"})") == "b 1, c 2, d 3, a 4");
  CHECK(order_by(R"({"sort":"latency"})") == "c 1, a 2, d 3, b 4");
  CHECK(order_by(R"({"sort":"throughput"})") == "b 1, a 2, c 3, d 4");
  CHECK(order_by(R"({"sort":{"by":"latency","partition":"model"}})") == "c 1, a 2, d 3, b 4");
  CHECK(reason_of(R"({"sort":"price"})", "a") == "sort: price");
}

TEST_CASE("another sort cannot be decided from a listing, and an object without by is none") {
  CHECK(order_by(R"({"sort":"exacto"})") == "d -, c -, b -, a -");
  CHECK(reason_of(R"({"sort":"exacto"})", "a") == "sort: not decidable from a listing");
  CHECK(reason_of(R"({"sort":{"by":"exacto"}})", "a") == "sort: not decidable from a listing");
  CHECK(reason_of(R"({"sort":{"partition":"none"}})", "a") == "balanced");
  CHECK(reason_of(R"({"sort":{"by":null}})", "a") == "balanced");
}

TEST_CASE("an order ranks by entry, the rest are fallbacks without a rank") {
  CHECK(order_by(R"({"order":["b","d"]})") == "b 1, d 2, c -, a -");
  CHECK(reason_of(R"({"order":["b","d"]})", "d") == "order[1]");
  CHECK(reason_of(R"({"order":["b","d"]})", "a") == "fallback");
  CHECK(explained(R"({"provider":{"order":["b"]}})", four).group().reason == "order");
}

TEST_CASE("a sort ranks the rest behind an order, and those of one entry") {
  CHECK(order_by(R"({"order":["a"],"sort":"price"})") == "a 1, b 2, c 3, d 4");
  CHECK(reason_of(R"({"order":["a"],"sort":"price"})", "b") == "fallback");
  const std::string_view two = R"([{"tag":"x/1","pricing":{"prompt":"2","completion":"2"}},
      {"tag":"x/2","pricing":{"prompt":"1","completion":"1"}}])";
  const auto of = [&](std::string_view body) { return explained(body, two).order(); };
  CHECK(of(R"({"provider":{"order":["x"],"sort":"price"}})") == "x/2 1, x/1 2");
  CHECK(of(R"({"provider":{"order":["x"]}})") == "x/1 1, x/2 2");
  CHECK(of(R"({"provider":{"order":["x"],"sort":"exacto"}})") == "x/1 1, x/2 2");
  CHECK(of(R"({"provider":{"order":["x/2","x"]}})") == "x/2 1, x/1 2");
}

TEST_CASE("a sort that cannot be decided leaves fallbacks without a rank") {
  CHECK(order_by(R"({"order":["a"],"sort":"exacto"})") == "a 1, d -, c -, b -");
}

TEST_CASE("without fallbacks nothing follows the order") {
  CHECK(order_by(R"({"order":["c","a"],"allow_fallbacks":false})") == "c 1, a 2, d -, b -");
  CHECK(reason_of(R"({"order":["c"],"allow_fallbacks":false})", "d").empty());
}

TEST_CASE("unknown endpoints are ranked, and stand behind eligible ones where there is no rank") {
  const std::string_view mixed = R"([{"tag":"u"},{"tag":"x","quantization":"int4"},
      {"tag":"e","quantization":"fp8"}])";
  const auto of = [&](std::string_view body) { return explained(body, mixed).order(); };
  CHECK(of(R"({"provider":{"quantizations":["fp8"]}})") == "e -, u -, x -");
  CHECK(of(R"({"provider":{"quantizations":["fp8"],"order":["x","u","e"]}})") == "u 1, e 2, x -");
}

TEST_CASE("notes say what a verdict cannot") {
  const auto notes = [](std::string_view body) {
    std::string out;
    for (const auto& note : explained(body, "[]").explanation.notes)
      out += note.substr(0, note.find(' ')) + ";";
    return out;
  };
  CHECK(notes("{}") == "");
  CHECK(notes(R"({"provider":{"allow_fallbacks":false}})") == "provider.allow_fallbacks;");
  CHECK(notes(R"({"provider":{"allow_fallbacks":false,"sort":"price"}})") == "");
  CHECK(notes(R"({"provider":{"preferred_max_latency":2,"preferred_min_throughput":{"p50":9}}})") ==
        "provider.preferred_max_latency;provider.preferred_min_throughput;");
  CHECK(notes(R"({"provider":{"sort":{"by":"price","partition":"none"}}})") == "the;");
  CHECK(notes(R"({"route":"sort"})") == "the;");
  CHECK(notes(R"({"route":"fallback","provider":{"sort":{"partition":"model"}}})") == "");
}

TEST_CASE("models are named once each, and a preset is none") {
  const auto named = models_of(parsed(R"({"model":"a/b","models":["c/d","a/b","c/d:free"]})"));
  CHECK(named == std::vector<std::string>{"a/b", "c/d", "c/d:free"});
  CHECK(models_of(parsed(R"({"model":null,"models":[]})")).empty());
  CHECK(models_of(parsed(R"({"model":"@preset/a","models":["a/b","@preset/support"]})")) ==
        std::vector<std::string>{"a/b"});
}

TEST_CASE("a shortcut is judged by its model, and sorts where the body does not") {
  const auto model = mrctl::service::read_model_text(
      R"({"endpoints":[{"tag":"a","pricing":{"prompt":"1","completion":"1","web_search":"0.5"},
                        "throughput_last_30m":{"p50":1}},
                       {"tag":"b","pricing":{"prompt":"2","completion":"2","web_search":"0.5"},
                        "throughput_last_30m":{"p50":9}}]})");
  const Listing listing("acme/large", model.endpoints);
  const auto seen = [&](std::string_view body, std::string id) {
    const std::vector listings{listing_of_shortcut(std::move(id), listing)};
    const auto json = parsed(body);
    const auto explanation = mrctl::routing::explain(json, listings, {});
    const auto& group = explanation.groups.front();
    CHECK(group.judged_by == "acme/large");
    CHECK(explanation.notes.front().starts_with("judged by acme/large"));
    return group.reason + " " + std::string(*group.endpoints.front().endpoint->tag) + " " +
           group.charges;
  };
  CHECK(seen("{}", "acme/large:nitro") == "sort: throughput b ");
  CHECK(seen("{}", "acme/large:floor") == "sort: price a ");
  CHECK(seen("{}", "acme/large:online") == "balanced a plus 0.5 USD for each search");
  CHECK(seen("{}", "acme/large:exacto") == "sort: not decidable from a listing a ");
  CHECK(seen(R"({"provider":{"sort":"price"}})", "acme/large:nitro") == "sort: price a ");
  CHECK(model_of_shortcut("acme/large:nitro") == "acme/large");
  CHECK(model_of_shortcut("acme/large:free").empty());
  CHECK(model_of_shortcut(":nitro").empty());
}

TEST_CASE("a shortcut lets tier endpoints of its own kind compete, sorted like the others") {
  const auto model = mrctl::service::read_model_text(
      R"({"endpoints":[{"tag":"a/fast","throughput_last_30m":{"p50":9},"pricing":{"prompt":"4","completion":"1"}},
                       {"tag":"a","throughput_last_30m":{"p50":5},"pricing":{"prompt":"2","completion":"1"}},
                       {"tag":"b/PRIORITY","throughput_last_30m":{"p50":7},"pricing":{"prompt":"5","completion":"1"}},
                       {"tag":"a/flex","throughput_last_30m":{"p50":1},"pricing":{"prompt":"1","completion":"1"}},
                       {"tag":"a/scale","throughput_last_30m":{"p50":8}}]})");
  const Listing of_model("acme/large", model.endpoints);
  const auto reached = [&](std::string_view body, Listing listing) {
    const auto json = parsed(body);
    const std::vector listings{std::move(listing)};
    const auto explanation = mrctl::routing::explain(json, listings, {});
    std::string out;
    for (const auto& judged : explanation.groups.front().endpoints)
      if (judged.reach == Reach::eligible)
        out.append(out.empty() ? "" : " ").append(*judged.endpoint->tag);
    return out;
  };
  const auto shortcut = [&](std::string id) {
    return listing_of_shortcut(std::move(id), of_model);
  };
  CHECK(reached("{}", shortcut("acme/large:nitro")) == "a/fast b/PRIORITY a");
  CHECK(reached("{}", shortcut("acme/large:floor")) == "a/flex a");
  CHECK(reached("{}", shortcut("acme/large:online")) == "a");
  CHECK(reached(R"({"provider":{"sort":"price"}})", shortcut("acme/large:nitro")) ==
        "a a/fast b/PRIORITY");
  CHECK(reached(R"({"provider":{"only":["a"]}})", shortcut("acme/large:nitro")) == "a");
  CHECK(reached(R"({"provider":{"only":["a/scale"]}})", shortcut("acme/large:nitro")) == "a/scale");
  CHECK(reached("{}", Listing("acme/large:nitro", model.endpoints)) == "a"); // its own listing
}

TEST_CASE("a model that no listing has, as the project file says, is told and has no group") {
  const auto body = parsed(R"({"model":"acme/auto","models":["acme/large"]})");
  const std::vector listings{Listing{"acme/large", {}}};
  const auto explanation = mrctl::routing::explain(body, listings, {.unlisted = {"acme/auto*"}});
  CHECK(explanation.unlisted == std::vector<std::string>{"acme/auto"});
  CHECK(explanation.notes.front().starts_with("acme/auto "));
}
