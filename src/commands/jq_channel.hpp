#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::commands {

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

// One end of the stream socket between both.
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

} // namespace mrctl::commands
