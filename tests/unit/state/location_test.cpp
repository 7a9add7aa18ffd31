#include "mrctl/state/location.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <filesystem>

using mrctl::state::state_folder_of;

namespace {

std::string target_of(std::string_view base_url) {
  const auto host = mrctl::host_of(base_url);
  REQUIRE(host);
  return mrctl::state::target_of(*host);
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

TEST_CASE("relative paths give relative folders") {
  const TemporaryFolder folder;
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
  CHECK(mrctl::state::target_folder_of({.folder = "/s", .target = "t"}, "presets") == "/s/t");
  CHECK(mrctl::state::record_path("/s/t", "support") == "/s/t/support.json");
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
