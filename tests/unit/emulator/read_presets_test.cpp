#include "ask.hpp"
#include "counting_store.hpp"

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

Store reading_store() {
  auto store = counting_store();
  store.reads = Reads::answered;
  return store;
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
  CHECK_FALSE(list["data"][1].contains("designated_version"));
  CHECK(list["data"][1]["designated_version_id"] ==
        json_of(handle(get("/presets/b"), store))["data"]["designated_version"]["id"]);
}

TEST_CASE("the versions of a preset are listed, the newest first, and read one by one") {
  auto store = reading_store();
  for (const auto* model : {"acme/tiny", "acme/large", "acme/flex"})
    (void)handle(post_preset("support", R"({"messages":[{"role":"user","content":"-"}],"model":")" +
                                            std::string(model) + R"("})"),
                 store);
  const auto list = json_of(handle(get("/presets/support/versions"), store));
  CHECK(list["total_count"] == 3);
  REQUIRE(list["data"].size() == 3);
  CHECK(list["data"][0]["version"] == 3);
  CHECK(list["data"][2]["config"]["model"] == "acme/tiny");
  CHECK(json_of(handle(get("/presets/support/versions/2"), store))["data"] == list["data"][1]);
  for (const auto* path :
       {"/presets/support/versions/4", "/presets/support/versions/0", "/presets/support/versions/x",
        "/presets/other/versions", "/presets/support/versions/99999999999999999999"})
    CHECK_MESSAGE(handle(get(path), store).status == 404, path);
}

TEST_CASE("credentials are listed by their ids") {
  auto store = reading_store();
  const auto list = json_of(handle(get("/byok"), store));
  CHECK(list["total_count"] == list["data"].size());
  CHECK(list["data"][0] ==
        json_of(handle(get("/byok/11111111-1111-4111-8111-111111111111"), store))["data"]);
}

TEST_CASE("a list is read in parts, and a part that cannot be is refused") {
  auto store = reading_store();
  for (const auto* slug : {"a", "b", "c"})
    (void)handle(post_preset(slug), store);
  const auto slugs = [&](const std::string& query) {
    std::string out;
    const auto list = json_of(handle(get("/presets?" + query), store));
    CHECK(list["total_count"] == 3);
    for (const auto& preset : list["data"])
      out += preset["slug"].get<std::string>();
    return out;
  };
  CHECK(slugs("limit=2") == "ab");
  CHECK(slugs("offset=2&limit=2") == "c");
  CHECK(slugs("limit=100&offset=3").empty());
  CHECK(json_of(handle(get("/byok?limit=1&offset=1"), store))["data"].size() == 1);
  for (const auto* query : {"limit=0", "limit=101", "limit=-1", "limit=", "limit=x", "offset=-1"})
    for (const auto* path : {"/presets?", "/presets/a/versions?", "/byok?"})
      CHECK_MESSAGE(handle(get(std::string(path) + query), store).status == 400, path << query);
}

TEST_CASE("reads need a management key, and know only what is there") {
  auto store = reading_store();
  (void)handle(post_preset("support"), store);
  for (const auto* path : {"/presets/support", "/presets", "/presets/support/versions",
                           "/presets/support/versions/1", "/byok"}) {
    const auto with = [&](const std::string& key) {
      return handle(request_with_key("GET", path, key), store).status;
    };
    CHECK_MESSAGE(with(Keys{}.management) == 200, path);
    CHECK_MESSAGE(with(Keys{}.inference) == 403, path);
    CHECK_MESSAGE(with("unknown") == 401, path);
  }
  CHECK(handle(get("/presets/other"), store).status == 404);
}

TEST_CASE("without --reads there are no such operations") {
  auto store = counting_store();
  (void)handle(post_preset("support"), store);
  for (const auto* path : {"/presets/support", "/presets", "/presets/support/versions",
                           "/presets/support/versions/1", "/byok"})
    CHECK_MESSAGE(handle(get(path), store).status == 404, path);
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
