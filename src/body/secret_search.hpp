#pragma once

#include "mrctl/base/secret.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::body {

// Returns the text that a part stands for, in which characters may be escaped as in JSON.
[[nodiscard]] std::string without_escapes(std::string_view text);

inline constexpr std::string_view private_key_beginning = "-----BEGIN ";

// The characters of which keys consist.
enum class KeyCharacters : std::uint8_t {
  capitals, // and digits
  alphanumeric,
  with_underscore,
  with_underscore_and_dash
};
inline constexpr std::size_t sorts_of_key_characters = 4;

// How keys of a well-known service begin, and how many such characters follow at least.
struct KeyForm {
  std::string_view beginning;
  KeyCharacters characters = KeyCharacters::with_underscore_and_dash;
  std::size_t least = 0;
};

// Places in a text; 0 stands for none, since every key has a beginning in front of them.
struct KeyRun {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t last_letter = 0;
  std::size_t last_digit = 0;
  std::size_t last_part = 0;        // between dashes that is neither a word nor a short number
  std::size_t last_placeholder = 0; // what only invented keys hold
  std::optional<std::size_t> token_end{}; // of a JSON Web Token whose first part ends here
};

// Finds keys and other secrets in a text, in which characters may be escaped as in JSON. Copies
// nothing, and takes a time in proportion to the text, whatever it holds.
class SecretSearch {
public:
  enum class Kind : std::uint8_t { looks_like_one, management_key };
  struct Found {
    std::size_t begin;
    std::size_t end;
    Kind kind;
  };

  // The text and the management key must outlive the search.
  explicit SecretSearch(std::string_view text, const Secret* key = nullptr);

  // Returns the next secret that begins at the beginning of a word, at `from` or later. `from` may
  // only grow.
  [[nodiscard]] std::optional<Found> next(std::size_t from);

  // Returns the management key if it begins there.
  [[nodiscard]] std::optional<Found> management_key_at(std::size_t begin) const;

private:
  static constexpr std::size_t block_size = 4096;

  bool go_to_mark();
  void mark_block();
  std::optional<Found> secret_near_mark(std::size_t from);
  std::optional<Found> secret_near_escape(std::size_t from);
  std::size_t end_of_secret(std::size_t begin, const KeyForm& form);
  std::size_t end_of_token(std::size_t begin);
  KeyRun& run_from(std::size_t begin, KeyCharacters characters);

  std::string_view text_;
  std::string_view key_;
  std::size_t mark_of_key_ = 0; // the place of two characters in the key
  std::size_t at_ = 0;          // what precedes it was looked at
  std::size_t block_ = 0;       // from here on, marks are known
  std::size_t marked_end_ = 0;
  std::size_t tried_end_ = 0; // no secret begins in front of it, as the last escape has shown
  std::array<char, block_size> marks_;
  std::array<KeyRun, sorts_of_key_characters> runs_{};
};

} // namespace mrctl::body
