#pragma once

#include "jq_library.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::filter {

// The exit status of a process of --jq that can no longer answer.
inline constexpr int channel_broke = 3;

// The messages between the filter process and the process that uses its results.
enum class JqWord : char {
  text = 't',          // to the filter: a JSON text to run on
  ready = 'c',         // the program compiles
  refused = 'x',       // it does not; with libjq's message
  result = 'r',        // one result, as compact JSON
  failed = 'f',        // the program failed on the text; with libjq's message
  done = 'd',          // no more results
  out_of_memory = 'm', // the process gives up
};

struct JqMessage {
  JqWord word;
  std::string text;
};

// One end of the stream socket between the filter process and its user.
class JqChannel {
public:
  explicit JqChannel(int socket) : socket_(socket) {}
  JqChannel(JqChannel&& other) noexcept;
  JqChannel(const JqChannel&) = delete;
  JqChannel& operator=(const JqChannel&) = delete;
  JqChannel& operator=(JqChannel&&) = delete;
  ~JqChannel();

  [[nodiscard]] int socket() const { return socket_; }

  // Returns whether the message could be sent; otherwise the channel ends. Allocates nothing.
  bool send(JqWord word, std::string_view text = {}) const;

  // Waits for a message; nothing if the other side is gone or it cannot be read, which ends the
  // channel.
  [[nodiscard]] std::optional<JqMessage> receive() const;

  // Both sides receive nothing more, so that neither waits for the other.
  void end() const;

private:
  int socket_;
};

// The filter process: compiles the program, reports whether that worked, and then runs it on each
// text from the channel, until the channel closes. Call it in a child process with its own file
// descriptors 0 to 2; it does not return.
[[noreturn]] void serve_filter(const JqLibrary& jq, const std::string& program,
                               const JqChannel& channel);

// Returns how much memory a filter may take for a text of that size, in bytes.
[[nodiscard]] std::size_t memory_of_filter(std::size_t text_size);

} // namespace mrctl::filter
