#include "mrctl/base/folder.hpp"

#include "temporary_folder.hpp"

#include <doctest/doctest.h>

#include <array>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

using namespace mrctl;

namespace {

constexpr std::array<std::string_view, 2> endings{".json", ".yaml"};

// The paths found, without the folder's own, one a line; "!" marks what cannot be read.
std::string found_in(const TemporaryFolder& folder, const std::string& name = "top") {
  std::string out;
  const auto beginning = (folder / "").size();
  for (const auto& found : find_files(folder / name, endings))
    out += (found.errno_value != 0 ? "!" : "") + found.path.substr(beginning) + "\n";
  return out;
}

void link(const TemporaryFolder& folder, const std::string& target, const std::string& name) {
  std::filesystem::create_symlink(target, folder / name);
}

} // namespace

TEST_CASE("files are found by their endings, in the order of the bytes of their paths") {
  const TemporaryFolder folder;
  for (const auto* name : {"top/b.yaml", "top/a.json", "top/c/z.json", "top/c/a/deep.yaml",
                           "top/c.json", "top/notes.txt", "top/json", "top/A.yaml", "top/x.JSON"})
    folder.write(name, "");
  CHECK(found_in(folder) ==
        "top/A.yaml\ntop/a.json\ntop/b.yaml\ntop/c.json\ntop/c/a/deep.yaml\ntop/c/z.json\n");
}

TEST_CASE(
    "names that begin with a dot or an underscore are left out, but not what is named itself") {
  const TemporaryFolder folder;
  for (const auto* name : {".top/.a.yaml", ".top/.git/a.yaml", ".top/a.yaml", ".top/_base.yaml",
                           ".top/_parts/a.yaml", ".top/b_.yaml"})
    folder.write(name, "");
  CHECK(found_in(folder, ".top") == ".top/a.yaml\n.top/b_.yaml\n");
}

TEST_CASE("a folder that ends in a slash, or is the one people stand in, makes no odd paths") {
  const TemporaryFolder folder;
  folder.write("top/a.yaml", "");
  CHECK(found_in(folder, "top/") == "top/a.yaml\n");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder / "top");
  for (const auto* here : {".", "./"}) {
    const auto found = find_files(here, endings);
    REQUIRE(found.size() == 1);
    CHECK(found[0].path == "a.yaml");
  }
  std::filesystem::current_path(before);
}

TEST_CASE("links to files are followed, links to folders are not") {
  const TemporaryFolder folder;
  folder.write("top/a/one.yaml", "");
  folder.write("elsewhere/two.yaml", "");
  link(folder, "..", "top/a/up");
  link(folder, "../elsewhere", "top/there");
  link(folder, "../elsewhere", "top/there.yaml");
  link(folder, "loop", "top/loop");
  link(folder, "../elsewhere/two.yaml", "top/z.yaml");
  CHECK(found_in(folder) == "top/a/one.yaml\ntop/z.yaml\n");
  link(folder, "top", "linked");
  CHECK(found_in(folder, "linked") == "linked/a/one.yaml\nlinked/z.yaml\n");
}

TEST_CASE("a link that leads nowhere is found, for reading to say so; no pipe is ever waited for") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "top");
  link(folder, "gone", "top/a.yaml");
  link(folder, "gone", "top/other");
  REQUIRE(::mkfifo((folder / "top/pipe.yaml").c_str(), 0600) == 0);
  CHECK(found_in(folder) == "top/a.yaml\n");
}

TEST_CASE("a folder whose name ends like a file is a folder") {
  const TemporaryFolder folder;
  folder.write("top/a.yaml/b.yaml", "");
  CHECK(found_in(folder) == "top/a.yaml/b.yaml\n");
}

TEST_CASE("a folder that cannot be read is a failure among what was found") {
  const TemporaryFolder folder;
  const auto missing = find_files(folder / "none", endings);
  REQUIRE(missing.size() == 1);
  CHECK(failure_of(missing[0]).kind == ErrorKind::usage);
  CHECK(failure_of(missing[0]).message ==
        "cannot read " + (folder / "none") + ": No such file or directory");

  if (::geteuid() == 0) return; // root reads everything
  folder.write("top/a.yaml", "");
  folder.write("top/closed/b.yaml", "");
  folder.write("top/d.yaml", "");
  std::filesystem::permissions(folder / "top/closed", std::filesystem::perms::none);
  CHECK(found_in(folder) == "top/a.yaml\n!top/closed\ntop/d.yaml\n");
  std::filesystem::permissions(folder / "top/closed", std::filesystem::perms::owner_all);
}
