#include "mrctl/apply/location.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

using mrctl::apply::state_folder_of;
using mrctl::apply::target_folders_of;

namespace {

std::string target_of(std::string_view base_url) {
  const auto host = mrctl::host_of(base_url);
  REQUIRE(host);
  return mrctl::apply::target_of(*host);
}

} // namespace

TEST_CASE("state is in the folder named, or the file's, where there is none yet") {
  const TemporaryFolder folder;
  const auto file = folder.write("presets/a.yaml", "");
  CHECK(state_folder_of(folder / "presets") == (folder / "presets/.mrctl"));
  CHECK(state_folder_of(folder / "presets/") == (folder / "presets/.mrctl"));
  CHECK(state_folder_of(file) == (folder / "presets/.mrctl"));
}

TEST_CASE("state is in the nearest folder at or above that has some") {
  const TemporaryFolder folder;
  const auto file = folder.write("a/b/c/x.yaml", "");
  folder.write(".git", "");
  folder.write("a/.mrctl/t/x.json", "");
  CHECK(state_folder_of(file) == (folder / "a/.mrctl"));
  folder.write("a/b/.mrctl/t/x.json", "");
  CHECK(state_folder_of(folder / "a/b/c") == (folder / "a/b/.mrctl"));
  CHECK(state_folder_of(folder / "a/b") == (folder / "a/b/.mrctl"));
}

TEST_CASE("nobody looks above the folder that holds .git") {
  const TemporaryFolder folder;
  folder.write(".mrctl/t/x.json", "");
  folder.write("repository/.git", "");
  const auto file = folder.write("repository/presets/x.yaml", "");
  CHECK(state_folder_of(file) == (folder / "repository/presets/.mrctl"));
  folder.write("repository/.mrctl/t/x.json", "");
  CHECK(state_folder_of(file) == (folder / "repository/.mrctl"));
}

TEST_CASE("without a repository nobody looks above the path itself") {
  const TemporaryFolder folder;
  folder.write(".mrctl/t/x.json", "");
  const auto file = folder.write("presets/x.yaml", "");
  CHECK(state_folder_of(file) == (folder / "presets/.mrctl"));
  CHECK(state_folder_of(folder / "") == (folder / ".mrctl"));
  CHECK(mrctl::apply::holds_state(folder / "", folder / ".mrctl") == true);
  folder.write(".git", "");
  CHECK(state_folder_of(file) == (folder / ".mrctl"));
  CHECK(mrctl::apply::holds_state(folder / "presets", folder / ".mrctl") == false);
}

TEST_CASE("a record keeps the path below the repository, else below the folder of the state") {
  const TemporaryFolder folder;
  const auto file = folder.write("top/presets/eu/x.yaml", "");
  using mrctl::apply::recorded_path;
  CHECK(recorded_path(file, folder / "top/presets/.mrctl") == "eu/x.yaml");
  CHECK(recorded_path(folder / "top/presets/", folder / "top/presets/.mrctl") == "");
  CHECK(recorded_path(file, folder / "elsewhere/state") == std::nullopt);
  folder.write("top/.git", "");
  CHECK(recorded_path(file, folder / "elsewhere/state") == "presets/eu/x.yaml");
  CHECK(recorded_path(folder / "top/presets/../presets", folder / "s") == "presets");
}

TEST_CASE("a path is at or below another one by whole names") {
  using mrctl::apply::is_at_or_below;
  CHECK(is_at_or_below("presets/a.yaml", "presets"));
  CHECK(is_at_or_below("presets", "presets"));
  CHECK(is_at_or_below("presets", ""));
  CHECK_FALSE(is_at_or_below("presets2/a.yaml", "presets"));
}

TEST_CASE("a link is no state folder, and none of a target, unless --state names it") {
  const TemporaryFolder folder;
  folder.write("elsewhere/t/x.json", "");
  const auto file = folder.write("presets/x.yaml", "");
  std::filesystem::create_symlink("../elsewhere", folder / "presets/.mrctl");
  const auto linked = state_folder_of(file);
  REQUIRE_FALSE(linked.has_value());
  CHECK(linked.error().kind == mrctl::ErrorKind::usage);
  CHECK(linked.error().message.find("presets/.mrctl is a link") != std::string::npos);
  CHECK(target_folders_of(folder / "presets/.mrctl", "t", {file}).has_value());
  std::filesystem::create_symlink("t", folder / "elsewhere/u");
  CHECK_FALSE(target_folders_of(folder / "elsewhere", "u", {file}).has_value());
}

TEST_CASE("one folder under several spellings is one") {
  const TemporaryFolder folder;
  folder.write("a/x.yaml", "");
  std::filesystem::create_symlink("a", folder / "b");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder / "");
  const auto folders = target_folders_of("", "t", {"a", folder / "a/x.yaml", "b/", "./a"});
  std::filesystem::current_path(before);
  CHECK(folders == std::vector<std::string>(4, "a/.mrctl/t"));
}

TEST_CASE("relative paths give relative folders") {
  const TemporaryFolder folder;
  folder.write(".git", "");
  folder.write("a/b/x.yaml", "");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder / "a/b");
  CHECK(state_folder_of(".") == ".mrctl");
  CHECK(state_folder_of("x.yaml") == ".mrctl");
  folder.write("a/.mrctl/t/x.json", "");
  CHECK(state_folder_of("x.yaml") == "../.mrctl");
  std::filesystem::current_path(folder / "a");
  CHECK(state_folder_of("b") == ".mrctl");
  std::filesystem::current_path(before);
}

TEST_CASE("a folder that is named holds the targets itself") {
  CHECK(target_folders_of("/s", "t", {"presets"}) == std::vector<std::string>{"/s/t"});
  CHECK(mrctl::apply::record_path("/s/t", "support") == "/s/t/support.json");
}

TEST_CASE("a target is the host, and the port where it is not the scheme's own") {
  CHECK(target_of("https://Router.Example/api/v1") == "router.example");
  CHECK(target_of("https://router.example:443/api/v1") == "router.example");
  CHECK(target_of("https://router.example:80") == "router.example_80");
  CHECK(target_of("http://router.example:80/x") == "router.example");
  CHECK(target_of("http://127.0.0.1:8787/api/v1") == "127.0.0.1_8787");
  CHECK(target_of("http://[::1]:8787/api/v1") == "__1_8787");
  CHECK(target_of("https://[2001:DB8::1]") == "2001_db8__1");
}

TEST_CASE("state that would be searched for presets is refused") {
  const TemporaryFolder folder;
  folder.write("presets/a.yaml", "");
  const auto refused = [&](const std::string& state, const std::string& path) {
    const auto checked =
        mrctl::apply::check_not_searched(state.empty() ? state : folder / state, folder / path);
    return !checked &&
           checked.error().message.find("would be searched for presets") != std::string::npos;
  };
  CHECK(refused("presets", "presets"));
  CHECK(refused("presets/state", "presets"));
  CHECK(refused("presets/x/state", "presets/"));
  for (const auto* state : {"presets/.state", "presets/_x/state", "state", "presets2", ""})
    CHECK_FALSE(refused(state, "presets"));
  CHECK_FALSE(refused("presets/state", "presets/a.yaml"));
}
