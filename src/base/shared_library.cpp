#include "mrctl/base/shared_library.hpp"

#include <fmt/format.h>

#include <dlfcn.h>
#include <filesystem>
#include <system_error>

namespace mrctl {

tl::expected<SharedLibrary, std::string> SharedLibrary::open(const char* name) {
  // RTLD_NOW would resolve every name in every library that it depends on, which is slow and which
  // a linked program does not do either (docs/decisions/0011).
  void* handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) return tl::unexpected<std::string>(dlerror());
  return SharedLibrary(handle);
}

SharedLibrary::Symbol SharedLibrary::operator()(const char* name) {
  const auto symbol = optional(name);
  if (symbol.address == nullptr && missing_.empty()) missing_ = name;
  return symbol;
}

SharedLibrary::Symbol SharedLibrary::optional(const char* name) const {
  return {dlsym(handle_, name)};
}

Error cannot_open(const LibraryName& library, std::string_view reason) {
  return Error::internal(fmt::format("cannot open {}: {}", library.name, reason))
      .with_hint(std::string(library.hint));
}

std::string shared_library_path(const void* address) {
  Dl_info own{};
  Dl_info found{};
  if (dladdr(address, &found) == 0 || found.dli_fname == nullptr) return {};
  if (dladdr(reinterpret_cast<const void*>(&shared_library_path), &own) != 0 &&
      own.dli_fbase == found.dli_fbase)
    return {};
  std::error_code error;
  const auto path = std::filesystem::canonical(found.dli_fname, error);
  return error ? found.dli_fname : path.string();
}

} // namespace mrctl
