#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/record.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using mrctl::apply::Applied;
using mrctl::apply::hash_of;
using mrctl::apply::parse_record;
using mrctl::apply::Pending;
using mrctl::apply::Record;
using mrctl::apply::record_text;
using mrctl::apply::with_pending;

namespace {

constexpr std::string_view base_url = "https://router.example/api/v1";
constexpr mrctl::apply::RecordOf support{base_url, "support"};
const std::string one = hash_of("1");
const std::string two = hash_of("2");

Record applied_record() {
  const std::string body = R"({"messages":[{"content":"Be\nbrief.","role":"system"}],"n":0.2})";
  return {std::string(base_url),
          "support",
          Applied{"ws-1", "p-1", 12, "v-12", hash_of(body), hash_of("{}"), body},
          {},
          "presets/support.yaml"};
}

std::string text_of_record() {
  return record_text(applied_record());
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const auto at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

std::string complaint(const std::string& text) {
  const auto refused = parse_record(text, "s/support.json", support);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().kind == mrctl::ErrorKind::usage);
  CHECK_FALSE(refused.error().hint.empty());
  constexpr std::string_view front = "state file s/support.json";
  CHECK(refused.error().message.starts_with(front));
  return refused.error().message.substr(front.size());
}

} // namespace

TEST_CASE("a record has one member a line in one order") {
  auto record = applied_record();
  record.last->applied = one;
  record.last->stored = two;
  CHECK(record_text(record) == R"({
  "format": 1,
  "service": "https://router.example/api/v1",
  "slug": "support",
  "file": "presets/support.yaml",
  "workspace_id": "ws-1",
  "preset_id": "p-1",
  "version": 12,
  "version_id": "v-12",
  "applied": ")" + one + R"(",
  "stored": ")" + two + R"(",
  "body": {
    "messages": [
      {
        "content": "Be\nbrief.",
        "role": "system"
      }
    ],
    "n": 0.2
  }
}
)");
}

TEST_CASE("before a first answer a record holds only what is pending") {
  const auto record = with_pending({}, support, one, "presets/support.yaml");
  CHECK(record_text(record) == R"({
  "format": 1,
  "service": "https://router.example/api/v1",
  "slug": "support",
  "file": "presets/support.yaml",
  "pending": {
    "applied": ")" + one + R"(",
    "version": null
  }
}
)");
  CHECK(parse_record(record_text(record), "f", support) == record);
}

TEST_CASE("what was written is read again") {
  auto record = applied_record();
  CHECK(parse_record(record_text(record), "f", support) == record);
  record.pending = Pending{{one, two}, 12};
  CHECK(parse_record(record_text(record), "f", support) == record);
  record.pending->plan = std::string(40, 'a');
  record.pending->of = 5;
  CHECK(parse_record(record_text(record), "f", support) == record);
  record.last->workspace_id.reset();
  record.last->preset_id.reset();
  record.last->version.reset();
  record.last->version_id.reset();
  record.pending->version.reset();
  record.last->stored.reset();
  record.file.reset();
  CHECK(parse_record(record_text(record), "f", support) == record);
  record.pending.reset();
  CHECK(parse_record(record_text(record), "f", support) == record);
}

TEST_CASE("a record of an earlier version has no file") {
  const auto old = replaced(text_of_record(), "  \"file\": \"presets/support.yaml\",\n", "");
  auto record = applied_record();
  record.file.reset();
  CHECK(parse_record(old, "f", support) == record);
  record = with_pending({}, support, one, std::nullopt);
  const auto unanswered = replaced(record_text(record), "  \"file\": null,\n", "");
  CHECK(parse_record(unanswered, "f", support) == record);
}

TEST_CASE("the service of a record is not checked where any will do") {
  const auto record = parse_record(text_of_record(), "f", {"", "support"});
  REQUIRE(record.has_value());
  CHECK(record->service == base_url);
}

TEST_CASE("pending keeps every hash that nothing was heard of, once, and the version before") {
  auto record = with_pending(applied_record(), support, one, "b.yaml");
  CHECK(record.pending == Pending{{one}, 12});
  CHECK(record.last == applied_record().last);
  CHECK(record.file == "b.yaml");
  record = with_pending(record, support, two, "b.yaml");
  record = with_pending(record, support, one, "b.yaml");
  CHECK(record.pending == Pending{{one, two}, 12});
}

TEST_CASE("a merge conflict is named with its line") {
  const auto text = text_of_record();
  CHECK(complaint(replaced(text, "  \"version\": 12,\n",
                           "<<<<<<< ours\n  \"version\": 12,\n=======\n  \"version\": 13,\n"
                           ">>>>>>> theirs\n")) == ":8: a merge conflict");
  CHECK(complaint("<<<<<<< ours\n") == ":1: a merge conflict");
}

TEST_CASE("a file that is broken is refused at its line") {
  CHECK(complaint("").starts_with(":1: "));
  CHECK(complaint(replaced(text_of_record(), "\"slug\":", "\"slug\"")).starts_with(":4: "));
  CHECK(complaint("[]").ends_with("got an array"));
  CHECK(complaint(replaced(text_of_record(), "\"slug\"", "\"service\"")).find("service") !=
        std::string::npos);
}

TEST_CASE("a record of another format, service or slug, or with a wrong member, says which it is") {
  const auto text = text_of_record();
  auto record = applied_record();
  record.pending = Pending{{one}, 12};
  const auto pending = record_text(record);
  const std::pair<std::string, std::string> rows[]{
      {replaced(text, "\"format\": 1", "\"format\": 2"), "format is 2"},
      {replaced(text, "router.example", "other.example"), "other.example/api/v1\", not"},
      {replaced(text, "\"support\"", "\"sales\""), "\"sales\""},
      {replaced(text, "\"stored\"", "\"kept\": 1, \"stored\""), "unknown member \"kept\""},
      {replaced(text, "  \"version\": 12,\n", ""), "\"version\" is missing"},
      {replaced(text, "\"version\": 12", "\"version\": \"12\""), "got \"12\""},
      {replaced(text, "\"ws-1\"", "3"), "\"workspace_id\""},
      {replaced(text, "\"stored\": \"h1:", "\"stored\": \"h1:x"), "\"stored\" must be a hash"},
      {replaced(pending, "\"" + one + "\"", "[]"), "\"pending.applied\""},
      {replaced(pending, "\"" + one + "\"", "\"" + one + "\", \"by\": 1"), "\"by\" in \"pending\""},
  };
  for (const auto& row : rows)
    CHECK_MESSAGE(complaint(row.first).find(row.second) != std::string::npos, complaint(row.first));
  for (const auto* version : {"0", "-3", "1.0", "9223372036854775808", "18446744073709551615"})
    CHECK(complaint(replaced(text, "\"version\": 12", "\"version\": " + std::string(version)))
              .starts_with(": \"version\" must be"));
  CHECK(parse_record(replaced(text, "\"version\": 12", "\"version\": 9223372036854775807"),
                     "s/support.json", support)
            .has_value());
}

TEST_CASE("a body that was edited by hand is refused, in whatever layout it stands") {
  const auto text = text_of_record();
  CHECK(complaint(replaced(text, "\"n\": 0.2", "\"n\": 0.3")).starts_with(": \"applied\" is not"));
  CHECK(parse_record(replaced(text, "\"n\": 0.2", "\"n\":\n\n 0.20"), "f", support) ==
        applied_record());
}
