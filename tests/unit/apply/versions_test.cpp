#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/record_store.hpp"

#include <doctest/doctest.h>

using mrctl::apply::hash_of;
using mrctl::apply::read_version;
using mrctl::apply::Record;
using mrctl::apply::VersionFinding;
using mrctl::apply::with_pending;

namespace {

constexpr mrctl::apply::RecordOf versions_of_support{"https://router.example", "support"};
const std::string now = hash_of("now");
const std::string earlier = hash_of("earlier");

Record at_version(std::optional<std::int64_t> version) {
  return {"https://router.example",
          "support",
          mrctl::apply::Applied{"ws", "p", version, "v", earlier, earlier, "{}"},
          {}};
}

VersionFinding finding(const std::optional<Record>& before, std::optional<std::int64_t> version) {
  return read_version(before, {"p", version}, now).finding;
}

} // namespace

TEST_CASE("the next version is as it should be") {
  CHECK(read_version(at_version(12), {"p", 13}, now).sentence.empty());
  CHECK(finding({}, 1) == VersionFinding::as_expected);
}

TEST_CASE("a higher one tells of versions made elsewhere") {
  CHECK(read_version(at_version(12), {"p", 14}, now).sentence ==
        "1 version was probably made elsewhere");
  CHECK(read_version(at_version(12), {"p", 16}, now).sentence ==
        "3 versions were probably made elsewhere");
  CHECK(read_version(at_version(12), {"p", 16}, now).is_suspicious());
}

TEST_CASE("a lower one, or another preset, was made anew") {
  CHECK(finding(at_version(12), 12) == VersionFinding::made_anew);
  CHECK(finding(at_version(12), 1) == VersionFinding::made_anew);
  CHECK(read_version(at_version(12), {"q", 13}, now).is_suspicious());
  CHECK(finding(with_pending(at_version(12), versions_of_support, now), 12) ==
        VersionFinding::made_anew);
}

TEST_CASE("without a record a slug that had versions is told, and is no fault") {
  const auto note = read_version({}, {"p", 4}, now);
  CHECK(note.sentence == "the slug existed already: this is its version 4");
  CHECK_FALSE(note.is_suspicious());
  CHECK(finding(with_pending({}, versions_of_support, now), 7) == VersionFinding::existed);
}

TEST_CASE("after a loss the version tells whether the request arrived") {
  const auto same = with_pending(at_version(12), versions_of_support, now);
  CHECK(finding(same, 13) == VersionFinding::lost_vanished);
  CHECK(read_version(same, {"p", 14}, now).sentence ==
        "the earlier request had been stored, so two versions have this body");
  CHECK_FALSE(read_version(same, {"p", 14}, now).is_suspicious());
  CHECK(finding(same, 15) == VersionFinding::foreign);
  const auto other = with_pending(at_version(12), versions_of_support, earlier);
  CHECK(read_version(other, {"p", 14}, now).sentence ==
        "the earlier request had been stored, so its body was live for a while");
  CHECK(finding(with_pending({}, versions_of_support, now), 1) == VersionFinding::lost_vanished);
  CHECK(finding(with_pending({}, versions_of_support, now), 2) == VersionFinding::lost_arrived);
}

TEST_CASE("what is not numbered tells nothing") {
  CHECK(finding(at_version(12), {}) == VersionFinding::unknown);
  CHECK(finding(at_version({}), 3) == VersionFinding::as_expected);
}
