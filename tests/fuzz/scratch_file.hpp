#pragma once

#include "checks.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace mrctl::fuzz {

// A folder of this process, which goes with it.
class ScratchFolder {
public:
  ScratchFolder() {
    auto name = (std::filesystem::temp_directory_path() / "mrctl-fuzz-XXXXXX").string();
    require(::mkdtemp(name.data()) != nullptr, "a scratch folder");
    path_ = name;
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() { std::filesystem::remove_all(path_); }

  // Writes a file that only its owner can read, and returns its path.
  [[nodiscard]] std::string write(std::string_view name, std::string_view text) const {
    const auto path = path_ / name;
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
    std::filesystem::permissions(path, std::filesystem::perms::owner_read |
                                           std::filesystem::perms::owner_write);
    return path.string();
  }

private:
  std::filesystem::path path_;
};

} // namespace mrctl::fuzz
