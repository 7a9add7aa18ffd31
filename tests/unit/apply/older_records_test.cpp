#include "mrctl/apply/older_records.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using namespace mrctl::apply;

void in_repository(const TemporaryFolder& folder, const std::string& command) {
  const auto line = "cd '" + (folder / "") + "' && { " + command + "; } >/dev/null 2>&1";
  CAPTURE(command);
  REQUIRE(std::system(line.c_str()) == 0);
}

// Commits a record as version 1, then as version 2 with another version in its body.
void commit_versions(const TemporaryFolder& folder) {
  in_repository(
      folder,
      "git init -q . && git config user.name Ada && git config user.email ada@example.org && "
      "mkdir -p 'a b/prod' && cd 'a b/prod' && "
      R"(printf '{\n  "version": 1,\n  "body": {}\n}\n' >support.json && )"
      "git add . && git commit -qm one && "
      R"(printf '{\n  "version": 2,\n  "body": {\n    "version": 9\n  }\n}\n' >support.json && )"
      "git commit -qam two");
}

std::optional<std::string> note_on(const TemporaryFolder& folder, std::int64_t recorded) {
  Plans plans;
  plans.paths.push_back({"presets", folder / "a b/prod", "presets"});
  plans.files.push_back({"presets/support.yaml", "support"});
  auto& planned = plans.plan.presets.emplace_back();
  planned.slug = "support";
  planned.version = recorded;
  return note_on_older_records(
      plans, {.variables = {{"PATH", std::getenv("PATH")}, {"HOME", folder / ""}}});
}

} // namespace

TEST_CASE("a record is older if a commit holds a higher version of the preset") {
  const TemporaryFolder folder;
  commit_versions(folder);
  const auto note = note_on(folder, 1);
  REQUIRE(note.has_value());
  CHECK(note->find("support (version 1, and 2 was committed before)") != std::string::npos);
  CHECK_FALSE(note_on(folder, 2).has_value());
  CHECK_FALSE(note_on(folder, 3).has_value());
}

TEST_CASE("the settings of a repository do not hide an older record, and run nothing") {
  const TemporaryFolder folder;
  commit_versions(folder);
  in_repository(folder,
                "git config diff.external 'touch mark; false' && git config color.ui always && "
                "git config diff.noprefix true && git config log.showSignature true && "
                "echo '*.json -diff' >.gitattributes");
  CHECK(note_on(folder, 1).has_value());
  in_repository(folder, "test ! -e mark");
}

TEST_CASE("where git knows nothing, no record is older") {
  const TemporaryFolder folder;
  commit_versions(folder);
  in_repository(folder, "rm -r .git");
  CHECK_FALSE(note_on(folder, 1).has_value());
  in_repository(folder, "mkdir .git");
  CHECK_FALSE(note_on(folder, 1).has_value());
  in_repository(folder, "git init -q .");
  CHECK_FALSE(note_on(folder, 1).has_value());
}
