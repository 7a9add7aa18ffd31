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
  CHECK(complaint("[]") == ": it must contain an object, got an array");
  CHECK(complaint(replaced(text_of_record(), "\"slug\"", "\"service\"")).find("service") !=
        std::string::npos);
}

TEST_CASE("another format, service or slug is refused") {
  const auto text = text_of_record();
  CHECK(complaint(replaced(text, "\"format\": 1", "\"format\": 2")) ==
        ": its format is 2, but this version of mrctl reads format 1");
  CHECK(complaint(replaced(text, "router.example", "other.example")) ==
        ": it is for the service \"https://other.example/api/v1\", not "
        "https://router.example/api/v1");
  CHECK(complaint(replaced(text, "\"support\"", "\"sales\"")) ==
        ": its slug is \"sales\", but its file name says \"support\"");
}

TEST_CASE("a member that is unknown, missing or of the wrong type is refused") {
  const auto text = text_of_record();
  CHECK(complaint(replaced(text, "\"stored\"", "\"kept\": 1, \"stored\"")) ==
        ": unknown member \"kept\"");
  CHECK(complaint(replaced(text, "  \"version\": 12,\n", "")) ==
        ": the member \"version\" is missing");
  CHECK(complaint(replaced(text, "\"version\": 12", "\"version\": \"12\"")) ==
        ": \"version\" must be a whole number from 1 to 9223372036854775807, or null, got \"12\"");
  for (const auto* version : {"0", "-3", "1.0", "9223372036854775808", "18446744073709551615"})
    CHECK(complaint(replaced(text, "\"version\": 12", "\"version\": " + std::string(version)))
              .find("\"version\" must be a whole number from 1 to") != std::string::npos);
  CHECK(parse_record(replaced(text, "\"version\": 12", "\"version\": 9223372036854775807"),
                     "s/support.json", support)
            .has_value());
  CHECK(complaint(replaced(text, "\"ws-1\"", "3")) ==
        ": \"workspace_id\" must be a string or null, got an integer");
  CHECK(complaint(replaced(text, "\"stored\": \"h1:", "\"stored\": \"h1:x"))
            .starts_with(": \"stored\" must be a hash"));
  auto record = applied_record();
  record.pending = Pending{{one}, 12};
  const auto pending = record_text(record);
  CHECK(complaint(replaced(pending, "\"" + one + "\"", "[]")) ==
        ": \"pending.applied\" is an empty list");
  CHECK(complaint(replaced(pending, "\"" + one + "\"", "\"" + one + "\", \"by\": 1")) ==
        ": unknown member \"by\" in \"pending\"");
}

TEST_CASE("a body that was edited by hand is refused, in whatever layout it stands") {
  const auto text = text_of_record();
  CHECK(complaint(replaced(text, "\"n\": 0.2", "\"n\": 0.3")) ==
        ": \"applied\" is not the hash of \"body\": one was edited or merged without the other");
  CHECK(parse_record(replaced(text, "\"n\": 0.2", "\"n\":\n\n 0.20"), "f", support) ==
        applied_record());
}
