#pragma once

#include "jq_library.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace mrctl::render {

// libjq with one program. It may end the process: libjq aborts where an assertion of its own does
// not hold and where there is no memory. What it has to say besides results, as `debug` and
// `stderr` do, it writes to file descriptor 2.
class JqMachine {
public:
  // `no_memory` is called where libjq gets none; it must not return.
  JqMachine(const JqLibrary& jq, void (*no_memory)(void* data));
  ~JqMachine();
  JqMachine(const JqMachine&) = delete;
  JqMachine& operator=(const JqMachine&) = delete;

  // Fails in libjq's words.
  [[nodiscard]] tl::expected<void, std::string> compile(const std::string& program);

  // Runs on a JSON text, which it frees, and hands over each result as compact JSON. Fails in
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
  std::string complaint_; // the first one of the compiler
};

} // namespace mrctl::render
