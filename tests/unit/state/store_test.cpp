#include "mrctl/state/canonical.hpp"
#include "mrctl/state/location.hpp"
#include "mrctl/state/store.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>
#include <sys/resource.h>

using mrctl::ErrorKind;
using mrctl::state::Change;
using mrctl::state::list_slugs;
using mrctl::state::lock_folder;
using mrctl::state::read_record;
using mrctl::state::replace_files;

namespace {

constexpr mrctl::state::RecordOf support{"https://router.example", "support"};

// Lets no file grow beyond so many bytes, as a full disk does.
class SmallFiles {
public:
  explicit SmallFiles(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before_) == 0);
    const rlimit limit{bytes, before_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

private:
  rlimit before_{};
  void (*handler_)(int);
};

} // namespace

TEST_CASE("where there is no record, none is read") {
  const TemporaryFolder folder;
  const auto none = read_record(folder / "t", support);
  REQUIRE(none.has_value());
  CHECK_FALSE(none->has_value());
}

TEST_CASE("a record is read from the file of its slug, and a broken one is named") {
  const TemporaryFolder folder;
  const auto record = mrctl::state::with_pending({}, support, mrctl::state::hash_of("1"));
  folder.write("support.json", mrctl::state::record_text(record));
  CHECK(read_record(folder / "", support).value() == record);
  const auto path = folder.write("support.json", "{");
  const auto broken = read_record(path.substr(0, path.rfind('/')), support);
  REQUIRE_FALSE(broken.has_value());
  CHECK(broken.error().message.find(path) != std::string::npos);
}

TEST_CASE("slugs are the names of the records, sorted") {
  const TemporaryFolder folder;
  folder.write("b.json", "");
  folder.write("a.b.json", "");
  folder.write("README", "");
  folder.write(".unfinished", "");
  const auto any = [](std::string_view) { return true; };
  CHECK(list_slugs(folder / "", any) == std::vector<std::string>{"a.b", "b"});
  CHECK(list_slugs(folder / "", [](std::string_view slug) { return slug != "b"; }) ==
        std::vector<std::string>{"a.b"});
  CHECK(list_slugs(folder / "none", any).value().empty());
  CHECK_FALSE(list_slugs(folder / "README", any).has_value());
}

TEST_CASE("a group of files is written, replaced and removed") {
  const TemporaryFolder folder;
  const auto old = folder.write("old", "x");
  const auto gone = folder.write("gone", "x");
  const std::vector<Change> changes{
      {folder / "new", "1"}, {old, "2"}, {gone, {}}, {folder / "never", {}}};
  for (const auto& outcome : replace_files(changes))
    CHECK(outcome.has_value());
  CHECK(folder.read("new") == "1");
  CHECK(folder.read("old") == "2");
  CHECK(folder.entries() == 2);
  const Change one{old, "3"};
  CHECK(replace_files({&one, 1}).front().has_value());
  CHECK(folder.read("old") == "3");
}

TEST_CASE("what does not fit on the disk leaves the old file, and nothing else") {
  const TemporaryFolder folder;
  const auto small = folder.write("small", "old");
  const auto large = folder.write("large", "old");
  const std::vector<Change> changes{{large, std::string(5000, 'x')}, {small, "new"}};
  std::vector<mrctl::Status> outcomes;
  {
    const SmallFiles full(4096);
    outcomes = replace_files(changes);
  }
  REQUIRE_FALSE(outcomes[0].has_value());
  CHECK(outcomes[0].error().kind == ErrorKind::internal);
  CHECK(outcomes[0].error().message == "cannot write " + large + ": File too large");
  CHECK(outcomes[1].has_value());
  CHECK(folder.read("large") == "old");
  CHECK(folder.read("small") == "new");
  CHECK(folder.entries() == 2);
}

TEST_CASE("a folder that is not there fails its files alone") {
  const TemporaryFolder folder;
  const std::vector<Change> changes{{folder / "none/a", "1"}, {folder / "b", "2"}};
  const auto outcomes = replace_files(changes);
  CHECK_FALSE(outcomes[0].has_value());
  CHECK(outcomes[1].has_value());
}

TEST_CASE("a folder is locked once") {
  const TemporaryFolder folder;
  auto first = lock_folder(folder / "s/t");
  REQUIRE(first.has_value());
  const auto second = lock_folder(folder / "s/t");
  REQUIRE_FALSE(second.has_value());
  CHECK(second.error().kind == ErrorKind::conflict);
  CHECK(lock_folder(folder / "s/other").has_value());
  first->reset();
  CHECK(lock_folder(folder / "s/t").has_value());
}

TEST_CASE("a lock takes the folders that it made with it where they are empty") {
  const TemporaryFolder folder;
  { CHECK(lock_folder(folder / "s/t").has_value()); }
  CHECK(folder.entries() == 0);
  {
    const auto lock = lock_folder(folder / "s/t");
    folder.write("s/t/a.json", "");
  }
  CHECK(std::filesystem::exists(folder / "s/t/a.json"));
}

TEST_CASE("a lock removes what a killed process left unfinished") {
  const TemporaryFolder folder;
  folder.write("t/.unfinished", "");
  folder.write("t/a.json", "");
  const auto lock = lock_folder(folder / "t");
  CHECK_FALSE(std::filesystem::exists(folder / "t/.unfinished"));
  CHECK(std::filesystem::exists(folder / "t/a.json"));
}

TEST_CASE("a folder that cannot be made, or written, is told") {
  const TemporaryFolder folder;
  folder.write("file", "");
  const auto lock = lock_folder(folder / "file/t");
  REQUIRE_FALSE(lock.has_value());
  CHECK(lock.error().kind == ErrorKind::internal);
  CHECK(mrctl::state::check_writable(folder / "").has_value());
  CHECK_FALSE(mrctl::state::check_writable(folder / "none").has_value());
}
