#pragma once

#include "mrctl/base/error.hpp"

extern "C" {
#include <jq.h>
#include <jv.h>
}
#ifndef MRCTL_LIBRARIES_INSIDE
// jv.h defines a function that calls this one. Neither is called, and libjq is not linked.
#pragma weak jv_get_kind
#endif

namespace mrctl::filter {

// Versions from 1.7 on have it; jq.h of 1.6 does not declare it.
using JqSetStderrCallback = void (*)(jq_state*, jq_msg_cb, void*);

// The functions of libjq that this room calls, looked up at run time (docs/decisions/0009). Those
// with a jv argument free it.
struct JqLibrary {
  decltype(&jq_init) init;
  decltype(&jq_teardown) teardown;
  decltype(&jq_set_attr) set_attr;
  decltype(&jq_set_error_cb) set_error_cb;
  decltype(&jq_set_input_cb) set_input_cb;
  decltype(&jq_set_debug_cb) set_debug_cb;
  JqSetStderrCallback set_stderr_cb; // null before 1.7, which writes to the descriptor directly
  decltype(&jq_set_nomem_handler) set_nomem_handler;
  decltype(&jq_util_input_init) input_init;
  decltype(&jq_util_input_free) input_free;
  jq_input_cb next_input_cb;
  decltype(&jq_compile) compile;
  decltype(&jq_start) start;
  decltype(&jq_next) next;
  decltype(&jq_halted) halted;
  decltype(&jq_get_error_message) get_error_message;
  decltype(&jv_get_kind) kind;
  decltype(&jv_free) free;
  decltype(&jv_copy) copy;
  decltype(&jv_array) array;
  decltype(&jv_string) string;
  decltype(&jv_string_value) string_value;
  decltype(&jv_string_length_bytes) string_length_bytes;
  decltype(&jv_invalid_get_msg) invalid_get_msg;
  decltype(&jv_parse_sized) parse_sized;
  decltype(&jv_dump_string) dump_string;
};

// Opens libjq; opening it again is cheap. Fails with an internal error that says how to install it.
[[nodiscard]] Result<JqLibrary> open_jq();

} // namespace mrctl::filter
