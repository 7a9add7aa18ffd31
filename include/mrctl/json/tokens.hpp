#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl {

// Reads JSON text that parse_json() or outline_json() has accepted, token by token.
class JsonTokens {
public:
  explicit JsonTokens(std::string_view text) : text_(text) {}

  // Returns the next token as written: a bracket, a comma, a colon, or a scalar with its quotes;
  // empty after the last one. peek() does not consume it.
  [[nodiscard]] std::string_view peek();
  std::string_view next();

  // Consumes the value that is next, and returns its text.
  std::string_view next_value();

  // Consumes the value that is next. If it is an object, calls `visit` with each key as written,
  // without its quotes; `visit` must consume the value of that member.
  template <class Visit>
  void visit_members(Visit visit) {
    visit_items('{', [&] {
      const auto key = next_value();
      take(':');
      visit(key.substr(1, key.size() - 2));
    });
  }

  // The same for an array: `visit` must consume one element.
  template <class Visit>
  void visit_elements(Visit visit) {
    visit_items('[', visit);
  }

private:
  template <class Visit>
  void visit_items(char bracket, Visit visit) {
    if (!take(bracket)) {
      next_value();
      return;
    }
    while (!ends_items()) {
      take(',');
      visit();
    }
    take(bracket == '{' ? '}' : ']');
  }

  // The first character of the next token; '\0' after the last one.
  char front() {
    while (at_ < text_.size() && is_space(text_[at_]))
      ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  [[nodiscard]] bool ends_items() {
    const char c = front();
    return c == '}' || c == ']' || c == '\0';
  }

  bool take(char mark) {
    if (front() != mark) return false;
    ++at_;
    length_ = 0;
    return true;
  }

  // Between the tokens of a valid text, nothing else is below the visible characters.
  static bool is_space(char c) { return static_cast<unsigned char>(c) <= ' '; }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t length_ = 0; // of the token at at_; 0 if not determined yet
};

// Returns the text that a JSON string stands for; `token` has its quotes.
[[nodiscard]] std::string json_unquoted(std::string_view token);

} // namespace mrctl
