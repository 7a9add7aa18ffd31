#include "jq_library.hpp"

#include "mrctl/base/dlopen_note.hpp"
#include "mrctl/base/shared_library.hpp"

#include <pwd.h>

#ifdef MRCTL_LIBRARIES_INSIDE
// libjq 1.6 does not have it: then its address is null.
extern "C" [[gnu::weak]] void jq_set_stderr_cb(jq_state*, jq_msg_cb, void*);

// Without HOME libjq asks for the user's home folder, and a static glibc would open the system's
// own libraries to answer.
extern "C" passwd* getpwuid(uid_t) {
  return nullptr;
}
#endif

namespace mrctl::filter {

namespace {

#define MRCTL_LIBJQ "libjq.so.1"

#ifndef MRCTL_LIBRARIES_INSIDE
MRCTL_DLOPEN_NOTE(MRCTL_LIBJQ, "jq", "The flag --jq", "recommended");
#endif

JqLibrary look_up([[maybe_unused]] SharedLibrary& symbol) {
  return {
      .init = MRCTL_SYMBOL(jq_init),
      .teardown = MRCTL_SYMBOL(jq_teardown),
      .set_attr = MRCTL_SYMBOL(jq_set_attr),
      .set_error_cb = MRCTL_SYMBOL(jq_set_error_cb),
      .set_input_cb = MRCTL_SYMBOL(jq_set_input_cb),
      .set_debug_cb = MRCTL_SYMBOL(jq_set_debug_cb),
      .set_stderr_cb = MRCTL_OPTIONAL_SYMBOL(jq_set_stderr_cb),
      .set_nomem_handler = MRCTL_SYMBOL(jq_set_nomem_handler),
      .input_init = MRCTL_SYMBOL(jq_util_input_init),
      .input_free = MRCTL_SYMBOL(jq_util_input_free),
      .next_input_cb = MRCTL_SYMBOL(jq_util_input_next_input_cb),
      .compile = MRCTL_SYMBOL(jq_compile),
      .start = MRCTL_SYMBOL(jq_start),
      .next = MRCTL_SYMBOL(jq_next),
      .halted = MRCTL_SYMBOL(jq_halted),
      .get_error_message = MRCTL_SYMBOL(jq_get_error_message),
      .kind = MRCTL_SYMBOL(jv_get_kind),
      .free = MRCTL_SYMBOL(jv_free),
      .copy = MRCTL_SYMBOL(jv_copy),
      .array = MRCTL_SYMBOL(jv_array),
      .string = MRCTL_SYMBOL(jv_string),
      .string_value = MRCTL_SYMBOL(jv_string_value),
      .string_length_bytes = MRCTL_SYMBOL(jv_string_length_bytes),
      .invalid_get_msg = MRCTL_SYMBOL(jv_invalid_get_msg),
      .parse_sized = MRCTL_SYMBOL(jv_parse_sized),
      .dump_string = MRCTL_SYMBOL(jv_dump_string),
  };
}

constexpr LibraryName libjq{.file = MRCTL_LIBJQ,
                            .name = "libjq, which --jq needs",
                            .hint = "install libjq 1.6 or newer (on Debian: apt install libjq1)"};

} // namespace

Result<JqLibrary> open_jq() {
  return open_functions(libjq, look_up);
}

} // namespace mrctl::filter
