#include "jq_child.hpp"

#include "mrctl/base/dlopen_note.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/shared_library.hpp"
#include "mrctl/commands/jq.hpp"
#include "mrctl/json/text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <pwd.h>
#include <string_view>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

#ifdef MRCTL_LIBRARIES_INSIDE
// libjq 1.6 does not have it: then its address is null.
extern "C" [[gnu::weak]] void jq_set_stderr_cb(jq_state*, jq_msg_cb, void*);

// Without HOME libjq asks for the user's home folder, and a static glibc would open the system's
// own libraries to answer.
extern "C" passwd* getpwuid(uid_t) {
  return nullptr;
}
#endif

namespace mrctl::commands {

namespace {

// libjq with one program. It may end the process: libjq aborts if one of its assertions fails or
// memory runs out. It is never freed, because the process ends. Other output, such as that of
// `debug` and `stderr`, goes to file descriptor 2.
class JqMachine {
public:
  explicit JqMachine(const JqLibrary& jq);
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

constexpr int compactly = 0;

// A failure cannot be reported any more.
void say(std::string_view text) {
  write_whole(STDERR_FILENO, text);
}

[[noreturn]] void give_up(void* /*data*/) {
  ::_exit(static_cast<int>(JqEnd::out_of_memory));
}

JqMachine::JqMachine(const JqLibrary& jq)
    : jq_(jq), state_(jq.init()), no_inputs_(jq.input_init(nullptr, nullptr)) {
  jq_.set_nomem_handler(state_, give_up, nullptr);
  set_callbacks();
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

// Bytes of private writable memory that are mapped now; 0 if the system does not say.
std::size_t mapped_now() {
  const std::unique_ptr<std::FILE, decltype(&std::fclose)> file(std::fopen("/proc/self/statm", "r"),
                                                                std::fclose);
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

// Writes lines in large pieces. Nobody needs them once the reader is gone.
class Lines {
public:
  explicit Lines(int fd) : fd_(fd) { text_.reserve(enough); }

  void add(std::string_view line) {
    text_.append(line) += '\n';
    if (text_.size() >= enough) flush();
  }

  void flush() {
    if (write_whole(fd_, text_) != 0) ::_exit(static_cast<int>(JqEnd::failed));
    text_.clear();
  }

private:
  static constexpr std::size_t enough = 1U << 16U;
  int fd_;
  std::string text_;
};

std::string read_text(int fd) {
  std::string text;
  std::array<char, 65536> buffer;
  for (;;) {
    const auto count = ::read(fd, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

JqEnd filter(const JqLibrary& jq, const std::string& program, int text_fd, Lines& lines) {
  auto& machine = *new JqMachine(jq);
  if (const auto compiled = machine.compile(program); !compiled) {
    lines.add(json_quote(compiled.error()));
    return JqEnd::refused;
  }
  lines.add("true");
  lines.flush();
  auto text = read_text(text_fd);
  limit_memory(memory_of_filter(text.size()));
  const auto done =
      machine.run(std::move(text), [&](std::string_view result) { lines.add(result); });
  if (!done) lines.add(json_quote(done.error()));
  return done ? JqEnd::done : JqEnd::failed;
}

} // namespace

std::size_t memory_of_filter(std::size_t text_size) {
  constexpr std::size_t mebibytes = 1U << 20U;
  return std::min(24 * mebibytes + 9 * text_size, 600 * mebibytes);
}

JqEnd run_filter(const JqLibrary& jq, const std::string& program, int text, int lines) {
  prepare_process();
  try {
    Lines out(lines);
    const auto end = filter(jq, program, text, out);
    out.flush();
    return end;
  } catch (const std::bad_alloc&) {
    return JqEnd::out_of_memory;
  }
}

namespace {

#define MRCTL_LIBJQ "libjq.so.1"

#ifndef MRCTL_LIBRARIES_INSIDE
MRCTL_DLOPEN_NOTE(MRCTL_LIBJQ, "jq", "The flag --jq", "recommended");
#endif

JqLibrary look_up([[maybe_unused]] SharedLibrary& symbol) {
  return {
      .init = MRCTL_SYMBOL(jq_init),
      .set_attr = MRCTL_SYMBOL(jq_set_attr),
      .set_error_cb = MRCTL_SYMBOL(jq_set_error_cb),
      .set_input_cb = MRCTL_SYMBOL(jq_set_input_cb),
      .set_debug_cb = MRCTL_SYMBOL(jq_set_debug_cb),
      .set_stderr_cb = MRCTL_OPTIONAL_SYMBOL(jq_set_stderr_cb),
      .set_nomem_handler = MRCTL_SYMBOL(jq_set_nomem_handler),
      .input_init = MRCTL_SYMBOL(jq_util_input_init),
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

Result<OpenedLibrary> describe_jq() {
  const auto jq = open_jq();
  if (!jq) return fail(jq.error());
  OpenedLibrary library;
  library.path = shared_library_path(reinterpret_cast<const void*>(jq->init));
  return library;
}

} // namespace mrctl::commands
