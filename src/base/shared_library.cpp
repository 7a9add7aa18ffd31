#include "mrctl/base/shared_library.hpp"

#include <dlfcn.h>

namespace mrctl {

tl::expected<SharedLibrary, std::string> SharedLibrary::open(const char* name) {
  void* handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return tl::unexpected<std::string>(dlerror());
  return SharedLibrary(handle);
}

SharedLibrary::Symbol SharedLibrary::operator()(const char* name) {
  void* address = dlsym(handle_, name);
  if (address == nullptr && missing_.empty()) missing_ = name;
  return {address};
}

} // namespace mrctl
