#include "mrctl/render/jq.hpp"

#include "mrctl/base/file.hpp"

#include "jq_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace mrctl::render {

namespace {

// More is a program that never ends rather than a result.
constexpr std::size_t largest_result = largest_input;

constexpr int compactly = 0;

void replace(std::string& text, std::string_view part, std::string_view replacement) {
  const auto at = text.find(part);
  if (at != std::string::npos) text.replace(at, part.size(), replacement);
}

// jq says "jq: error: syntax error, unexpected $end (Unix shell quoting issues?) at <top-level>,
// line 1:" and, below it, the program.
Error does_not_compile(std::string words) {
  constexpr std::string_view shell_question = " (Unix shell quoting issues?)";
  const bool may_be_the_shell = words.find(shell_question) != std::string::npos;
  words.resize(std::min(words.find('\n'), words.size()));
  replace(words, "jq: error: ", "");
  replace(words, shell_question, "");
  replace(words, " at <top-level>, line 1:", "");
  replace(words, " at <top-level>, line", " in line");
  replace(words, "$end", "end of the program");
  while (words.ends_with(':') || words.ends_with(' '))
    words.pop_back();
  auto error = Error::usage(fmt::format("--jq does not compile: {}", words));
  if (may_be_the_shell)
    error.hint = "single quotes keep the shell away from it: --jq '.endpoints[].tag'";
  return error;
}

Error fails_on_data(std::string_view words) {
  return Error::unexpected_response(fmt::format("--jq failed on the result: {}", words));
}

} // namespace

class JqProgram::Machine {
public:
  explicit Machine(const JqLibrary& jq) : jq_(jq), state_(jq.init()) {}
  ~Machine() { jq_.teardown(&state_); }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  Status compile(const std::string& text);
  Result<std::vector<std::string>> run(std::string_view json);

private:
  static void keep_message(void* machine, jv message);
  std::string text_of(jv value);
  std::string json_of(jv value) { return text_of(jq_.dump_string(value, compactly)); }
  std::string words_of(jv message);
  std::optional<Error> failure_of_end(jv end);

  JqLibrary jq_;
  jq_state* state_;
  std::string complaint_; // the first one of the compiler
};

void JqProgram::Machine::keep_message(void* machine, jv message) {
  auto& self = *static_cast<Machine*>(machine);
  auto words = self.words_of(message);
  if (self.complaint_.empty()) self.complaint_ = std::move(words);
}

std::string JqProgram::Machine::text_of(jv value) {
  const auto length = static_cast<std::size_t>(jq_.string_length_bytes(jq_.copy(value)));
  std::string text(jq_.string_value(value), length);
  jq_.free(value);
  return text;
}

std::string JqProgram::Machine::words_of(jv message) {
  return jq_.kind(message) == JV_KIND_STRING ? text_of(message) : json_of(message);
}

Status JqProgram::Machine::compile(const std::string& text) {
  // Without a list of folders, libjq aborts where a program imports a module.
  jq_.set_attr(state_, jq_.string("JQ_LIBRARY_PATH"), jq_.array());
  jq_.set_error_cb(state_, keep_message, this);
  if (jq_.compile(state_, text.c_str()) != 0) return {};
  return fail(does_not_compile(std::move(complaint_)));
}

// What jq_next() returns behind the last result: nothing, what went wrong, or why it was halted.
std::optional<Error> JqProgram::Machine::failure_of_end(jv end) {
  auto message = jq_.invalid_get_msg(end);
  if (jq_.halted(state_) != 0) {
    jq_.free(std::exchange(message, jq_.get_error_message(state_)));
    if (jq_.kind(message) == JV_KIND_INVALID) return std::nullopt;
  } else if (jq_.kind(message) == JV_KIND_NULL) {
    return std::nullopt;
  }
  return fails_on_data(words_of(message));
}

Result<std::vector<std::string>> JqProgram::Machine::run(std::string_view json) {
  if (json.size() > std::numeric_limits<int>::max())
    return fail(fails_on_data("it is larger than 2 GiB"));
  const auto input = jq_.parse_sized(json.data(), static_cast<int>(json.size()));
  if (jq_.kind(input) == JV_KIND_INVALID)
    return fail(fails_on_data(words_of(jq_.invalid_get_msg(input))));
  jq_.start(state_, input, compactly);
  std::vector<std::string> results;
  std::size_t size = 0;
  auto result = jq_.next(state_);
  for (; jq_.kind(result) != JV_KIND_INVALID; result = jq_.next(state_)) {
    results.push_back(json_of(result));
    size += results.back().size() + sizeof(std::string);
    if (size > largest_result)
      return fail(fails_on_data(fmt::format("it yields more than {} MiB", largest_result >> 20U)));
  }
  if (auto failure = failure_of_end(result)) return fail(*std::move(failure));
  return results;
}

void JqProgram::Stop::operator()(Machine* machine) const {
  delete machine;
}

Result<JqProgram> JqProgram::compile(const std::string& text) {
  const auto jq = open_jq();
  if (!jq) return fail(jq.error());
  std::unique_ptr<Machine, Stop> machine(new Machine(*jq));
  if (auto compiled = machine->compile(text); !compiled) return fail(std::move(compiled.error()));
  return JqProgram(std::move(machine));
}

Result<std::vector<std::string>> JqProgram::run(std::string_view json) {
  return machine_->run(json);
}

} // namespace mrctl::render
