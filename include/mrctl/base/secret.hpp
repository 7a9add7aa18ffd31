#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl {

// A management key or another value that must never be shown. It has no operator<<, no JSON
// conversion and no comparison. Only the rooms that tests/house names may call reveal().
class Secret {
public:
  explicit Secret(std::string value) : value_(std::move(value)) {}

  [[nodiscard]] std::string_view reveal() const { return value_; }
  [[nodiscard]] bool empty() const { return value_.empty(); }

  // Returns whether it is long enough, at least 8 characters, to be hidden wherever it occurs.
  [[nodiscard]] bool stands_out() const { return value_.size() >= 8; }

  // Returns "sk-m…f3a1" for keys of at least 16 characters, "…" for shorter ones.
  [[nodiscard]] std::string masked() const;

private:
  std::string value_;
};

// Returns the masked form of a text that may be a key; see Secret::masked().
[[nodiscard]] std::string mask(std::string_view text);

// Replaces a hidden secret in messages and traces.
inline constexpr std::string_view redacted = "[redacted]";

// How keys of the service begin.
inline constexpr std::string_view key_beginning = "sk-";

// Where a word stands. The more probable a key is there, the less a word must resemble one.
enum class KeyPlace {
  text,     // anywhere: at least 16 characters that begin as keys do
  output,   // of a program that handles keys: also 16 characters with a digit
  argument, // that names a file or a program: only characters of keys, letters and digits among
            // them, 16 if they begin as keys do, else 32
  key_file  // that cannot be read: all that begins as keys do, and 32 characters without a folder
            // or an ending
};

// The one rule for what looks like a key of the service. Secrets of other services, which a body
// may hold, have the table in src/body/secret_search.cpp.
[[nodiscard]] bool is_like_key(std::string_view word, KeyPlace place);

// Returns the words that are like keys in a text, up to white space, a quote, a comma or a
// semicolon.
[[nodiscard]] std::vector<std::string_view> key_words(std::string_view text);

// Returns whether the text has the form that the service stores as a label: a prefix, an ellipsis
// ("…", "..." or asterisks) and the last characters (specification, section 2.4).
[[nodiscard]] bool is_masked(std::string_view label);

// A key of the service (specification, section 5), and where it came from.
struct ApiKey {
  Secret secret;
  std::string origin;             // "from MRCTL_API_KEY (sk-m…f3a1)"
  bool is_of_environment = false; // MRCTL_API_KEY
};

} // namespace mrctl
