#include "mrctl/base/secret.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/json/view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace mrctl::body {

namespace {

enum class Characters : std::uint8_t {
  capitals,
  alphanumeric,
  with_underscore,
  with_dash,
  of_keys
};

bool is_in(Characters characters, char c) {
  switch (characters) {
  case Characters::capitals:
    return is_digit(c) || (c >= 'A' && c <= 'Z');
  case Characters::alphanumeric:
    return is_alphanumeric(c);
  case Characters::with_underscore:
    return is_alphanumeric(c) || c == '_';
  case Characters::with_dash:
    return is_alphanumeric(c) || c == '-';
  case Characters::of_keys:
    break;
  }
  return is_alphanumeric(c) || c == '-' || c == '_';
}

// How keys of well-known services begin, and how many such characters follow at least.
struct KeyForm {
  std::string_view beginning;
  Characters characters;
  std::size_t least;
  bool is_mixed = false; // a digit and a letter follow, which words with dashes do not have
};

constexpr std::array key_forms{
    KeyForm{"sk-", Characters::of_keys, 20, true},
    KeyForm{"AKIA", Characters::capitals, 16},
    KeyForm{"ghp_", Characters::with_underscore, 20},
    KeyForm{"gho_", Characters::with_underscore, 20},
    KeyForm{"ghs_", Characters::with_underscore, 20},
    KeyForm{"github_pat_", Characters::with_underscore, 20},
    KeyForm{"xoxb-", Characters::with_dash, 10},
    KeyForm{"xoxp-", Characters::with_dash, 10},
    KeyForm{"xoxa-", Characters::with_dash, 10},
    KeyForm{"AIza", Characters::of_keys, 35},
};

constexpr std::string_view token_beginning = "eyJ"; // of an object in base64: {"
constexpr std::string_view private_key_beginning = "-----BEGIN ";
constexpr std::string_view private_key_end = "PRIVATE KEY-----";

std::size_t length_of(Characters characters, std::string_view text) {
  const auto* end =
      std::find_if_not(text.begin(), text.end(), [&](char c) { return is_in(characters, c); });
  return static_cast<std::size_t>(end - text.begin());
}

// Each returns how many bytes at the beginning of the text are such a secret; 0 for none.
std::size_t key_at(std::string_view text, const KeyForm& form) {
  if (!text.starts_with(form.beginning)) return 0;
  const auto rest = text.substr(form.beginning.size());
  const auto key = rest.substr(0, length_of(form.characters, rest));
  const bool is_mixed = std::any_of(key.begin(), key.end(), is_digit) &&
                        std::any_of(key.begin(), key.end(), is_letter);
  if (key.size() < form.least || (form.is_mixed && !is_mixed)) return 0;
  return form.beginning.size() + key.size();
}

std::size_t token_at(std::string_view text) {
  constexpr std::size_t least = 8;
  if (!text.starts_with(token_beginning)) return 0;
  std::size_t length = 0;
  for (int part = 0; part < 3; ++part) {
    const auto rest = text.substr(length);
    const auto size = length_of(Characters::of_keys, rest);
    if (size < least || (part == 1 && !rest.starts_with(token_beginning))) return 0;
    length += size;
    if (part == 2) break;
    if (length == text.size() || text[length] != '.') return 0;
    ++length;
  }
  return length;
}

std::size_t private_key_at(std::string_view text) {
  if (!text.starts_with(private_key_beginning)) return 0;
  const auto line = text.substr(0, text.find('\n'));
  const auto end = line.find(private_key_end);
  return end == std::string_view::npos ? 0 : end + private_key_end.size();
}

std::size_t secret_at(std::string_view text) {
  for (const auto& form : key_forms)
    if (const auto length = key_at(text, form); length > 0) return length;
  if (const auto length = token_at(text); length > 0) return length;
  return private_key_at(text);
}

bool is_in_a_word(char c) {
  return is_alphanumeric(c) || c == '_';
}

// The next secret at the beginning of a word; empty if there is none.
std::string_view next_secret(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && is_in_a_word(text[at - 1])) continue;
    if (const auto length = secret_at(text.substr(at)); length > 0) return text.substr(at, length);
  }
  return {};
}

// A part of a body that a secret may follow, with a character of it that is rare in prose.
struct Sign {
  std::string_view text;
  std::size_t rare_at = 0;

  [[nodiscard]] constexpr char rare() const { return text[rare_at]; }
};

constexpr std::string_view rare_characters = "-_JKz\\";

// Sorted by those characters.
constexpr auto signs = [] {
  std::array<Sign, key_forms.size() + 3> all{Sign{token_beginning}, Sign{private_key_beginning},
                                             Sign{"\\u"}}; // which may stand for any character
  std::transform(key_forms.begin(), key_forms.end(), all.begin() + 3,
                 [](const KeyForm& form) { return Sign{form.beginning}; });
  for (auto& sign : all)
    sign.rare_at = sign.text.find_first_of(rare_characters);
  std::sort(all.begin(), all.end(),
            [](const Sign& one, const Sign& other) { return one.rare() < other.rare(); });
  return all;
}();
static_assert(std::all_of(signs.begin(), signs.end(),
                          [](const Sign& sign) { return sign.rare_at < sign.text.size(); }));

bool is_sign_at(std::string_view text, std::size_t rare, const Sign& sign) {
  if (rare < sign.rare_at) return false;
  const auto found = text.substr(rare - sign.rare_at, sign.text.size());
  return found.ends_with(sign.text.back()) && found == sign.text;
}

// A part of a text, from `begin` on.
struct Block {
  std::size_t begin;
  std::size_t size;
};

// Returns whether the text has one of the signs, which share their rare character, with that
// character in the block.
bool has_one_of(std::span<const Sign> alike, std::string_view text, const Block& block) {
  const auto part = text.substr(block.begin, block.size);
  const char rare = alike.front().rare();
  for (auto at = part.find(rare); at != part.npos; at = part.find(rare, at + 1))
    if (std::any_of(alike.begin(), alike.end(),
                    [&](const Sign& sign) { return is_sign_at(text, block.begin + at, sign); }))
      return true;
  return false;
}

// Searching for the rare characters takes a fraction of the time that searching for the signs would
// take; block by block, the text is read from memory once.
bool has_sign(std::string_view text) {
  Block block{0, 16'384};
  for (; block.begin < text.size(); block.begin += block.size)
    for (const auto* sign = signs.begin(); sign != signs.end();) {
      const auto* end = std::find_if(
          sign, signs.end(), [&](const Sign& other) { return other.rare() != sign->rare(); });
      if (has_one_of({sign, end}, text, block)) return true;
      sign = end;
    }
  return false;
}

// Most bodies have none, and are not worth a look at each text.
bool may_hold_secret(std::string_view json, const HoldsKey& holds_key) {
  return has_sign(json) || (holds_key && holds_key(json));
}

class Search {
public:
  explicit Search(const SecretRules& rules) : rules_(rules) {}

  void look_at(const JsonView& value, const std::string& pointer) {
    if (found_.size() >= most_problems) return;
    if (value.is_string()) return look_at_text(value.string(), pointer);
    std::size_t index = 0;
    for (const auto& item : value.items()) {
      const auto key = value.is_object() ? item.key() : std::string();
      look_at_text(key, pointer);
      look_at(item.value,
              value.is_object() ? pointer_join(pointer, key) : pointer_join(pointer, index++));
    }
  }

  [[nodiscard]] Problems take() { return std::move(found_); }

private:
  void look_at_text(const std::string& text, const std::string& pointer) {
    const auto secret = next_secret(text);
    if (!secret.empty())
      add(pointer, fmt::format("what looks like a secret ({})", mask(secret)));
    else if (rules_.holds_key && rules_.holds_key(text))
      add(pointer, "the management key");
  }
  void add(const std::string& pointer, std::string_view what) {
    auto& problem = found_.emplace_back();
    problem.severity = rules_.are_allowed ? Severity::warning : Severity::error;
    problem.rule = "secret.found";
    problem.path = pointer;
    problem.message =
        fmt::format("{} holds {}", pointer.empty() ? "the body" : dotted(pointer), what);
    if (!rules_.are_allowed)
      problem.suggestion = "remove it, and revoke it if it is real; --allow-secrets lets it pass";
  }

  const SecretRules& rules_;
  Problems found_;
};

} // namespace

Problems find_secrets(const JsonText& body, const SecretRules& rules) {
  if (!may_hold_secret(body.text().view(), rules.holds_key)) return {};
  Search search(rules);
  search.look_at(body.root(), "");
  return search.take();
}

std::string without_found_secrets(std::string text) {
  std::size_t from = 0;
  for (;;) {
    const auto secret = next_secret(std::string_view(text).substr(from));
    if (secret.empty()) return text;
    const auto at = static_cast<std::size_t>(secret.data() - text.data());
    const auto masked = mask(secret);
    text.replace(at, secret.size(), masked);
    from = at + masked.size();
  }
}

} // namespace mrctl::body
