#pragma once

#include "mrctl/base/result.hpp"

#include <string>

namespace mrctl::emulator {

// The folder in which `preset apply` records what it sent to this emulator. It lives as long as the
// presets: with a database it is kept, otherwise the destructor removes it.
class StateFolder {
public:
  // Fails with an internal error if it cannot be created.
  [[nodiscard]] static Result<StateFolder> make(const std::string& database);

  StateFolder(StateFolder&& other) noexcept;
  StateFolder(const StateFolder&) = delete;
  StateFolder& operator=(StateFolder&&) = delete;
  StateFolder& operator=(const StateFolder&) = delete;
  ~StateFolder();

  [[nodiscard]] const std::string& path() const { return path_; }

private:
  enum class Lasts { as_long_as_this, with_the_database };
  StateFolder(std::string path, Lasts lasts) : path_(std::move(path)), lasts_(lasts) {}

  std::string path_;
  Lasts lasts_;
};

} // namespace mrctl::emulator
