#include "ask.hpp"
#include "counting_store.hpp"

#include <atomic>
#include <thread>
#include <vector>

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

Json created(Store& store, const std::string& slug, const std::string& body = a_body) {
  const auto response = handle(post_preset(slug, body), store);
  REQUIRE_MESSAGE(response.status == 200, response.body);
  return json_of(response).at("data");
}

// The places that the 400 names, with spaces between them.
std::string refused_paths(const std::string& body) {
  auto store = counting_store();
  const auto response = handle(post_preset("support", body), store);
  CHECK(response.status == 400);
  CHECK(message_of(response) == "Invalid request parameters");
  const auto answer = json_of(response);
  std::string paths;
  for (const auto& error : answer.at("error").at("metadata").at("errors"))
    paths += (paths.empty() ? "" : " ") + error.at("path").get<std::string>();
  return paths;
}

Json system_prompt_for(const std::string& messages) {
  auto store = counting_store();
  return created(store, "support", R"({"messages":)" + messages + "}")
      .at("designated_version")
      .at("system_prompt");
}

} // namespace

TEST_CASE("a new preset is answered with all its fields") {
  auto store = counting_store();
  CHECK(
      created(store, "support").dump() ==
      R"({"id":"00000000-0000-4000-8000-000000000001","slug":"support","name":"support","description":null,)"
      R"("status":"active","status_updated_at":null,"created_at":"2026-01-01T00:00:00.000Z",)"
      R"("updated_at":"2026-01-01T00:00:00.000Z","creator_user_id":"user_emulator",)"
      R"("workspace_id":"00000000-0000-4000-8000-00000000aaaa",)"
      R"("designated_version_id":"00000000-0000-4000-8000-000000000002","designated_version":{)"
      R"("id":"00000000-0000-4000-8000-000000000002","preset_id":"00000000-0000-4000-8000-000000000001",)"
      R"("version":1,"config":{"model":"acme/tiny"},"system_prompt":null,"creator_id":"user_emulator",)"
      R"("created_at":"2026-01-01T00:00:00.000Z","updated_at":"2026-01-01T00:00:00.000Z"}})");
}

TEST_CASE("each further call makes the next version and designates it") {
  auto store = counting_store();
  const auto first = created(store, "support");
  const auto second =
      created(store, "support", R"({"messages":[{"role":"user"}],"temperature":1})");
  CHECK(second["id"] == first["id"]);
  CHECK(second["created_at"] == first["created_at"]);
  CHECK(second["updated_at"] != first["updated_at"]);
  CHECK(second["designated_version"]["version"] == 2);
  CHECK(second["designated_version"]["config"].dump() == R"({"temperature":1})");
  CHECK(second["designated_version_id"] == second["designated_version"]["id"]);
  CHECK(second["designated_version_id"] != first["designated_version_id"]);
  CHECK(created(store, "other")["designated_version"]["version"] == 1);
}

TEST_CASE("a config keeps what a preset keeps, with nulls and empty arrays, in the order sent") {
  auto store = counting_store();
  const auto preset = created(store, "support",
                              R"({"top_p":null,"messages":[{"role":"user"}],"user":"u","models":[],
      "stream":true,"stream_options":null,"debug":{},"session_id":"s","metadata":{},"trace":{},"prediction":null,
      "prompt_cache_key":"k","prompt":"p","unheard_of":1,"max_tokens":16,"provider":{"sort":null},"seed":1.0})");
  CHECK(preset["designated_version"]["config"].dump() ==
        R"({"top_p":null,"models":[],"max_tokens":16,"provider":{"sort":null},"seed":1.0})");
}

TEST_CASE("the system prompt is the text of the system and developer messages") {
  CHECK(system_prompt_for(R"([{"role":"user","content":"no"}])").is_null());
  CHECK(system_prompt_for(R"([{"role":"system"}])").is_null());
  CHECK(system_prompt_for(R"([{"role":"system","content":""}])") == "");
  CHECK(system_prompt_for(R"([{"role":"system","content":"Be \"kind\".\n"}])") == "Be \"kind\".\n");
  CHECK(system_prompt_for(R"([{"role":"system","content":"a"},{"role":"user","content":"no"},
      {"role":"developer","content":[{"type":"text","text":"b"},{"type":"image"},{"type":"text","text":"c"}]}])") ==
        "a\n\nb\n\nc");
}

TEST_CASE("a slug that is not URL-safe is refused") {
  auto store = counting_store();
  CHECK(handle(post_preset("a%20b"), store).status == 400);
  CHECK(handle(post_preset("a%2Fb"), store).status == 400);
  CHECK(created(store, "%61-._~Z9")["slug"] == "a-._~Z9");
}

TEST_CASE("a wrong body is refused with its first wrong place") {
  CHECK(refused_paths("") == "");
  CHECK(refused_paths("{") == "");
  CHECK(refused_paths("[]") == "");
  CHECK(refused_paths("{}") == "/messages");
  CHECK(refused_paths(R"({"messages":[{"role":"user"}],"model":"a","model":"b"})") == "/model");
  CHECK(refused_paths(R"({"messages":[{"role":"user"}],"top_p":2,"stop":[1],"temperature":"x"})") ==
        "/stop/0");
}

TEST_CASE("a body that is nested too deep or too large is refused, not followed") {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  CHECK(refused_paths(R"({"messages":[{"role":"user"}],"tools":)" + deep + "}").empty());
  auto store = counting_store();
  const std::string large(64U * 1024U * 1024U + 1U, ' ');
  CHECK(handle(post_preset("support", large), store).status == 413);
}

TEST_CASE("of two writers of one slug at once, one gets a conflict") {
  auto store = counting_store();
  {
    const auto first_writer = store.presets.hold("support");
    REQUIRE(first_writer);
    const auto response = handle(post_preset("support"), store);
    CHECK(response.status == 409);
    CHECK(message_of(response) == "Resource conflict. Please try again later.");
    CHECK(handle(post_preset("other"), store).status == 200);
  }
  CHECK(handle(post_preset("support"), store).status == 200);
}

TEST_CASE("a writer holds its slug for the store's latency") {
  auto store = counting_store();
  store.latency = std::chrono::milliseconds(5);
  std::vector<int> statuses_meanwhile;
  store.sources.wait = [&](Duration time) {
    CHECK(time == store.latency);
    statuses_meanwhile.push_back(handle(post_preset("support"), store).status);
  };
  CHECK(handle(post_preset("support"), store).status == 200);
  CHECK(statuses_meanwhile == std::vector<int>{409});
}

TEST_CASE("a body that is encoded or has too many values is refused unread") {
  auto store = counting_store();
  auto request = post_preset("support");
  request.headers.push_back({"Content-Encoding", "gzip"});
  CHECK(handle(request, store).status == 415);
  request.headers.back().value = "identity";
  CHECK(handle(request, store).status == 200);
  const auto with_values = [&](std::size_t count) {
    std::string values = "0";
    for (std::size_t i = 1; i < count; ++i)
      values += ",0";
    auto body = a_body;
    body.insert(body.size() - 1, R"(,"unknown":[)" + values + "]");
    return handle(post_preset("support", body), store).status;
  };
  CHECK(with_values(1'900'000) == 200);
  CHECK(with_values(2'000'000) == 413);
  const std::string text(2'000'000, ',');
  CHECK(
      handle(post_preset("support", R"({"messages":[{"role":"user","content":")" + text + "\"}]}"),
             store)
          .status == 200);
}

TEST_CASE("writers of one slug on many threads lose no version and repeat none") {
  auto store = counting_store();
  std::atomic<int> accepted = 0;
  std::atomic<int> other = 0;
  const auto write = [&] {
    for (int i = 0; i < 50; ++i) {
      const auto status = handle(post_preset("support"), store).status;
      if (status == 200)
        ++accepted;
      else if (status != 409)
        ++other;
    }
  };
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i)
    writers.emplace_back(write);
  for (auto& writer : writers)
    writer.join();
  CHECK(other == 0);
  CHECK(created(store, "support")["designated_version"]["version"] == accepted + 1);
}

TEST_CASE("writers of different slugs never conflict") {
  auto store = counting_store();
  std::atomic<int> refused = 0;
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i)
    writers.emplace_back([&, slug = "slug-" + std::to_string(i)] {
      for (int n = 0; n < 50; ++n)
        refused += handle(post_preset(slug), store).status == 200 ? 0 : 1;
    });
  for (auto& writer : writers)
    writer.join();
  CHECK(refused == 0);
}
