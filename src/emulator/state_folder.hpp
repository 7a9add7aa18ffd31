#pragma once

#include "mrctl/base/result.hpp"

#include <string>

namespace mrctl::emulator {

// The folder in which `preset apply` remembers what it sent to this emulator. It ends with what it
// speaks of: beside a database it stays, without one it goes with the object.
class StateFolder {
public:
  // Fails with an internal error where it cannot be made.
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
