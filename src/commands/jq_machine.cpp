#include "jq_machine.hpp"

#include "mrctl/base/file.hpp"

#include <limits>
#include <unistd.h>
#include <utility>

namespace mrctl::commands {

namespace {

constexpr int compactly = 0;

// A failure cannot be reported any more.
void say(std::string_view text) {
  write_whole(STDERR_FILENO, text);
}

} // namespace

JqMachine::JqMachine(const JqLibrary& jq, void (*no_memory)(void* data))
    : jq_(jq), state_(jq.init()), no_inputs_(jq.input_init(nullptr, nullptr)) {
  jq_.set_nomem_handler(state_, no_memory, nullptr);
  set_callbacks();
}

JqMachine::~JqMachine() {
  jq_.teardown(&state_);
  jq_.input_free(&no_inputs_);
}

// libjq calls all of them without checking whether they are set. The input is libjq's file reader
// without files, because `input_line_number` requires it.
void JqMachine::set_callbacks() {
  jq_.set_error_cb(state_, keep_complaint, this);
  jq_.set_input_cb(state_, jq_.next_input_cb, no_inputs_);
  jq_.set_debug_cb(state_, say_debug, this);
  if (jq_.set_stderr_cb != nullptr) jq_.set_stderr_cb(state_, say_text, this);
}

void JqMachine::keep_complaint(void* machine, jv message) {
  auto& self = *static_cast<JqMachine*>(machine);
  auto words = self.words_of(message);
  if (self.complaint_.empty()) self.complaint_ = std::move(words);
}

// Like the program jq.
void JqMachine::say_debug(void* machine, jv message) {
  say(R"(["DEBUG:",)" + static_cast<JqMachine*>(machine)->json_of(message) + "]\n");
}

void JqMachine::say_text(void* machine, jv message) {
  say(static_cast<JqMachine*>(machine)->words_of(message));
}

std::string JqMachine::text_of(jv value) {
  const auto length = static_cast<std::size_t>(jq_.string_length_bytes(jq_.copy(value)));
  std::string text(jq_.string_value(value), length);
  jq_.free(value);
  return text;
}

std::string JqMachine::json_of(jv value) {
  return text_of(jq_.dump_string(value, compactly));
}

std::string JqMachine::words_of(jv message) {
  return jq_.kind(message) == JV_KIND_STRING ? text_of(message) : json_of(message);
}

tl::expected<void, std::string> JqMachine::compile(const std::string& program) {
  // Without a list of folders, libjq aborts if a program imports a module.
  jq_.set_attr(state_, jq_.string("JQ_LIBRARY_PATH"), jq_.array());
  if (jq_.compile(state_, program.c_str()) != 0) return {};
  return tl::unexpected(std::move(complaint_));
}

// The value of jq_next() after the last result: nothing, an error, or the reason for a halt.
tl::expected<void, std::string> JqMachine::verdict_on_end(jv end) {
  auto message = jq_.invalid_get_msg(end);
  if (jq_.halted(state_) != 0) {
    jq_.free(std::exchange(message, jq_.get_error_message(state_)));
    if (jq_.kind(message) == JV_KIND_INVALID) return {};
  } else if (jq_.kind(message) == JV_KIND_NULL) {
    return {};
  }
  return tl::unexpected(words_of(message));
}

tl::expected<void, std::string> JqMachine::run(std::string json, const Take& take) {
  if (json.size() > std::numeric_limits<int>::max())
    return tl::unexpected<std::string>("it is larger than 2 GiB");
  const auto input = jq_.parse_sized(json.data(), static_cast<int>(json.size()));
  std::exchange(json, {}); // libjq's value takes several times the memory of the text
  if (jq_.kind(input) == JV_KIND_INVALID)
    return tl::unexpected(words_of(jq_.invalid_get_msg(input)));
  jq_.start(state_, input, compactly);
  auto result = jq_.next(state_);
  for (; jq_.kind(result) != JV_KIND_INVALID; result = jq_.next(state_))
    take(json_of(result));
  return verdict_on_end(result);
}

} // namespace mrctl::commands
