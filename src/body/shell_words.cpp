#include "shell_words.hpp"

#include "mrctl/base/text.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace mrctl::body {

std::size_t ShellWord::place_of(std::size_t byte) const {
  const auto run = std::upper_bound(runs.begin(), runs.end(), std::pair(byte, std::size_t(-1)));
  if (run == runs.begin()) return begin;
  const auto& [first, place] = *std::prev(run);
  return std::min(place + (byte - first), end);
}

JsonFault curl_fault(std::size_t offset, std::string message, std::string suggestion) {
  return {.rule = "body.curl",
          .message = std::move(message),
          .offset = offset,
          .suggestion = std::move(suggestion)};
}

JsonFault variable_fault(std::size_t offset) {
  return curl_fault(offset, "a shell would substitute something here; mrctl replaces no variables",
                    "write the value, or put the text in single quotes");
}

namespace {

std::string utf8_of(std::uint32_t code) {
  const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0U | (code >> 6U)), byte(0x80U | (code & 0x3FU))};
  if (code < 0x10000)
    return {byte(0xE0U | (code >> 12U)), byte(0x80U | ((code >> 6U) & 0x3FU)),
            byte(0x80U | (code & 0x3FU))};
  return {byte(0xF0U | (code >> 18U)), byte(0x80U | ((code >> 12U) & 0x3FU)),
          byte(0x80U | ((code >> 6U) & 0x3FU)), byte(0x80U | (code & 0x3FU))};
}

// The number at the beginning of a text, and how many digits it has.
struct Digits {
  std::uint32_t value = 0;
  std::size_t size = 0;
};

Digits digits_in(std::string_view text, std::size_t most, unsigned base) {
  Digits out;
  for (; out.size < std::min(most, text.size()); ++out.size) {
    const int digit = value_of_hex_digit(text[out.size]);
    if (digit < 0 || static_cast<unsigned>(digit) >= base) break;
    out.value = out.value * base + static_cast<unsigned>(digit);
  }
  return out;
}

class ShellReader {
public:
  explicit ShellReader(std::string_view text) : text_(text) {}

  [[nodiscard]] ShellCommand read() && {
    while (find_word()) {
      word_ = {.begin = at_};
      while (at_ < text_.size() &&
             std::string_view(" \t\r\n|;&<>()").find(text_[at_]) == std::string_view::npos)
        if (!read_part()) return std::move(command_);
      word_.end = at_;
      command_.words.push_back(std::move(word_));
    }
    return std::move(command_);
  }

private:
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  // Passes over blanks, continued lines and comments. Returns whether a word follows.
  bool find_word() {
    for (; at_ < text_.size(); ++at_) {
      const auto here = rest();
      if (here.starts_with("\\\n") || here.starts_with("\\\r\n")) {
        at_ = text_.find('\n', at_);
      } else if (here.starts_with('#')) {
        at_ = std::min(text_.find('\n', at_), text_.size()) - 1;
      } else if (std::string_view("\n|;&<>()").find(here.front()) != std::string_view::npos) {
        if (here.front() == '\n' && command_.words.empty()) continue;
        const auto next = text_.find_first_not_of(" \t\r\n;", at_);
        if (next == std::string_view::npos) return false;
        if (here.front() == '\n' && text_[next] == '#') continue;
        return refuse_another_command(here.front() == '\n' ? next : at_);
      } else if (std::string_view(" \t\r").find(here.front()) == std::string_view::npos) {
        return true;
      }
    }
    return false;
  }

  // What follows the command begins at this byte.
  bool refuse_another_command(std::size_t next) {
    const auto line = trimmed(text_.substr(0, at_), white_space);
    if (rest().starts_with('\n') && (line.ends_with('^') || line.ends_with('`')))
      return refuse(curl_fault(text_.find_last_of("^`", at_),
                               "another shell goes on with the next line here",
                               "end the line with \\"));
    return refuse(curl_fault(next, "the curl command ends here, but something follows it",
                             "leave out what follows the command"));
  }

  // Each reads on from a place in a word, and returns whether it could.
  bool read_part() {
    const auto here = rest();
    if (here.starts_with('\'')) return read_single_quotes();
    if (here.starts_with("$'")) return read_escapes();
    if (here.starts_with("$(")) return refuse(variable_fault(at_));
    if (here.starts_with('"') || here.starts_with("$\"")) return read_double_quotes();
    if (here.starts_with("\\\n"))
      at_ += 2;
    else if (here.starts_with("\\\r\n"))
      at_ += 3;
    else if (here.starts_with('\\')) {
      ++at_;
      if (at_ < text_.size()) read_character(1, text_.substr(at_, 1));
    } else {
      if (is_variable() && !word_.variable) word_.variable = at_;
      read_character(1, here.substr(0, 1));
    }
    return true;
  }

  bool read_single_quotes() {
    const auto begin = at_++;
    const auto end = text_.find('\'', at_);
    if (end == std::string_view::npos)
      return refuse(curl_fault(begin, "the quoted text that starts here has no closing quote"));
    read_character(end - at_, text_.substr(at_, end - at_));
    at_ = end + 1;
    return true;
  }

  bool read_double_quotes() {
    const auto begin = at_;
    at_ = text_.find('"', at_) + 1;
    while (at_ < text_.size() && text_[at_] != '"') {
      const auto here = rest();
      if (here.starts_with("\\\n")) {
        at_ += 2;
        continue;
      }
      const bool is_escape = here.size() > 1 && here[0] == '\\' &&
                             std::string_view("$`\"\\").find(here[1]) != std::string_view::npos;
      if (is_escape) {
        ++at_;
      } else if (is_variable() && !word_.variable) {
        word_.variable = at_;
      }
      read_character(1, text_.substr(at_, 1));
    }
    if (at_ >= text_.size())
      return refuse(curl_fault(begin, "the quoted text that starts here has no closing quote"));
    ++at_;
    return true;
  }

  bool read_escapes() {
    const auto begin = at_;
    at_ += 2;
    while (at_ < text_.size() && text_[at_] != '\'')
      if (text_[at_] == '\\' && at_ + 1 < text_.size())
        read_escape();
      else
        read_character(1, text_.substr(at_, 1));
    if (at_ >= text_.size())
      return refuse(curl_fault(begin, "the quoted text that starts here has no closing quote"));
    ++at_;
    return true;
  }

  // Browsers write what is beyond 16 bits as two surrogates.
  void read_escape() {
    constexpr std::string_view letters = "abeEfnrtv\\'\"?";
    constexpr std::string_view meanings = "\a\b\x1B\x1B\f\n\r\t\v\\'\"?";
    const auto here = rest();
    if (const auto known = letters.find(here[1]); known != std::string_view::npos)
      return read_character(2, meanings.substr(known, 1));
    if (here[1] == 'u' || here[1] == 'U') {
      auto [code, size] = digits_in(here.substr(2), here[1] == 'u' ? 4 : 8, 16);
      if (size == 0) return read_character(2, here.substr(0, 2));
      auto end = 2 + size;
      if (code >= 0xD800 && code < 0xDC00 && here.substr(end).starts_with("\\u")) {
        const auto low = digits_in(here.substr(end + 2), 4, 16);
        if (low.value >= 0xDC00 && low.value < 0xE000) {
          code = 0x10000 + ((code - 0xD800) << 10U) + (low.value - 0xDC00);
          end += 2 + low.size;
        }
      }
      return read_character(end, utf8_of(std::min<std::uint32_t>(code, 0x10FFFF)));
    }
    const std::size_t mark = here[1] == 'x' ? 2 : 1;
    const auto byte =
        mark == 2 ? digits_in(here.substr(2), 2, 16) : digits_in(here.substr(1), 3, 8);
    if (byte.size == 0) return read_character(2, here.substr(0, 2));
    const char c = static_cast<char>(byte.value);
    read_character(mark + byte.size, {&c, 1});
  }

  void read_character(std::size_t written, std::string_view meant) {
    const bool is_plain = written == meant.size();
    const auto follows =
        !word_.runs.empty() &&
        word_.runs.back().second + (word_.text.size() - word_.runs.back().first) == at_;
    if (!follows) word_.runs.emplace_back(word_.text.size(), at_);
    word_.text += meant;
    at_ += written;
    if (!is_plain) word_.runs.emplace_back(word_.text.size(), at_);
  }

  [[nodiscard]] bool is_variable() const {
    const auto next = text_.substr(at_ + 1, 1);
    return text_[at_] == '`' ||
           (text_[at_] == '$' && !next.empty() &&
            (is_alphanumeric(next[0]) ||
             std::string_view("_{(@*#?$!-").find(next[0]) != std::string_view::npos));
  }

  bool refuse(JsonFault fault) {
    command_.fault = std::move(fault);
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  ShellWord word_;
  ShellCommand command_;
};

} // namespace

ShellCommand read_shell_words(std::string_view text) {
  return ShellReader(text).read();
}

} // namespace mrctl::body
