#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/location.hpp"
#include "mrctl/apply/record_store.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/resource.h>

using mrctl::ErrorKind;
using mrctl::apply::lock_folder;
using mrctl::apply::records_in_folders;

namespace {

mrctl::Result<std::optional<mrctl::apply::Record>> read_record(const std::string& folder,
                                                               mrctl::apply::RecordOf preset) {
  const mrctl::apply::RecordsPlace place{.target = "t"};
  return mrctl::apply::read_record(place.records_in(folder), preset);
}

constexpr mrctl::apply::RecordOf support_preset{"https://router.example", "support"};

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
  const auto none = read_record(folder / "t", support_preset);
  REQUIRE(none.has_value());
  CHECK_FALSE(none->has_value());
}

TEST_CASE("a record is read from the file of its slug, and a broken one is named") {
  const TemporaryFolder folder;
  const auto record = mrctl::apply::with_pending({}, support_preset, mrctl::apply::hash_of("1"));
  folder.write("support.json", mrctl::apply::record_text(record));
  CHECK(read_record(folder / "", support_preset).value() == record);
  const auto path = folder.write("support.json", "{");
  const auto broken = read_record(path.substr(0, path.rfind('/')), support_preset);
  REQUIRE_FALSE(broken.has_value());
  CHECK(broken.error().message.find(path) != std::string::npos);
}

TEST_CASE("slugs are the names of the records, sorted") {
  const TemporaryFolder folder;
  folder.write("b.json", "");
  folder.write("a.b.json", "");
  folder.write("README", "");
  folder.write(".unfinished", "");
  const auto records = records_in_folders();
  CHECK(records->list_slugs(folder / "") == std::vector<std::string>{"a.b", "b"});
  CHECK(records->list_slugs(folder / "none").value().empty());
  CHECK_FALSE(records->list_slugs(folder / "README").has_value());
}

TEST_CASE("a record is written, replaced and removed") {
  const TemporaryFolder folder;
  const auto records = lock_folder(folder / "").value();
  CHECK(records->replace_record("a", "1").has_value());
  CHECK(folder.read("a.json") == "1");
  CHECK(records->replace_record("a", "22").has_value());
  CHECK(folder.read("a.json") == "22");
  CHECK(records->replace_record("a", "3").has_value());
  CHECK(folder.read("a.json") == "3");
  CHECK(records->replace_record("a", {}).has_value());
  CHECK(records->replace_record("a", {}).has_value());
  CHECK_FALSE(std::filesystem::exists(folder / "a.json"));
  CHECK(records->bring_to_disk().has_value());
}

TEST_CASE("each record has its own text whichever files were used before") {
  const TemporaryFolder folder;
  const auto records = lock_folder(folder / "").value();
  const auto text_of = [](std::size_t i, std::size_t round) {
    return std::string(40 + 7 * i % 5, 'a') + std::to_string(100 * round + i);
  };
  for (std::size_t round = 0; round < 3; ++round)
    for (std::size_t i = 0; i < 5; ++i)
      CHECK(records->replace_record(std::to_string(i), text_of(i, round)).has_value());
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(folder.read(std::to_string(i) + ".json") == text_of(i, 2));
}

TEST_CASE("when the lock is gone, only records are left") {
  const TemporaryFolder folder;
  {
    const auto records = lock_folder(folder / "").value();
    CHECK(records->replace_record("a", "1").has_value());
    CHECK(records->replace_record("a", "2").has_value());
  }
  CHECK(folder.entries() == 1);
}

TEST_CASE("a replaced file does not change for those who have it open") {
  const TemporaryFolder folder;
  const auto records = lock_folder(folder / "").value();
  CHECK(records->replace_record("a", "old").has_value());
  std::ifstream reader(folder / "a.json");
  for (const auto* slug : {"a", "b", "c"})
    CHECK(records->replace_record(slug, "new").has_value());
  CHECK(std::string(std::istreambuf_iterator<char>(reader), {}) == "old");
}

TEST_CASE("a replaced file does not change where it has another name") {
  const TemporaryFolder folder;
  const auto records = lock_folder(folder / "").value();
  CHECK(records->replace_record("a", "old").has_value());
  std::filesystem::create_hard_link(folder / "a.json", folder / "copy");
  for (const auto* slug : {"a", "b", "c"})
    CHECK(records->replace_record(slug, "new").has_value());
  CHECK(folder.read("copy") == "old");
}

TEST_CASE("the permissions of a replaced record do not become another one's") {
  const TemporaryFolder folder;
  const auto records = lock_folder(folder / "").value();
  CHECK(records->replace_record("a", "old").has_value());
  const auto usual = folder.mode_of("a.json");
  std::filesystem::permissions(folder / "a.json", std::filesystem::perms::owner_all);
  for (const auto* slug : {"a", "b", "c"}) {
    CHECK(records->replace_record(slug, "new").has_value());
    CHECK(folder.mode_of(std::string(slug) + ".json") == usual);
  }
}

TEST_CASE("a record that does not fit on the disk stays as it was, and nothing else is left") {
  const TemporaryFolder folder;
  const auto record = folder.write("record.json", "old");
  const auto records = lock_folder(folder / "").value();
  mrctl::Status written;
  {
    const SmallFiles full(4096);
    written = records->replace_record("record", std::string(5000, 'x'));
  }
  REQUIRE_FALSE(written.has_value());
  CHECK(written.error().kind == ErrorKind::internal);
  CHECK(written.error().message.find("record.json: File too large") != std::string::npos);
  CHECK(folder.read("record.json") == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a record in a folder that was removed cannot be written") {
  const TemporaryFolder folder;
  const auto records = lock_folder(folder / "t").value();
  std::filesystem::remove(folder / "t");
  CHECK_FALSE(records->replace_record("a", "1").has_value());
}

TEST_CASE("nothing is written to a folder that was moved or replaced") {
  const TemporaryFolder folder;
  const auto records = lock_folder(folder / "s/t").value();
  CHECK(records->replace_record("a", "1").has_value());
  std::filesystem::rename(folder / "s", folder / "moved");
  CHECK_FALSE(records->bring_to_disk().has_value());
  std::filesystem::create_directories(folder / "s/t");
  const auto written = records->replace_record("a", "2");
  REQUIRE_FALSE(written.has_value());
  CHECK(written.error().kind == ErrorKind::internal);
  CHECK(written.error().message.find("s/t: it was moved or replaced") != std::string::npos);
  CHECK(folder.read("moved/t/a.json") == "1");
  CHECK(std::filesystem::is_empty(folder / "s/t"));
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
  CHECK(lock_folder(folder / "").value()->check_writable().has_value());
}
