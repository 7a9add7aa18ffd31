#include "mrctl/commands/jq.hpp"

#include "jq_child.hpp"
#include "jq_process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::commands {

namespace {

constexpr std::size_t mebibyte = 1U << 20U;

// More output suggests an endless program. The results and the text made from them are in memory
// together, and must fit the limit for an answer.
std::size_t largest_result(std::size_t text_size) {
  return 8 * mebibyte + 4 * text_size;
}

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
  if (may_be_the_shell) error.hint = "put the program in single quotes: --jq '.endpoints[].tag'";
  return error;
}

Error fails_on_data(std::string_view words) {
  return Error::unexpected_response(fmt::format("--jq failed on the result: {}", words));
}

Error takes_too_much(std::size_t text_size) {
  return fails_on_data(
      fmt::format("it needs more than {} MiB of memory", memory_of_filter(text_size) / mebibyte));
}

// The error of the last message, unless it reports success.
Error failure_in(const std::optional<JqMessage>& last, JqProcess& process, std::size_t text_size) {
  if (!last) return fails_on_data(process.ending());
  if (last->word == JqWord::failed) return fails_on_data(last->text);
  return takes_too_much(text_size);
}

} // namespace

void JqProgram::End::operator()(JqProcess* process) const {
  delete process;
}

Result<JqProgram> JqProgram::compile(const std::string& text, SayLine say) {
  TRY_ASSIGN(const auto jq, open_jq());
  TRY_ASSIGN(auto process, JqProcess::start(jq, text, std::move(say)));
  const auto verdict = process->receive();
  if (!verdict) return fail(does_not_compile(process->ending()));
  if (verdict->word == JqWord::refused) return fail(does_not_compile(verdict->text));
  if (verdict->word != JqWord::ready) return fail(does_not_compile("it needs too much memory"));
  return JqProgram(std::unique_ptr<JqProcess, End>(process.release()));
}

Result<std::vector<std::string>> JqProgram::run(std::string_view json) {
  process_->send(json);
  std::vector<std::string> results;
  std::size_t size = 0;
  const auto most = largest_result(json.size());
  auto message = process_->receive();
  for (; message && message->word == JqWord::result; message = process_->receive()) {
    results.push_back(std::move(message->text));
    size += results.back().size() + sizeof(std::string);
    if (size > most)
      return fail(fails_on_data(fmt::format("it produces more than {} MiB", most / mebibyte)));
  }
  if (message && message->word == JqWord::done) return results;
  return fail(failure_in(message, *process_, json.size()));
}

} // namespace mrctl::commands
