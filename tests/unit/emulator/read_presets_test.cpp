#include "ask.hpp"

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

Store reading_store() {
  auto store = counting_store();
  REQUIRE(store);
  store->reads = Reads::answered;
  return std::move(*store);
}

} // namespace

TEST_CASE("a preset is read as its creation was answered") {
  auto store = reading_store();
  (void)handle(post_preset("support"), store);
  const auto created = handle(post_preset("support"), store);
  const auto read = handle(get("/presets/support"), store);
  CHECK(read.status == 200);
  CHECK(read.body == created.body);
  CHECK(json_of(read)["data"]["designated_version"]["version"] == 2);
}

TEST_CASE("all presets are listed by their slugs, with their number") {
  auto store = reading_store();
  CHECK(json_of(handle(get("/presets"), store)) == Json::parse(R"({"data":[],"total_count":0})"));
  for (const auto* slug : {"b", "a", "b"})
    (void)handle(post_preset(slug), store);
  const auto list = json_of(handle(get("/presets"), store));
  CHECK(list["total_count"] == 2);
  CHECK(list["data"][0]["slug"] == "a");
  CHECK(list["data"][1]["designated_version"]["version"] == 2);
}

TEST_CASE("reads need a management key, and know only what is there") {
  auto store = reading_store();
  (void)handle(post_preset("support"), store);
  const auto with = [&](const std::string& key) {
    return handle(request_with_key("GET", "/presets/support", key), store).status;
  };
  CHECK(with(Keys{}.inference) == 403);
  CHECK(with("unknown") == 401);
  CHECK(handle(get("/presets/other"), store).status == 404);
}

TEST_CASE("without --reads there are no such operations") {
  auto store = counting_store();
  REQUIRE(store);
  (void)handle(post_preset("support"), *store);
  CHECK(handle(get("/presets/support"), *store).status == 404);
  CHECK(handle(get("/presets"), *store).status == 404);
}

TEST_CASE("faults of answers about presets hold for reads") {
  auto store = reading_store();
  (void)handle(post_preset("support"), store);
  Service service(std::move(store),
                  {parse_fault_rule("GET * = other-slug times 1").value(),
                   parse_fault_rule("GET * = no-version times 1").value()},
                  1);
  const auto read = [&] {
    return json_of(service.respond(get("/presets/support")).response)["data"];
  };
  CHECK(read()["slug"] == "another");
  CHECK(read()["designated_version"].is_null());
  CHECK(read()["slug"] == "support");
}
