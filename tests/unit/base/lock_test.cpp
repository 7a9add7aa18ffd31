#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"

#include "temporary_folder.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <thread>
#include <utility>

using mrctl::Busy;
using mrctl::lock_folder;

TEST_CASE("one holds a folder's lock at a time, and its end frees it") {
  const TemporaryFolder folder;
  {
    auto first = lock_folder(folder / "", Busy::refuse);
    REQUIRE(first.has_value());
    const auto second = lock_folder(folder / "", Busy::refuse);
    REQUIRE_FALSE(second.has_value());
    CHECK(second.error().kind == mrctl::ErrorKind::conflict);
    CHECK(second.error().message == "another mrctl is changing files in " + (folder / ""));
    const auto moved = std::move(*first);
    CHECK_FALSE(lock_folder(folder / "", Busy::refuse).has_value());
  }
  CHECK(lock_folder(folder / "", Busy::wait).has_value());
  CHECK(folder.entries() == 0);
}

TEST_CASE("a folder that is not there cannot be locked") {
  const TemporaryFolder folder;
  const auto missing = lock_folder(folder / "missing", Busy::wait);
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().kind == mrctl::ErrorKind::internal);
  CHECK_FALSE(lock_folder(folder.write("file", ""), Busy::wait).has_value());
}

TEST_CASE("the lock on a file goes to the file that took its place") {
  const TemporaryFolder folder;
  const auto path = folder / "summary.md";
  auto first = mrctl::lock_file(path, 0644);
  REQUIRE(first.has_value());
  CHECK(std::filesystem::is_regular_file(path));
  std::thread second([&] {
    const auto held = mrctl::lock_file(path, 0644);
    CHECK(held.has_value());
    CHECK(folder.read("summary.md") == "new");
  });
  REQUIRE(mrctl::replace_file(path, "new"));
  { const auto released = *std::move(first); }
  second.join();
}

TEST_CASE("a file that cannot be made cannot be locked") {
  const TemporaryFolder folder;
  const auto missing = mrctl::lock_file(folder / "missing/a", 0644);
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().message ==
        "cannot write " + (folder / "missing/a") + ": No such file or directory");
}
