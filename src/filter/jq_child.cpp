#include "jq_child.hpp"

#include "mrctl/base/child.hpp"
#include "mrctl/base/file.hpp"

#include "jq_library.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace mrctl::filter {

namespace {

// A failure cannot be reported any more.
void say(std::string_view text) {
  write_whole(STDERR_FILENO, text);
}

[[noreturn]] void give_up(void* /*data*/) {
  ::_exit(memory_ran_out);
}

// libjq with one program. It may end the process: libjq aborts if one of its assertions fails, and
// give_up() is called if memory runs out. Other output, such as that of `debug` and `stderr`, goes
// to file descriptor 2.
class JqMachine {
public:
  // libjq calls all of the callbacks without checking whether they are set. The input is libjq's
  // file reader without files, because `input_line_number` requires it.
  explicit JqMachine(const JqLibrary& jq)
      : jq_(jq), state_(jq.init()), no_inputs_(jq.input_init(nullptr, nullptr)) {
    jq_.set_nomem_handler(state_, give_up, nullptr);
    jq_.set_error_cb(state_, keep_complaint, this);
    jq_.set_input_cb(state_, jq_.next_input_cb, no_inputs_);
    jq_.set_debug_cb(state_, say_debug, this);
    if (jq_.set_stderr_cb != nullptr) jq_.set_stderr_cb(state_, say_text, this);
  }
  JqMachine(const JqMachine&) = delete;
  JqMachine& operator=(const JqMachine&) = delete;
  ~JqMachine() {
    jq_.teardown(&state_);
    jq_.input_free(&no_inputs_);
  }

  // Fails with libjq's message.
  [[nodiscard]] tl::expected<void, std::string> compile(const std::string& program) {
    // Without a list of folders, libjq aborts if a program imports a module.
    jq_.set_attr(state_, jq_.string("JQ_LIBRARY_PATH"), jq_.array());
    if (jq_.compile(state_, program.c_str()) != 0) return {};
    return tl::unexpected(std::move(complaint_));
  }

  // Runs on a JSON text, which it frees, and passes on each result as compact JSON. Fails in
  // libjq's words.
  template <class Take>
  tl::expected<void, std::string> run(std::string json, Take take) {
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

private:
  static constexpr int compactly = 0;

  static void keep_complaint(void* machine, jv message) {
    auto& self = *static_cast<JqMachine*>(machine);
    auto words = self.words_of(message);
    if (self.complaint_.empty()) self.complaint_ = std::move(words);
  }

  // Like the program jq.
  static void say_debug(void* machine, jv message) {
    say(R"(["DEBUG:",)" + static_cast<JqMachine*>(machine)->json_of(message) + "]\n");
  }

  static void say_text(void* machine, jv message) {
    say(static_cast<JqMachine*>(machine)->words_of(message));
  }

  std::string text_of(jv value) {
    const auto length = static_cast<std::size_t>(jq_.string_length_bytes(jq_.copy(value)));
    std::string text(jq_.string_value(value), length);
    jq_.free(value);
    return text;
  }

  std::string json_of(jv value) { return text_of(jq_.dump_string(value, compactly)); }

  std::string words_of(jv message) {
    return jq_.kind(message) == JV_KIND_STRING ? text_of(message) : json_of(message);
  }

  // The value of jq_next() after the last result: nothing, an error, or the reason for a halt.
  tl::expected<void, std::string> verdict_on_end(jv end) {
    auto message = jq_.invalid_get_msg(end);
    if (jq_.halted(state_) != 0) {
      jq_.free(std::exchange(message, jq_.get_error_message(state_)));
      if (jq_.kind(message) == JV_KIND_INVALID) return {};
    } else if (jq_.kind(message) == JV_KIND_NULL) {
      return {};
    }
    return tl::unexpected(words_of(message));
  }

  JqLibrary jq_;
  jq_state* state_;
  jq_util_input_state* no_inputs_;
  std::string complaint_; // the first message of the compiler
};

// Bytes of private writable memory that are mapped now; 0 if the system does not say.
std::size_t mapped_now() {
  const auto close = [](std::FILE* open) { std::fclose(open); };
  const std::unique_ptr<std::FILE, decltype(close)> file(std::fopen("/proc/self/statm", "r"),
                                                         close);
  std::size_t pages = 0;
  if (!file || std::fscanf(file.get(), "%*u %*u %*u %*u %*u %zu", &pages) != 1) return 0;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

// If memory runs out, the system should kill this process first.
void limit_memory(std::size_t more) {
  rlimit limit{};
  const auto mapped = mapped_now();
  if (mapped == 0 || ::getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, mapped + more);
  ::setrlimit(RLIMIT_DATA, &limit);
}

// A filter does the same on every machine, so ~/.jq is not read; libjq finds it by HOME. And it
// cannot show the key.
void prepare_process() {
  for (const auto* name : {"HOME", "MRCTL_API_KEY"})
    ::unsetenv(name);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
}

void send(int channel, std::string_view text) {
  if (write_whole(channel, text) != 0) ::_exit(1);
}

std::string read_to_end(int channel) {
  std::string text;
  Descriptor reader(::fcntl(channel, F_DUPFD_CLOEXEC, channel)); // is closed at the end
  while (read_available(reader, text))
    continue;
  return text;
}

// Returns how the program ended, after its results.
std::string run_on(JqMachine& machine, std::string text, int channel) {
  limit_memory(memory_of_filter(text.size()));
  const auto done = machine.run(std::move(text),
                                [&](const std::string& result) { send(channel, result + '\n'); });
  return done ? std::string(program_done) : std::string(program_failed) + done.error();
}

} // namespace

std::size_t memory_of_filter(std::size_t text_size) {
  constexpr std::size_t mebibytes = 1U << 20U;
  return std::min(24 * mebibytes + 9 * text_size, 600 * mebibytes);
}

void serve_filter(const JqLibrary& jq, const std::string& program, int channel) {
  prepare_process();
  try {
    JqMachine machine(jq);
    if (const auto compiled = machine.compile(program); compiled) {
      send(channel, program_compiles);
      send(channel, run_on(machine, read_to_end(channel), channel));
    } else {
      send(channel, std::string(program_failed) + compiled.error());
    }
  } catch (const std::bad_alloc&) {
    give_up(nullptr);
  }
  ::_exit(0);
}

} // namespace mrctl::filter
