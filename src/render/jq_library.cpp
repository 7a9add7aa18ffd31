#include "jq_library.hpp"

#include "mrctl/base/shared_library.hpp"

#include <fmt/format.h>

#include <string_view>

namespace mrctl::render {

namespace {

constexpr const char* library_name = "libjq.so.1";

JqLibrary look_up(SharedLibrary& symbol) {
  return {
      .init = symbol("jq_init"),
      .teardown = symbol("jq_teardown"),
      .set_attr = symbol("jq_set_attr"),
      .set_error_cb = symbol("jq_set_error_cb"),
      .set_input_cb = symbol("jq_set_input_cb"),
      .set_debug_cb = symbol("jq_set_debug_cb"),
      .set_stderr_cb = symbol.optional("jq_set_stderr_cb"),
      .set_nomem_handler = symbol("jq_set_nomem_handler"),
      .input_init = symbol("jq_util_input_init"),
      .input_free = symbol("jq_util_input_free"),
      .next_input_cb = symbol("jq_util_input_next_input_cb"),
      .compile = symbol("jq_compile"),
      .start = symbol("jq_start"),
      .next = symbol("jq_next"),
      .halted = symbol("jq_halted"),
      .get_error_message = symbol("jq_get_error_message"),
      .kind = symbol("jv_get_kind"),
      .free = symbol("jv_free"),
      .copy = symbol("jv_copy"),
      .array = symbol("jv_array"),
      .string = symbol("jv_string"),
      .string_value = symbol("jv_string_value"),
      .string_length_bytes = symbol("jv_string_length_bytes"),
      .invalid_get_msg = symbol("jv_invalid_get_msg"),
      .parse_sized = symbol("jv_parse_sized"),
      .dump_string = symbol("jv_dump_string"),
  };
}

Error cannot_open(std::string_view reason) {
  return Error::internal(fmt::format("cannot open libjq, which --jq needs: {}", reason))
      .with_hint("install libjq 1.6 or newer (on Debian: apt install libjq1)");
}

} // namespace

Result<JqLibrary> open_jq() {
  auto library = SharedLibrary::open(library_name);
  if (!library) return fail(cannot_open(library.error()));
  const auto jq = look_up(*library);
  if (!library->missing().empty())
    return fail(cannot_open(fmt::format("{} has no {}", library_name, library->missing())));
  return jq;
}

} // namespace mrctl::render
