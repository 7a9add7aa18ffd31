#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::render {

// What the process that filters and the one that wants the results tell each other.
enum class JqWord : char {
  text = 't',          // to the filter: a JSON text to run on
  ready = 'c',         // the program compiles
  refused = 'x',       // it does not; in libjq's words
  result = 'r',        // one result, as compact JSON
  failed = 'f',        // the program failed on the text; in libjq's words
  done = 'd',          // there are no more results
  out_of_memory = 'm', // there will be no answer
};

struct JqMessage {
  JqWord word;
  std::string text;
};

// One end of a stream socket between the two.
class JqChannel {
public:
  explicit JqChannel(int socket) : socket_(socket) {}
  JqChannel(JqChannel&& other) noexcept;
  JqChannel(const JqChannel&) = delete;
  JqChannel& operator=(const JqChannel&) = delete;
  JqChannel& operator=(JqChannel&&) = delete;
  ~JqChannel();

  [[nodiscard]] int socket() const { return socket_; }

  // Returns whether the other side could be told. Allocates nothing.
  bool send(JqWord word, std::string_view text = {}) const;

  // Waits for a message; nothing where the other side is gone.
  [[nodiscard]] std::optional<JqMessage> receive() const;

private:
  int socket_;
};

} // namespace mrctl::render
