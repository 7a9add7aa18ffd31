#include "mrctl/base/lock.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

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
