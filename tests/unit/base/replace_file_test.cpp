#include "mrctl/base/file.hpp"

#include "temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using mrctl::ErrorKind;
using mrctl::replace_file;

namespace {

// Files may have at most so many bytes while it lives.
class FileSizeLimit {
public:
  explicit FileSizeLimit(rlim_t bytes) {
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before_) == 0);
    before_handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, before_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, before_handler_);
  }

private:
  rlimit before_{};
  void (*before_handler_)(int) = SIG_DFL;
};

std::string read_from(int fd) {
  std::array<char, 100> buffer{};
  const auto count = ::read(fd, buffer.data(), buffer.size());
  return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
}

} // namespace

TEST_CASE("a new file has the content and the mode asked for, and nothing lies beside it") {
  const TemporaryFolder folder;
  for (const auto durability :
       {mrctl::Durability::end_of_process, mrctl::Durability::loss_of_power}) {
    REQUIRE(replace_file(folder / "a", "new", {.mode_of_new = 0640, .durability = durability}));
    CHECK(folder.read("a") == "new");
    CHECK(folder.mode_of("a") == 0640);
    CHECK(folder.entries() == 1);
    std::filesystem::remove(folder / "a");
  }
  REQUIRE(replace_file(folder / "b", "new"));
  CHECK(folder.mode_of("b") == 0600);
}

TEST_CASE("a file that is replaced keeps its mode") {
  const TemporaryFolder folder;
  for (const mode_t mode : {0644U, 0400U, 0664U}) {
    folder.write("a", "old and longer", mode);
    REQUIRE(replace_file(folder / "a", "new", {.mode_of_new = 0600}));
    CHECK(folder.read("a") == "new");
    CHECK(folder.mode_of("a") == mode);
    std::filesystem::remove(folder / "a");
  }
}

TEST_CASE("a file that root replaces stays its owner's" * doctest::skip(::geteuid() != 0)) {
  const TemporaryFolder folder;
  constexpr uid_t owner = 12'345;
  constexpr gid_t group = 23'456;
  REQUIRE(::chown(folder.write("a", "old", 0644).c_str(), owner, group) == 0);
  REQUIRE(replace_file(folder / "a", "new"));
  struct stat info {};
  REQUIRE(::stat((folder / "a").c_str(), &info) == 0);
  CHECK(info.st_uid == owner);
  CHECK(info.st_gid == group);
  CHECK(folder.mode_of("a") == 0644);
}

TEST_CASE("missing folders are made for the owner only") {
  const TemporaryFolder folder;
  REQUIRE(replace_file(folder / "x/y/a", "new"));
  CHECK(folder.read("x/y/a") == "new");
  CHECK(folder.mode_of("x") == 0700);
  CHECK(folder.mode_of("x/y") == 0700);
}

TEST_CASE("a name as long as names can be is replaced") {
  const TemporaryFolder folder;
  const std::string name(255, 'n');
  REQUIRE(replace_file(folder / name, "old"));
  REQUIRE(replace_file(folder / name, "new"));
  CHECK(folder.read(name) == "new");
}

TEST_CASE("a link stays a link and what it points to is written, whether it is there or not") {
  const TemporaryFolder folder;
  folder.write("deep/real", "old", 0644);
  std::filesystem::create_symlink("deep/real", folder / "inner");
  std::filesystem::create_symlink("inner", folder / "link");
  REQUIRE(replace_file(folder / "link", "new"));
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(std::filesystem::is_symlink(folder / "inner"));
  CHECK(folder.read("deep/real") == "new");
  CHECK(folder.mode_of("deep/real") == 0644);

  std::filesystem::create_symlink("../elsewhere/later", folder / "deep/dangling");
  REQUIRE(replace_file(folder / "deep/dangling", "there"));
  CHECK(std::filesystem::is_symlink(folder / "deep/dangling"));
  CHECK(folder.read("elsewhere/later") == "there");
}

TEST_CASE("links in a circle are an error and stay as they are") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("b", folder / "a");
  std::filesystem::create_symlink("a", folder / "b");
  const auto failed = replace_file(folder / "a", "new");
  REQUIRE_FALSE(failed.has_value());
  CHECK(failed.error().kind == ErrorKind::internal);
  CHECK(std::filesystem::is_symlink(folder / "a"));
  CHECK(folder.entries() == 2);
}

TEST_CASE("a pipe is written and stays a pipe, through a link too") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  std::filesystem::create_symlink("pipe", folder / "link");
  const int reader = ::open((folder / "pipe").c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(reader >= 0);
  REQUIRE(replace_file(folder / "link", "new"));
  CHECK(read_from(reader) == "new");
  ::close(reader);
  CHECK(std::filesystem::is_fifo(folder / "pipe"));
  CHECK(folder.entries() == 2);
}

TEST_CASE("a device is written in place: a full one says so") {
  REQUIRE(replace_file("/dev/null", "gone"));
  CHECK(std::filesystem::is_character_file("/dev/null"));
  const auto full = replace_file("/dev/full", "new");
  REQUIRE_FALSE(full.has_value());
  CHECK(full.error().message == "cannot write /dev/full: No space left on device");
  CHECK(std::filesystem::is_character_file("/dev/full"));
}

TEST_CASE("a file without a name is written in place, and gets none") {
  const TemporaryFolder folder;
  const int fd = ::open(folder.write("a", "old and longer").c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(fd >= 0);
  std::filesystem::remove(folder / "a");
  // A descriptor with O_CLOEXEC is none that the process was started with.
  REQUIRE(replace_file("/proc/self/fd/" + std::to_string(fd), "new"));
  CHECK(read_from(fd) == "new");
  ::close(fd);
  CHECK(folder.entries() == 0);
}

TEST_CASE("a stream of the process is written where it stands, whatever leads to it") {
  const TemporaryFolder folder;
  const int fd = ::open(folder.write("log", "").c_str(), O_RDWR);
  REQUIRE(fd >= 0);
  const auto number = std::to_string(fd);
  std::filesystem::create_symlink("/dev/fd/" + number, folder / "link");
  std::string expected;
  for (const auto& path :
       {"/dev/fd/" + number, "/proc/self/fd/" + number, "/dev/./fd/" + number,
        "/proc/" + std::to_string(::getpid()) + "/fd/" + number, folder / "link"}) {
    CHECK(mrctl::own_stream(path) == fd);
    REQUIRE(::write(fd, "before ", 7) == 7);
    REQUIRE(replace_file(path, "new "));
    expected += "before new ";
    CHECK(folder.read("log") == expected);
  }
  ::close(fd);
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(folder.entries() == 2);
  for (const auto& path : {"/dev/fd/" + number, std::string("/dev/null"), folder / "log",
                           std::string("/dev/fd/x"), std::string("")})
    CHECK_FALSE(mrctl::own_stream(path).has_value());
}

TEST_CASE("a folder is not replaced") {
  const TemporaryFolder folder;
  folder.write("target/kept", "old");
  const auto failed = replace_file(folder / "target", "new");
  REQUIRE_FALSE(failed.has_value());
  CHECK(failed.error().kind == ErrorKind::internal);
  CHECK(failed.error().message == "cannot write " + (folder / "target") + ": Is a directory");
  CHECK(folder.read("target/kept") == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("where there is no room for all of it, the old content stays") {
  const TemporaryFolder folder;
  folder.write("a", "old");
  const FileSizeLimit limit(5);
  const auto failed = replace_file(folder / "a", "new and longer");
  REQUIRE_FALSE(failed.has_value());
  CHECK(failed.error().message == "cannot write " + (folder / "a") + ": File too large");
  CHECK(folder.read("a") == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a file where a folder should be is one clear error") {
  const TemporaryFolder folder;
  folder.write("file", "");
  const auto below = replace_file(folder / "file/a", "new");
  REQUIRE_FALSE(below.has_value());
  CHECK(below.error().kind == ErrorKind::internal);
  CHECK(below.error().message.starts_with("cannot write "));
  CHECK_FALSE(replace_file(folder / "file/x/a", "new").has_value());
}

TEST_CASE("a path is followed over links, and stays as it is without any") {
  const TemporaryFolder folder;
  folder.write("real", "");
  std::filesystem::create_symlink(folder / "real", folder / "absolute");
  CHECK(mrctl::followed_path(folder / "absolute") == folder / "real");
  CHECK(mrctl::followed_path(folder / "real") == folder / "real");
  CHECK(mrctl::followed_path(folder / "missing") == folder / "missing");
  CHECK(mrctl::folder_of("a") == ".");
  CHECK(mrctl::folder_of("/a") == "/");
  CHECK(mrctl::folder_of("a/b") == "a");
}

TEST_CASE("what cannot be looked at is not taken for missing") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("loop", folder / "loop");
  const auto below = replace_file(folder / "loop/a", "new");
  REQUIRE_FALSE(below.has_value());
  CHECK(below.error().message ==
        "cannot write " + (folder / "loop/a") + ": Too many levels of symbolic links");
  CHECK_FALSE(mrctl::followed_path(folder / "loop/a").has_value());
  CHECK_FALSE(mrctl::make_folders(folder / "loop/a").has_value());
}

TEST_CASE("a pipe is written as soon as somebody reads it") {
  const TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::string read;
  std::thread reader([&] { read = mrctl::read_file(pipe, 100).value(); });
  CHECK(replace_file(pipe, "new"));
  reader.join();
  CHECK(read == "new");
}
