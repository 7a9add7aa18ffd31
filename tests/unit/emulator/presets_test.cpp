#include "mrctl/emulator/presets.hpp"

#include "counting_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

class Folder {
public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "mrctl-presets-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  [[nodiscard]] std::string file(const char* name) const { return (path_ / name).string(); }

private:
  std::filesystem::path path_;
};

Preset add(PresetTable& table, const char* slug, const char* config = "{}") {
  const auto hold = table.hold(slug);
  REQUIRE(hold);
  auto preset = table.add_version(*hold, {config, "Be kind."}, counting_sources());
  REQUIRE(preset);
  return std::move(*preset);
}

PresetTable open(const std::string& file) {
  auto table = PresetTable::open(file);
  REQUIRE_MESSAGE(table, table.error().message);
  return std::move(*table);
}

std::string reason_not_to_open(const std::string& file) {
  const auto table = PresetTable::open(file);
  REQUIRE_FALSE(table);
  CHECK(table.error().kind == ErrorKind::usage);
  CHECK(table.error().message.find(file) != std::string::npos);
  return table.error().message;
}

} // namespace

TEST_CASE("a preset with a file survives a restart") {
  const Folder folder;
  const auto file = folder.file("presets.db");
  const auto before = [&] {
    auto table = open(file);
    return add(table, "support", R"({"seed":1})");
  }();
  auto table = open(file);
  const auto after = add(table, "support");
  CHECK(after.id == before.id);
  CHECK(after.created_at == before.created_at);
  CHECK(after.version.number == 2);
}

TEST_CASE("an acknowledged version survives kill -9") {
  const Folder folder;
  const auto file = folder.file("presets.db");
  const pid_t writer = fork();
  if (writer == 0) {
    auto table = PresetTable::open(file);
    if (!table) _exit(1);
    const auto hold = table->hold("support");
    if (!table->add_version(*hold, {"{}", std::nullopt}, counting_sources())) _exit(1);
    raise(SIGKILL);
  }
  int status = 0;
  REQUIRE(waitpid(writer, &status, 0) == writer);
  REQUIRE(WIFSIGNALED(status));
  auto table = open(file);
  CHECK(add(table, "support").version.number == 2);
}

TEST_CASE("presets in memory are forgotten") {
  for (int run = 0; run < 2; ++run) {
    auto table = open("");
    CHECK(add(table, "support").version.number == 1);
  }
}

TEST_CASE("a slug is held once, until the hold ends") {
  auto table = open("");
  {
    auto first = table.hold("support");
    REQUIRE(first);
    CHECK_FALSE(table.hold("support"));
    CHECK(table.hold("other"));
    const auto moved = std::move(*first);
    CHECK_FALSE(table.hold("support"));
  }
  CHECK(table.hold("support"));
}

TEST_CASE("two tables on one file count the same versions") {
  const Folder folder;
  auto one = open(folder.file("presets.db"));
  auto two = open(folder.file("presets.db"));
  CHECK(add(one, "support").version.number == 1);
  CHECK(add(two, "support").version.number == 2);
  CHECK(add(one, "support").version.number == 3);
}

TEST_CASE("a file that cannot be a database is one clear error") {
  const Folder folder;
  std::ofstream(folder.file("text"))
      << "This is a text that is long enough to be read as a page of a database.";
  CHECK(reason_not_to_open(folder.file("text")).find("file is not a database") !=
        std::string::npos);
  CHECK(reason_not_to_open(folder.file("missing/presets.db")).find("unable to open") !=
        std::string::npos);
  CHECK(reason_not_to_open(folder.file("")).find("unable to open") != std::string::npos);
}

TEST_CASE("another program's database is left alone") {
  const Folder folder;
  const auto file = folder.file("other.db");
  SQLite::Database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
      .exec("CREATE TABLE theirs (a)");
  CHECK(reason_not_to_open(file).find("belongs to another program") != std::string::npos);
  SQLite::Database other(file, SQLite::OPEN_READONLY);
  CHECK(other.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 1);
}
