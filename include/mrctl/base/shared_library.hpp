#pragma once

#include "mrctl/base/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl {

// What is known of a library that is opened at run time, or that a static program has inside.
struct OpenedLibrary {
  std::string version;           // as it tells itself; empty where it does not
  std::string path;              // empty where it is inside the program
  std::vector<std::string> with; // "OpenSSL/3.0.19": the libraries that it reports
};

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

  // The program itself, for libraries that are linked into it.
  [[nodiscard]] static SharedLibrary inside() { return SharedLibrary(nullptr); }

  // Looks a name up; null if there is none.
  [[nodiscard]] Symbol operator()(const char* name);

  // Looks up a name that the library may lack.
  [[nodiscard]] Symbol optional(const char* name) const;

  // Returns the first required name that is missing, or nothing.
  [[nodiscard]] const std::string& missing() const { return missing_; }

private:
  explicit SharedLibrary(void* handle) : handle_(handle) {}

  void* handle_;
  std::string missing_;
};

// A library to open, in words for people.
struct LibraryName {
  const char* file;      // "libcurl.so.4"
  std::string_view name; // "libcurl"
  std::string_view hint; // how to install it
};

[[nodiscard]] Error cannot_open(const LibraryName& library, std::string_view reason);

// Opens a library and looks up its functions: `look_up` fills a struct with MRCTL_SYMBOL(name) and
// has a parameter `symbol` for it. Fails with an internal error if the library or a name is
// missing.
//
// A fully static program has its libraries inside (docs/decisions/0016); every other one opens
// them.
#ifdef MRCTL_LIBRARIES_INSIDE
#define MRCTL_SYMBOL(name) (&(name))
#define MRCTL_OPTIONAL_SYMBOL(name) (&(name))
template <class Functions>
[[nodiscard]] Result<Functions> open_functions(const LibraryName&,
                                               Functions (*look_up)(SharedLibrary& symbol)) {
  auto inside = SharedLibrary::inside();
  return look_up(inside);
}
#else
#define MRCTL_SYMBOL(name) symbol(#name)
#define MRCTL_OPTIONAL_SYMBOL(name) symbol.optional(#name)
template <class Functions>
[[nodiscard]] Result<Functions> open_functions(const LibraryName& name,
                                               Functions (*look_up)(SharedLibrary& symbol)) {
  auto library = SharedLibrary::open(name.file);
  if (!library) return fail(cannot_open(name, library.error()));
  const auto functions = look_up(*library);
  if (library->missing().empty()) return functions;
  return fail(cannot_open(name, std::string(name.file) + " has no " + library->missing()));
}
#endif

// Returns the file that the function at the address came from, links resolved; empty where it is a
// part of the program itself.
[[nodiscard]] std::string shared_library_path(const void* address);

} // namespace mrctl
