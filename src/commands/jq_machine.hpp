#pragma once

#include "jq_library.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace mrctl::commands {

// libjq with one program. It may end the process: libjq aborts if one of its assertions fails or
// memory runs out. Other output, such as that of `debug` and `stderr`, goes to file descriptor 2.
class JqMachine {
public:
  // `no_memory` is called if memory runs out; it must not return.
  JqMachine(const JqLibrary& jq, void (*no_memory)(void* data));
  ~JqMachine();
  JqMachine(const JqMachine&) = delete;
  JqMachine& operator=(const JqMachine&) = delete;

  // Fails with libjq's message.
  [[nodiscard]] tl::expected<void, std::string> compile(const std::string& program);

  // Runs on a JSON text, which it frees, and passes on each result as compact JSON. Fails in
  // libjq's words.
  using Take = std::function<void(std::string_view result)>;
  [[nodiscard]] tl::expected<void, std::string> run(std::string json, const Take& take);

private:
  static void keep_complaint(void* machine, jv message);
  static void say_debug(void* machine, jv message);
  static void say_text(void* machine, jv message);
  void set_callbacks();
  std::string text_of(jv value);
  std::string json_of(jv value);
  std::string words_of(jv message);
  tl::expected<void, std::string> verdict_on_end(jv end);

  JqLibrary jq_;
  jq_state* state_;
  jq_util_input_state* no_inputs_;
  std::string complaint_; // the first message of the compiler
};

} // namespace mrctl::commands
