#include "mrctl/base/file.hpp"

#include "temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <sys/stat.h>

using mrctl::ErrorKind;

TEST_CASE("a whole file is read, bytes as they are") {
  const TemporaryFolder folder;
  const std::string content("a\0b\r\n\xff", 6);
  CHECK(mrctl::read_file(folder.write("a", content), 100) == content);
  CHECK(mrctl::read_file(folder.write("empty", ""), 100) == "");
  const std::string large(300'000, 'x');
  CHECK(mrctl::read_file(folder.write("large", large), 300'000) == large);
}

TEST_CASE("a file that does not tell its size is read to its end") {
  const auto maps = mrctl::read_file("/proc/self/maps", 10'000'000);
  REQUIRE(maps.has_value());
  CHECK(maps->find("[stack]") != std::string::npos); // one of the last lines
  CHECK(maps->ends_with("\n"));
}

TEST_CASE("a file that cannot be read is the user's to put right") {
  const TemporaryFolder folder;
  const auto missing = mrctl::read_file(folder / "missing", 100);
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().kind == ErrorKind::usage);
  CHECK(missing.error().message ==
        "cannot read " + (folder / "missing") + ": No such file or directory");
  const auto directory = mrctl::read_file(folder / "", 100);
  REQUIRE_FALSE(directory.has_value());
  CHECK(directory.error().kind == ErrorKind::usage);
  CHECK(directory.error().message.ends_with("Is a directory"));
}

TEST_CASE("a file that is not there is answered with what to do") {
  const TemporaryFolder folder;
  const auto near_name = folder.write("support.yaml", "");
  const auto hint = [](const std::string& path) { return mrctl::unreadable(path, ENOENT).hint; };
  CHECK(hint(folder / "suport.yaml") == "did you mean '" + near_name + "'?");
  const auto missing = folder / "missing";
  CHECK(hint(missing + "/a") == "there is no folder '" + missing + "'");
  CHECK(hint("nothing-like-it").starts_with("the current folder has "));
  CHECK(mrctl::unreadable(near_name + "/deep/a", ENOTDIR).hint ==
        "'" + near_name + "' is not a folder");
  const auto refused =
      mrctl::replace_file(missing + "/a", "", {.folders = mrctl::MissingFolders::refuse});
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().hint == "create the folder '" + missing + "' first");
}

TEST_CASE("a file of mrctl's own may be absent, but not a link or anything else") {
  const TemporaryFolder folder;
  const auto what_is_wrong = [&](std::string_view name) {
    const auto read = mrctl::read_own_file(folder / name, 100);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().kind == mrctl::ErrorKind::usage);
    return read.error().message.substr((folder / name).size());
  };
  for (const auto* name : {"none", "a/none"}) {
    const auto none = mrctl::read_own_file(folder / name, 100);
    REQUIRE(none.has_value());
    CHECK_FALSE(none->has_value());
    folder.write("a", "1");
  }
  CHECK(mrctl::read_own_file(folder / "a", 100).value() == "1");
  std::filesystem::create_symlink(folder / "a", folder / "link");
  std::filesystem::create_symlink(folder / "none", folder / "dangling");
  CHECK(what_is_wrong("link") == " is a link, not a regular file");
  CHECK(what_is_wrong("dangling") == " is a link, not a regular file");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(what_is_wrong("pipe") == " is not a regular file");
  CHECK(what_is_wrong("") == " is not a regular file");
}

TEST_CASE("only a missing file or folder is absence") {
  CHECK(mrctl::is_absence(ENOENT));
  CHECK(mrctl::is_absence(ENOTDIR));
  for (const int error : {EACCES, EIO, ELOOP, ENAMETOOLONG, ENOMEM})
    CHECK_FALSE(mrctl::is_absence(error));
  const TemporaryFolder folder;
  CHECK(mrctl::kind_of_file(folder / "none") == mrctl::FileKind::absent);
  CHECK(mrctl::kind_of_file(folder / "") == mrctl::FileKind::folder);
  std::filesystem::create_symlink("loop", folder / "loop");
  const auto loop = mrctl::kind_of_file(folder / "loop");
  REQUIRE_FALSE(loop.has_value());
  CHECK(loop.error() == mrctl::unreadable(folder / "loop", ELOOP));
}

TEST_CASE("a file beyond the limit is refused, one at the limit is read") {
  const TemporaryFolder folder;
  const auto path = folder.write("a", "12345");
  CHECK(mrctl::read_file(path, 5).has_value());
  const auto refused = mrctl::read_file(path, 4);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().kind == ErrorKind::usage);
  CHECK(refused.error().message == path + " is larger than 4 bytes");
  CHECK_FALSE(mrctl::read_file("/dev/zero", 100'000).has_value());
}

TEST_CASE("a file that others can read is not private, and the hint says what to type") {
  const TemporaryFolder folder;
  CHECK(mrctl::require_private_file(folder.write("a", "", 0600)).has_value());
  CHECK(mrctl::require_private_file(folder.write("b", "", 0400)).has_value());
  for (const mode_t mode : {0640U, 0604U, 0610U, 0602U, 0666U}) {
    const auto path = folder.write("c", "", mode);
    const auto refused = mrctl::require_private_file(path);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().kind == ErrorKind::unauthorized);
    CHECK(refused.error().hint == "chmod 600 " + path);
  }
}

TEST_CASE("a pipe is nobody's to read twice, and so is private") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0644) == 0);
  CHECK(mrctl::require_private_file(folder / "pipe").has_value());
  CHECK_FALSE(mrctl::require_private_file(folder / "missing").has_value());
}
