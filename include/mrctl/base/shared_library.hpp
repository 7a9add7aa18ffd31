#pragma once

#include <tl/expected.hpp>

#include <string>

namespace mrctl {

// A library that is opened when it is needed, to keep starts fast (docs/decisions/0003). It is
// never closed: libraries register functions that run when the process ends.
class SharedLibrary {
public:
  // Converts to a function pointer of the type that it is assigned to.
  struct Symbol {
    void* address;

    template <class Function>
    operator Function*() const { // NOLINT(google-explicit-constructor)
      return reinterpret_cast<Function*>(address);
    }
  };

  // Fails with the system's message if it cannot be opened. Opening it again is cheap.
  [[nodiscard]] static tl::expected<SharedLibrary, std::string> open(const char* name);

  // Looks a name up; null if there is none.
  [[nodiscard]] Symbol operator()(const char* name);

  // The same for an optional name.
  [[nodiscard]] Symbol optional(const char* name) const;

  // Returns the first required name that is missing, or nothing.
  [[nodiscard]] const std::string& missing() const { return missing_; }

private:
  explicit SharedLibrary(void* handle) : handle_(handle) {}

  void* handle_;
  std::string missing_;
};

// Returns the file that the function at the address came from, links resolved; empty where it is a
// part of the program itself.
[[nodiscard]] std::string shared_library_path(const void* address);

} // namespace mrctl
