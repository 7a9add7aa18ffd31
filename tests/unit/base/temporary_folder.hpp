#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <sys/stat.h>

// A folder of a test's own, removed with everything in it at the end.
class TemporaryFolder {
public:
  TemporaryFolder() {
    auto pattern = (std::filesystem::temp_directory_path() / "mrctl-test-XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] std::string operator/(std::string_view name) const {
    return (path_ / name).string();
  }

  // Returns the path of a new file with that content and mode; folders on its way are made.
  std::string write(std::string_view name, std::string_view content, mode_t mode = 0600) const {
    const auto path = path_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
    REQUIRE(::chmod(path.c_str(), mode) == 0);
    return path.string();
  }

  [[nodiscard]] std::string read(std::string_view name) const {
    std::ifstream in(path_ / name, std::ios::binary);
    REQUIRE(in.good());
    return {std::istreambuf_iterator<char>(in), {}};
  }

  [[nodiscard]] std::size_t entries() const {
    const auto begin = std::filesystem::directory_iterator(path_);
    return static_cast<std::size_t>(std::distance(begin, std::filesystem::directory_iterator()));
  }

  [[nodiscard]] mode_t mode_of(std::string_view name) const {
    struct stat info {};
    REQUIRE(::stat((path_ / name).c_str(), &info) == 0);
    return info.st_mode & 07777U;
  }

private:
  std::filesystem::path path_;
};
