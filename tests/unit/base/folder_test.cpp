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
    out += (found.failure ? "!" : "") + found.path.substr(beginning) + "\n";
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
  CHECK(found_in(folder) == "top/A.yaml\ntop/a.json\ntop/b.yaml\ntop/c.json\ntop/c/a/"
                            "deep.yaml\ntop/c/z.json\ntop/x.JSON\n");
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
  folder.write(".git/config", "");
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

TEST_CASE("a link out of the repository is named, and so is one to what git keeps in it") {
  const TemporaryFolder folder;
  folder.write("outside.yaml", "");
  folder.write("work/.git/config", "");
  folder.write("work/shared/a.yaml", "");
  folder.write("work/top/own.yaml", "");
  link(folder, "../../outside.yaml", "work/top/out.yaml");
  link(folder, "/dev/null", "work/top/device.json");
  link(folder, "../.git/config", "work/top/git.yaml");
  link(folder, "../../outside.yaml", "work/top/out.txt");
  link(folder, "../shared/a.yaml", "work/top/in.yaml");
  link(folder, "out.yaml", "work/top/twice.yaml");
  const std::string expected = "!top/device.json\n!top/git.yaml\ntop/in.yaml\n!top/out.yaml\n"
                               "top/own.yaml\n!top/twice.yaml\n";
  std::string found;
  for (const auto& each : find_files(folder / "work/top", endings)) {
    const auto name = each.path.substr((folder / "work/").size());
    found += (each.failure ? "!" : "") + name + "\n";
    if (!each.failure) continue;
    CHECK(each.failure->kind == ErrorKind::usage);
    CHECK(each.failure->message.find(name + ": it is a link that points out of the repository") !=
          std::string::npos);
    CHECK(each.failure->message.find("outside") == std::string::npos);
  }
  CHECK(found == expected);
}

TEST_CASE("without a repository, links lead no further than the folder that is named") {
  const TemporaryFolder folder;
  folder.write("elsewhere/a.yaml", "");
  folder.write("top/deep/b.yaml", "");
  link(folder, "../elsewhere/a.yaml", "top/out.yaml");
  link(folder, "deep/b.yaml", "top/in.yaml");
  CHECK(found_in(folder) == "top/deep/b.yaml\ntop/in.yaml\n!top/out.yaml\n");
  link(folder, "elsewhere", "linked");
  CHECK(found_in(folder, "linked") == "linked/a.yaml\n");
}

TEST_CASE("a named folder is searched by way of a link only within its repository") {
  const TemporaryFolder folder;
  folder.write("work/.git/config", "");
  folder.write("work/real/a.yaml", "");
  folder.write("outside/b.yaml", "");
  link(folder, "real", "work/in");
  link(folder, "../outside", "work/out");
  link(folder, "work", "other-name");
  CHECK(found_in(folder, "work/in") == "work/in/a.yaml\n");
  CHECK(found_in(folder, "work/out") == "!work/out\n");
  CHECK(found_in(folder, "other-name/real") == "other-name/real/a.yaml\n");
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
  REQUIRE(missing[0].failure);
  CHECK(missing[0].failure->kind == ErrorKind::usage);
  CHECK(missing[0].failure->message ==
        "cannot read " + (folder / "none") + ": No such file or directory");

  if (::geteuid() == 0) return; // root reads everything
  folder.write("top/a.yaml", "");
  folder.write("top/closed/b.yaml", "");
  folder.write("top/d.yaml", "");
  std::filesystem::permissions(folder / "top/closed", std::filesystem::perms::none);
  CHECK(found_in(folder) == "top/a.yaml\n!top/closed\ntop/d.yaml\n");
  std::filesystem::permissions(folder / "top/closed", std::filesystem::perms::owner_all);
}

TEST_CASE("a file to write may not lead out of the repository, or into .git, by a link") {
  const TemporaryFolder folder;
  folder.write("repository/.git/config", "");
  folder.write("repository/reports/old.html", "");
  folder.write("elsewhere/old.html", "");
  link(folder, "../elsewhere", "repository/out");
  link(folder, "../elsewhere/old.html", "repository/old.html");
  link(folder, "../elsewhere/new.html", "repository/new.html");
  link(folder, ".git/config", "repository/config.html");
  link(folder, ".git", "repository/git");
  link(folder, "reports/old.html", "repository/within.html");
  link(folder, "repository", "door");
  const auto refused = [&](const std::string& name, const std::string& part) {
    CAPTURE(name);
    const auto checked = check_place_of_output(folder / name);
    REQUIRE_FALSE(checked.has_value());
    CHECK(checked.error().kind == ErrorKind::usage);
    CHECK(checked.error().message.find((folder / part) + " is a link that points out") !=
          std::string::npos);
  };
  refused("repository/out/a.html", "repository/out");
  refused("repository/reports/../out/old.html", "repository/out");
  for (const auto* name :
       {"repository/old.html", "repository/new.html", "repository/config.html", "door/old.html"})
    refused(name, name);
  refused("repository/git/hooks", "repository/git");
  for (const auto* name : {"repository/a.html", "repository/reports/old.html", "door/a.html",
                           "repository/within.html", "repository/no/folder/a.html"})
    CHECK(check_place_of_output(folder / name).has_value());
}

TEST_CASE("outside of a repository, a file to write may be a link to one beside or below it") {
  const TemporaryFolder folder;
  folder.write("a/b/old.html", "");
  link(folder, "b/old.html", "a/below.html");
  link(folder, "../new.html", "a/above.html");
  link(folder, "a", "linked");
  CHECK(check_place_of_output(folder / "a/below.html").has_value());
  CHECK(check_place_of_output(folder / "linked/below.html").has_value());
  CHECK_FALSE(check_place_of_output(folder / "a/above.html").has_value());
  CHECK(check_place_of_output("/dev/stdout").has_value());
  CHECK(check_place_of_output("/dev/null").has_value());
}
