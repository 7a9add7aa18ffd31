#include "secret_search.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/identifiers.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mrctl::body {

namespace {

// A character, and how many bytes of the text spell it, which may be escaped as in JSON.
struct Spelled {
  char character = '\0'; // for all beyond ASCII, a character that no key has
  std::size_t size = 0;  // 0 at the end of the text
};

Spelled spelled_at(std::string_view text, std::size_t at) {
  constexpr std::size_t escape_size = 6; // of "\u0041"
  constexpr char beyond_ascii = '\x7f';
  if (at >= text.size()) return {};
  if (text[at] != '\\') return {text[at], 1};
  const auto rest = text.substr(at, escape_size);
  if (rest.size() > 1 && (rest[1] == '/' || rest[1] == '"' || rest[1] == '\\')) return {rest[1], 2};
  if (rest.size() < escape_size || rest[1] != 'u') return {'\\', 1};
  int code = 0;
  for (const char digit : rest.substr(2)) {
    const auto value = value_of_hex_digit(digit);
    if (value < 0) return {'\\', 1};
    code = code * 16 + value;
  }
  return {code < beyond_ascii ? static_cast<char>(code) : beyond_ascii, escape_size};
}

// Returns where the character before a place begins.
std::size_t place_before(std::string_view text, std::size_t at) {
  for (const std::size_t size : {6U, 2U})
    if (at >= size && text[at - size] == '\\' && spelled_at(text, at - size).size == size)
      return at - size;
  return at - 1;
}

// Returns whether a word begins at a place. A "\n" that is spelled out ends a word like a line
// break.
bool begins_word(std::string_view text, std::size_t at) {
  if (at == 0) return true;
  const auto last = place_before(text, at);
  const char previous = spelled_at(text, last).character;
  if (!is_alphanumeric(previous) && previous != '_') return true;
  return last > 0 && std::string_view("bfnrt").find(previous) != std::string_view::npos &&
         spelled_at(text, place_before(text, last)).character == '\\';
}

// Returns the end of `what` if the text spells it from `begin` on; 0 if it does not.
std::size_t end_of_spelling(std::string_view text, std::size_t begin, std::string_view what) {
  for (const char wanted : what) {
    const auto [character, size] = spelled_at(text, begin);
    if (size == 0 || character != wanted) return 0;
    begin += size;
  }
  return begin;
}

bool is_in(KeyCharacters characters, char c) {
  switch (characters) {
  case KeyCharacters::capitals:
    return is_digit(c) || is_upper_case(c);
  case KeyCharacters::alphanumeric:
    return is_alphanumeric(c);
  case KeyCharacters::with_underscore:
    return is_alphanumeric(c, "_");
  case KeyCharacters::with_underscore_and_dash:
    break;
  }
  return is_alphanumeric(c, "_-");
}

constexpr std::string_view token_beginning = "eyJ"; // of an object in base64: {"
constexpr std::string_view two_parts_beginning = "SG.";
constexpr std::string_view password_beginning = "Basic "; // in base64, with the name of a user
constexpr std::size_t shortest_part_of_token = 8;

// Every beginning has a mark: a character or two that are rare in prose and in base64. No branches,
// so that many characters are looked at together.
constexpr unsigned is_mark(char c, char next) {
  const auto is = [](char one, char other) { return static_cast<unsigned>(one == other); };
  return is(c, '-') | is(c, '_') | (is(c, 'I') & (is(next, 'A') | is(next, 'z'))) |
         (is(c, 'y') & is(next, 'J')) | (is(c, 'G') & is(next, '.')) |
         (is(c, 'B') & is(next, 'a')) | (is(c, ':') & (is(next, '/') | is(next, '\\'))) |
         (is(c, 'u') & is(next, '0')); // \u0041 may be any character
}

struct KeySign {
  KeyForm form;
  std::size_t mark = 0; // the place of the mark in the beginning
};

// Sorted by the character that marks them.
constexpr auto signs = [] {
  using enum KeyCharacters;
  std::array all{
      KeySign{{key_beginning, with_underscore_and_dash, 20}},
      KeySign{{"sk_live_", alphanumeric, 20}},
      KeySign{{"rk_live_", alphanumeric, 20}},
      KeySign{{"AKIA", capitals, 16}},
      KeySign{{"ASIA", capitals, 16}},
      KeySign{{"ghp_", with_underscore, 20}},
      KeySign{{"gho_", with_underscore, 20}},
      KeySign{{"ghs_", with_underscore, 20}},
      KeySign{{"ghu_", with_underscore, 20}},
      KeySign{{"ghr_", with_underscore, 20}},
      KeySign{{"github_pat_", with_underscore, 20}},
      KeySign{{"glpat-", with_underscore_and_dash, 20}},
      KeySign{{"hf_", alphanumeric, 30}},
      KeySign{{"npm_", alphanumeric, 30}},
      KeySign{{"xoxb-", with_underscore_and_dash, 10}},
      KeySign{{"xoxp-", with_underscore_and_dash, 10}},
      KeySign{{"xoxa-", with_underscore_and_dash, 10}},
      KeySign{{"xapp-", with_underscore_and_dash, 10}},
      KeySign{{"AIza", with_underscore_and_dash, 35}},
      KeySign{{token_beginning}},
      KeySign{{two_parts_beginning, with_underscore_and_dash, 16}},
      KeySign{{password_beginning}},
      KeySign{{private_key_beginning}},
  };
  for (auto& sign : all)
    while (is_mark(sign.form.beginning[sign.mark], sign.mark + 1 < sign.form.beginning.size()
                                                       ? sign.form.beginning[sign.mark + 1]
                                                       : ' ') == 0)
      ++sign.mark;
  std::ranges::sort(all, [](const KeySign& one, const KeySign& other) {
    return one.form.beginning[one.mark] < other.form.beginning[other.mark];
  });
  return all;
}();

struct ByMark {
  bool operator()(const KeySign& sign, char c) const { return sign.form.beginning[sign.mark] < c; }
  bool operator()(char c, const KeySign& sign) const { return c < sign.form.beginning[sign.mark]; }
};

constexpr std::size_t longest_beginning =
    std::ranges::max_element(signs, [](const KeySign& one, const KeySign& other) {
      return one.form.beginning.size() < other.form.beginning.size();
    })->form.beginning.size();

// Finds a word in whatever case, one character after the other.
struct WordFinder {
  std::string_view word; // its first character may occur again only at its end
  std::size_t begin = 0;
  std::size_t seen = 0;

  // Returns whether the word ends with this character.
  bool take(char c, std::size_t at) {
    c = lower_case(c);
    if (c != word[seen]) seen = 0;
    if (c != word[seen]) return false;
    if (seen == 0) begin = at;
    seen = seen + 1 == word.size() ? 0 : seen + 1;
    return seen == 0;
  }
};

// The characters read so far in one part of a key; dashes separate the parts.
struct Part {
  std::size_t begin = 0;
  std::size_t digits = 0;
  bool has_letter = false;
  bool has_other = false;

  void take(char c) {
    digits += is_digit(c) ? 1U : 0U;
    has_letter = has_letter || is_letter(c);
    has_other = has_other || !is_alphanumeric(c);
  }
  // Neither a word nor a short number, such as a year.
  [[nodiscard]] bool is_of_a_key() const {
    return has_other || (has_letter && digits > 0) || digits > 4;
  }
};

KeyRun read_run(std::string_view text, std::size_t begin, KeyCharacters characters) {
  constexpr std::size_t most_equal = 3;
  KeyRun run{begin, begin};
  std::array placeholders{WordFinder{"example"}, WordFinder{"your"}};
  Part part{begin};
  std::size_t equal = 0;
  char last = '\0';
  for (;;) {
    const auto [c, size] = spelled_at(text, run.end);
    if (size == 0 || !is_in(characters, c)) return run;
    for (auto& word : placeholders)
      if (word.take(c, run.end)) run.last_placeholder = word.begin;
    equal = c == last ? equal + 1 : 1;
    last = c;
    if (equal > most_equal) run.last_placeholder = run.end - most_equal;
    if (c == '-')
      part = {run.end + size};
    else
      part.take(c);
    if (part.is_of_a_key()) run.last_part = part.begin;
    if (is_letter(c)) run.last_letter = run.end;
    if (is_digit(c)) run.last_digit = run.end;
    run.end += size;
  }
}

// Returns whether as many characters follow as a key of that form has at least.
bool has_characters(std::string_view text, std::size_t at, const KeyForm& form) {
  for (auto left = form.least; left > 0; --left) {
    const auto [character, size] = spelled_at(text, at);
    if (size == 0 || !is_in(form.characters, character)) return false;
    at += size;
  }
  return true;
}

// A line break may be spelled out, and spaces may stand for it.
std::size_t skip_line_breaks(std::string_view text, std::size_t at) {
  constexpr std::size_t most_backslashes = 16;
  for (;;) {
    const auto [character, size] = spelled_at(text, at);
    const auto rest = text.substr(std::min(at, text.size()), most_backslashes + 1);
    const auto name = rest.find_first_not_of('\\');
    if (character == '\n' || character == '\r' || character == ' ')
      at += size;
    else if (name != 0 && name != rest.npos && (rest[name] == 'n' || rest[name] == 'r'))
      at += name + 1;
    else
      return at;
  }
}

bool has_base64(std::string_view text, std::size_t at) {
  constexpr int least = 16;
  for (int i = 0; i < least; ++i) {
    const auto [c, size] = spelled_at(text, at);
    if (size == 0 || !is_alphanumeric(c, "+/=")) return false;
    at += size;
  }
  return true;
}

// Lines such as "Proc-Type: 4,ENCRYPTED" may precede those of base64.
bool is_followed_by_base64(std::string_view text, std::size_t at) {
  constexpr int most_lines = 8;
  constexpr std::size_t longest_line = 128;
  for (int line = 0; line < most_lines; ++line) {
    at = skip_line_breaks(text, at);
    if (has_base64(text, at)) return true;
    const auto header = text.substr(std::min(at, text.size()), longest_line);
    const auto end = header.find_first_of("\n\\");
    if (end == header.npos || header.substr(0, end).find(": ") == header.npos) return false;
    at += end;
  }
  return false;
}

// Returns where the line ends that a private key begins with; 0 if it is none.
std::size_t end_of_private_key(std::string_view text, std::size_t begin) {
  constexpr std::size_t longest_name = 40;
  constexpr std::string_view dashes = "-----";
  auto at = end_of_spelling(text, begin, private_key_beginning);
  if (at == 0) return 0;
  std::string name;
  for (;;) {
    const auto [c, size] = spelled_at(text, at);
    if (c == '-') break;
    if (size == 0 || name.size() == longest_name) return 0;
    name += c;
    at += size;
  }
  at = end_of_spelling(text, at, dashes);
  const bool is_private = name.ends_with("PRIVATE KEY") || name.ends_with("PRIVATE KEY BLOCK");
  return is_private && at > 0 && is_followed_by_base64(text, at) ? at : 0;
}

// Returns where the second and the third part of a JSON Web Token end; 0 if they do not follow.
std::size_t end_of_tail(std::string_view text, std::size_t at) {
  constexpr auto characters = KeyCharacters::with_underscore_and_dash;
  for (const std::string_view beginning : {".eyJ", "."}) {
    const auto begin = end_of_spelling(text, at, beginning);
    if (begin == 0 || !has_characters(text, at + 1, {{}, characters, shortest_part_of_token}))
      return 0;
    const auto part = read_run(text, begin, characters);
    if (part.last_placeholder > 0) return 0;
    at = part.end;
  }
  return at;
}

bool is_plainly_none(std::string_view user, std::string_view password) {
  constexpr std::array<std::string_view, 2> users{"user", "username"};
  constexpr std::array<std::string_view, 4> passwords{"pass", "password", "secret", "token"};
  const auto run =
      read_run(":" + std::string(password), 1, KeyCharacters::with_underscore_and_dash);
  return password.empty() || spec::is_placeholder(password) || run.last_placeholder > 0 ||
         (contains(users, lower_case(user)) && contains(passwords, lower_case(password)));
}

// Returns where the base64 of a user and a password ends; 0 if it holds none.
std::size_t end_of_password(std::string_view text, std::size_t at) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr std::size_t shortest = 8;
  constexpr std::size_t longest = 1024;
  std::string decoded;
  unsigned bits = 0;
  std::size_t count = 0;
  for (; count < longest; ++count) {
    const auto [c, size] = spelled_at(text, at);
    const auto digit = size == 0 ? digits.npos : digits.find(c);
    if (digit == digits.npos) break;
    bits = (bits << 6U) | static_cast<unsigned>(digit);
    constexpr std::array shifts{8U, 4U, 2U, 0U}; // after each of four digits; none after the first
    if (count % 4 > 0) decoded += static_cast<char>((bits >> shifts.at(count % 4)) & 0xFFU);
    at += size;
  }
  const auto colon = decoded.find(':');
  const bool is_text = std::ranges::all_of(decoded, [](char c) { return is_visible_ascii(c); });
  if (count < shortest || colon == decoded.npos || !is_text) return 0;
  return is_plainly_none(decoded.substr(0, colon), decoded.substr(colon + 1)) ? 0 : at;
}

// A place between begin and end; nothing if they are equal.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Returns the password of "scheme://user:PASSWORD@host"; `at` is the colon behind the scheme.
Span password_of_url(std::string_view text, std::size_t at) {
  constexpr std::string_view ends = " \t\r\n\"'/?#,;()[]";
  constexpr std::size_t longest = 256;
  const bool has_scheme = at > 0 && is_alphanumeric(text[at - 1]);
  at = has_scheme ? end_of_spelling(text, at, "://") : 0;
  const auto last = at + longest;
  std::string user;
  std::string password;
  std::size_t begin = 0;
  while (at > 0 && at < last) {
    const auto [c, size] = spelled_at(text, at);
    if (size == 0 || ends.find(c) != ends.npos) return {};
    if (c == '@') return begin == 0 || is_plainly_none(user, password) ? Span{} : Span{begin, at};
    at += size;
    if (begin > 0)
      password += c;
    else if (c == ':')
      begin = at;
    else
      user += c;
  }
  return {};
}

constexpr std::size_t chunk_size = 64;
using Marks = std::array<char, chunk_size>;

// Marks the characters of a chunk, which one more character must follow. `own` are two characters
// of the management key.
Marks marks_of(const char* text, std::string_view own) {
  const char first = own[0];
  const char second = own[1];
  Marks marks{};
  for (std::size_t i = 0; i < chunk_size; ++i)
    marks[i] = static_cast<char>(
        is_mark(text[i], text[i + 1]) |
        (static_cast<unsigned>(text[i] == first) & static_cast<unsigned>(text[i + 1] == second)));
  return marks;
}

} // namespace

SecretSearch::SecretSearch(std::string_view text, const Secret* key)
    : text_(text), key_(key == nullptr ? std::string_view() : key->reveal()) {
  for (std::size_t i = 0; i + 1 < key_.size(); ++i)
    if (is_alphanumeric(key_[i]) && is_alphanumeric(key_[i + 1])) mark_of_key_ = i;
}

std::optional<SecretSearch::Found> SecretSearch::next(std::size_t from) {
  for (at_ = std::max(at_, from); go_to_mark(); ++at_)
    if (auto found = secret_near_mark(from)) return found;
  return std::nullopt;
}

// Moves on to the next mark. Returns false if there is none.
bool SecretSearch::go_to_mark() {
  for (; at_ < text_.size(); at_ = marked_end_) {
    if (at_ >= marked_end_) mark_block();
    const auto* begin = &marks_.at(at_ - block_);
    const auto* mark = static_cast<const char*>(std::memchr(begin, 1, marked_end_ - at_));
    if (mark == nullptr) continue;
    at_ += static_cast<std::size_t>(mark - begin);
    return true;
  }
  return false;
}

void SecretSearch::mark_block() {
  const auto own = key_.size() < 2 ? std::string_view("--") : key_.substr(mark_of_key_, 2);
  block_ = at_;
  marked_end_ = std::min(text_.size(), block_ + block_size);
  for (auto at = block_; at < marked_end_; at += chunk_size) {
    std::array<char, chunk_size + 1> last{};
    const bool is_last = text_.size() - at < last.size();
    if (is_last) text_.copy(last.data(), last.size(), at);
    const auto marks = marks_of(is_last ? last.data() : &text_[at], own);
    std::ranges::copy(marks, &marks_.at(at - block_));
  }
}

std::optional<SecretSearch::Found> SecretSearch::secret_near_mark(std::size_t from) {
  const char mark = text_[at_];
  if (mark == 'u' && at_ > 0 && text_[at_ - 1] == '\\') {
    if (auto found = secret_near_escape(from)) return found;
  }
  if (const auto [begin, end] = mark == ':' ? password_of_url(text_, at_) : Span{};
      begin < end && begin >= from)
    return Found{begin, end, Kind::looks_like_one};
  const auto [first, last] = std::equal_range(signs.begin(), signs.end(), mark, ByMark());
  for (const auto* sign = first; sign != last; ++sign) {
    if (at_ < from + sign->mark) continue;
    const auto begin = at_ - sign->mark;
    if (text_[begin] != sign->form.beginning.front() ||
        !text_.substr(begin).starts_with(sign->form.beginning) || !begins_word(text_, begin))
      continue;
    if (const auto end = end_of_secret(begin, sign->form); end > 0)
      return Found{begin, end, Kind::looks_like_one};
  }
  if (key_.empty() || !text_.substr(at_).starts_with(key_.substr(mark_of_key_, 2)))
    return std::nullopt;
  auto begin = at_;
  for (auto left = mark_of_key_; left > 0 && begin > from; --left) {
    begin = place_before(text_, begin);
    if (spelled_at(text_, begin).character != key_[left - 1]) return std::nullopt;
  }
  return management_key_at(begin);
}

// Any character of a beginning may be the one that is escaped.
std::optional<SecretSearch::Found> SecretSearch::secret_near_escape(std::size_t from) {
  auto begin = at_ - 1;
  const char escaped = spelled_at(text_, begin).character;
  if (!is_alphanumeric(escaped) && escaped != '-' && escaped != '_' && escaped != ' ')
    return std::nullopt;
  const auto first = std::max(from, std::exchange(tried_end_, at_));
  for (auto left = std::max(longest_beginning, key_.size()); begin >= first; --left) {
    if (begins_word(text_, begin)) {
      const char character = spelled_at(text_, begin).character;
      for (const auto& sign : signs)
        if (sign.form.beginning.front() == character)
          if (const auto end = end_of_secret(begin, sign.form); end > 0)
            return Found{begin, end, Kind::looks_like_one};
      if (auto found = management_key_at(begin)) return found;
    }
    if (left == 0 || begin == 0) break;
    begin = place_before(text_, begin);
  }
  return std::nullopt;
}

std::optional<SecretSearch::Found> SecretSearch::management_key_at(std::size_t begin) const {
  if (key_.empty() || !begins_word(text_, begin)) return std::nullopt;
  const auto end = end_of_spelling(text_, begin, key_);
  return end == 0 ? std::nullopt : std::optional(Found{begin, end, Kind::management_key});
}

// Each end_of_… function returns the offset where a secret that begins at `begin` ends, or 0 if no
// secret begins there.

std::size_t SecretSearch::end_of_secret(std::size_t begin, const KeyForm& form) {
  if (form.beginning == token_beginning) return end_of_token(begin);
  if (form.beginning == private_key_beginning) return end_of_private_key(text_, begin);
  const auto at = end_of_spelling(text_, begin, form.beginning);
  if (at == 0 || !has_characters(text_, at, form)) return 0;
  if (form.beginning == password_beginning) return end_of_password(text_, at);
  const auto& run = run_from(at, form.characters);
  if (form.beginning == two_parts_beginning) {
    const auto second = end_of_spelling(text_, run.end, ".");
    return second == 0 || run.last_placeholder >= at || !has_characters(text_, second, form)
               ? 0
               : read_run(text_, second, form.characters).end;
  }
  const bool is_of_words = form.beginning == key_beginning &&
                           (run.last_part < at || run.last_letter < at || run.last_digit < at);
  return is_of_words || run.last_placeholder >= at ? 0 : run.end;
}

std::size_t SecretSearch::end_of_token(std::size_t begin) {
  constexpr auto characters = KeyCharacters::with_underscore_and_dash;
  if (end_of_spelling(text_, begin, token_beginning) == 0 ||
      !has_characters(text_, begin, {{}, characters, shortest_part_of_token}))
    return 0;
  auto& run = run_from(begin, characters);
  if (!run.token_end) run.token_end = end_of_tail(text_, run.end);
  return run.last_placeholder > begin ? 0 : *run.token_end;
}

// Keys may follow each other with dashes between them: what follows is read once for all.
KeyRun& SecretSearch::run_from(std::size_t begin, KeyCharacters characters) {
  auto& run = runs_.at(static_cast<std::size_t>(characters));
  if (begin < run.begin || begin >= run.end) run = read_run(text_, begin, characters);
  return run;
}

std::string without_escapes(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto [character, size] = spelled_at(text, at);
    out += character;
    at += size;
  }
  return out;
}

} // namespace mrctl::body
