#include "jq_child.hpp"

#include "mrctl/base/file.hpp"

#include "jq_library.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace mrctl::filter {

namespace {

constexpr int compactly = 0;

// A failure cannot be reported any more.
void say(std::string_view text) {
  write_whole(STDERR_FILENO, text);
}

// libjq with one program. It may end the process: libjq aborts if one of its assertions fails or
// memory runs out. Other output, such as that of `debug` and `stderr`, goes to file descriptor 2.
class JqMachine {
public:
  // `no_memory` is called if memory runs out; it must not return.
  JqMachine(const JqLibrary& jq, void (*no_memory)(void* data))
      : jq_(jq), state_(jq.init()), no_inputs_(jq.input_init(nullptr, nullptr)) {
    jq_.set_nomem_handler(state_, no_memory, nullptr);
    // libjq calls all of them without checking whether they are set. The input is libjq's file
    // reader without files, because `input_line_number` requires it.
    jq_.set_error_cb(state_, keep_complaint, this);
    jq_.set_input_cb(state_, jq_.next_input_cb, no_inputs_);
    jq_.set_debug_cb(state_, say_debug, this);
    if (jq_.set_stderr_cb != nullptr) jq_.set_stderr_cb(state_, say_text, this);
  }
  ~JqMachine() {
    jq_.teardown(&state_);
    jq_.input_free(&no_inputs_);
  }
  JqMachine(const JqMachine&) = delete;
  JqMachine& operator=(const JqMachine&) = delete;

  // Fails with libjq's message.
  [[nodiscard]] tl::expected<void, std::string> compile(const std::string& program) {
    // Without a list of folders, libjq aborts if a program imports a module.
    jq_.set_attr(state_, jq_.string("JQ_LIBRARY_PATH"), jq_.array());
    if (jq_.compile(state_, program.c_str()) != 0) return {};
    return tl::unexpected(std::move(complaint_));
  }

  // Runs on a JSON text, which it frees, and passes on each result as compact JSON. Fails in
  // libjq's words.
  using Take = std::function<void(std::string_view result)>;
  [[nodiscard]] tl::expected<void, std::string> run(std::string json, const Take& take) {
    if (json.size() > std::numeric_limits<int>::max())
      return tl::unexpected<std::string>("it is larger than 2 GiB");
    const auto input = jq_.parse_sized(json.data(), static_cast<int>(json.size()));
    std::exchange(json, {}); // libjq's value takes several times the memory of the text
    if (jq_.kind(input) == JV_KIND_INVALID)
      return tl::unexpected(message_text(jq_.invalid_get_msg(input)));
    jq_.start(state_, input, compactly);
    auto result = jq_.next(state_);
    for (; jq_.kind(result) != JV_KIND_INVALID; result = jq_.next(state_))
      take(json_of(result));
    return verdict_on_end(result);
  }

private:
  static void keep_complaint(void* machine, jv message) {
    auto& self = *static_cast<JqMachine*>(machine);
    auto words = self.message_text(message);
    if (self.complaint_.empty()) self.complaint_ = std::move(words);
  }

  // Writes what `debug` is given in the form of the program jq.
  static void say_debug(void* machine, jv message) {
    say(R"(["DEBUG:",)" + static_cast<JqMachine*>(machine)->json_of(message) + "]\n");
  }

  static void say_text(void* machine, jv message) {
    say(static_cast<JqMachine*>(machine)->message_text(message));
  }

  std::string take_text(jv value) {
    const auto length = static_cast<std::size_t>(jq_.string_length_bytes(jq_.copy(value)));
    std::string text(jq_.string_value(value), length);
    jq_.free(value);
    return text;
  }

  std::string json_of(jv value) { return take_text(jq_.dump_string(value, compactly)); }

  std::string message_text(jv message) {
    return jq_.kind(message) == JV_KIND_STRING ? take_text(message) : json_of(message);
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
    return tl::unexpected(message_text(message));
  }

  JqLibrary jq_;
  jq_state* state_;
  jq_util_input_state* no_inputs_;
  std::string complaint_; // the first message of the compiler
};

// The channel of this process, global because libjq 1.6 loses the argument for give_up().
const JqChannel* own_channel = nullptr;

[[noreturn]] void give_up(void* /*data*/) {
  ::_exit(own_channel->send(JqWord::out_of_memory) ? 0 : channel_broke);
}

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

void answer(JqMachine& machine, std::string text, const JqChannel& channel) {
  limit_memory(memory_of_filter(text.size()));
  const auto done = machine.run(std::move(text), [&](std::string_view result) {
    if (!channel.send(JqWord::result, result)) ::_exit(channel_broke);
  });
  if (done)
    channel.send(JqWord::done);
  else
    channel.send(JqWord::failed, done.error());
}

void serve(const JqLibrary& jq, const std::string& program, const JqChannel& channel) {
  own_channel = &channel;
  JqMachine machine(jq, give_up);
  if (const auto compiled = machine.compile(program); !compiled) {
    channel.send(JqWord::refused, compiled.error());
    return;
  }
  channel.send(JqWord::ready);
  while (auto message = channel.receive())
    answer(machine, std::move(message->text), channel);
}

// A code, and the length of the text that follows.
using Head = std::array<char, 1 + sizeof(std::uint64_t)>;

bool write_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto count = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool read_all(int socket, char* bytes, std::size_t size) {
  while (size > 0) {
    const auto count = ::recv(socket, bytes, size, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

std::optional<JqMessage> read_message(int socket) {
  Head head{};
  if (!read_all(socket, head.data(), head.size())) return std::nullopt;
  std::uint64_t size = 0;
  std::memcpy(&size, &head[1], sizeof size);
  JqMessage message{static_cast<JqWord>(head.front()), std::string(size, '\0')};
  if (!read_all(socket, message.text.data(), size)) return std::nullopt;
  return message;
}

} // namespace

std::size_t memory_of_filter(std::size_t text_size) {
  constexpr std::size_t mebibytes = 1U << 20U;
  return std::min(24 * mebibytes + 9 * text_size, 600 * mebibytes);
}

void serve_filter(const JqLibrary& jq, const std::string& program, const JqChannel& channel) {
  // A filter does the same on every machine, so ~/.jq is not read; libjq finds it by HOME. And it
  // cannot show the key.
  for (const auto* name : {"HOME", "MRCTL_API_KEY"})
    ::unsetenv(name);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  try {
    serve(jq, program, channel);
  } catch (const std::bad_alloc&) {
    channel.send(JqWord::out_of_memory);
  }
  ::_exit(0);
}

JqChannel::JqChannel(JqChannel&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}

JqChannel::~JqChannel() {
  if (socket_ >= 0) ::close(socket_);
}

bool JqChannel::send(JqWord word, std::string_view text) const {
  Head head{static_cast<char>(word)};
  const std::uint64_t size = text.size();
  std::memcpy(&head[1], &size, sizeof size);
  if (write_all(socket_, {head.data(), head.size()}) && write_all(socket_, text)) return true;
  end();
  return false;
}

std::optional<JqMessage> JqChannel::receive() const {
  auto message = read_message(socket_);
  if (!message) end();
  return message;
}

void JqChannel::end() const {
  ::shutdown(socket_, SHUT_RDWR);
}

} // namespace mrctl::filter
