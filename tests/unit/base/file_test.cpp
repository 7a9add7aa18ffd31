#include "mrctl/base/file.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

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

TEST_CASE("a written file has the content and the mode, and nothing lies beside it") {
  const TemporaryFolder folder;
  REQUIRE(mrctl::write_file_atomically(folder / "a", "new", 0600).has_value());
  CHECK(folder.read("a") == "new");
  CHECK(folder.mode_of("a") == 0600);
  folder.write("b", "old and longer", 0644);
  REQUIRE(mrctl::write_file_atomically(folder / "b", "new", 0600).has_value());
  CHECK(folder.read("b") == "new");
  CHECK(folder.mode_of("b") == 0600);
  CHECK(folder.entries() == 2);
}

TEST_CASE("missing folders are made for the owner only") {
  const TemporaryFolder folder;
  REQUIRE(mrctl::write_file_atomically(folder / "x/y/a", "new", 0600).has_value());
  CHECK(folder.read("x/y/a") == "new");
  CHECK(folder.mode_of("x") == 0700);
  CHECK(folder.mode_of("x/y") == 0700);
}

TEST_CASE("a failed write leaves the old file and nothing else") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "target");
  folder.write("target/kept", "old");
  const auto failed = mrctl::write_file_atomically(folder / "target", "new", 0600);
  REQUIRE_FALSE(failed.has_value());
  CHECK(failed.error().kind == ErrorKind::internal);
  CHECK(failed.error().message == "cannot write " + (folder / "target") + ": Is a directory");
  CHECK(folder.read("target/kept") == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a file where a folder should be is one clear error") {
  const TemporaryFolder folder;
  folder.write("file", "");
  const auto below = mrctl::write_file_atomically(folder / "file/a", "new", 0600);
  REQUIRE_FALSE(below.has_value());
  CHECK(below.error().kind == ErrorKind::internal);
  CHECK(below.error().message.starts_with("cannot write "));
  CHECK_FALSE(mrctl::write_file_atomically(folder / "file/x/a", "new", 0600).has_value());
}

TEST_CASE("a link stays a link and what it points to is written") {
  const TemporaryFolder folder;
  folder.write("real", "old");
  std::filesystem::create_symlink("real", folder / "link");
  REQUIRE(mrctl::write_file_atomically(folder / "link", "new", 0600).has_value());
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(folder.read("real") == "new");
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
