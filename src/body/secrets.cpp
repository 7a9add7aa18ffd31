#include "mrctl/base/secret.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"

#include "secret_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mrctl::body {

namespace {

class Walk {
public:
  Walk(const JsonText& body, const SecretRules& rules)
      : rules_(rules), text_(body.root().text()), search_(text_, rules.key ? &*rules.key : nullptr),
        found_(search_.next(0)) {}

  // Looks at a value and at those inside, but only where a secret was found.
  void look_at(const JsonView& value, const std::string& pointer) {
    if (value.is_string()) return look_at_text(value.text(), pointer);
    std::size_t index = 0;
    for (const auto& item : value.items()) {
      const auto place = index++;
      if (is_done()) return;
      if (found_->begin >= end_of(item.text())) continue;
      if (!value.is_object()) {
        look_at(item.value, pointer_join(pointer, place));
        continue;
      }
      look_at_text(item.written_key, pointer);
      if (!is_done()) look_at(item.value, pointer_join(pointer, item.key()));
    }
  }

  [[nodiscard]] bool is_done() const { return !found_ || problems_.size() >= most_problems; }
  [[nodiscard]] Problems take() { return std::move(problems_); }

private:
  [[nodiscard]] std::size_t end_of(std::string_view part) const {
    return static_cast<std::size_t>(part.data() + part.size() - text_.data());
  }
  // Adds a problem if the text holds a secret; one for each text is enough.
  void look_at_text(std::string_view token, const std::string& pointer) {
    if (is_done() || found_->begin >= end_of(token)) return;
    const auto secret = text_.substr(found_->begin, found_->end - found_->begin);
    if (has_key(found_->begin, end_of(token)))
      add(pointer, Severity::error, "the management key", "remove it, and revoke it if it is real");
    else if (rules_.are_allowed)
      add(pointer, Severity::warning, words_on(secret));
    else
      add(pointer, Severity::error, words_on(secret),
          "remove it, and revoke it if it is real; --allow-secrets lets it pass");
    found_ = search_.next(end_of(token));
  }
  // The key may look like one of another service, or stand behind such a one.
  [[nodiscard]] bool has_key(std::size_t begin, std::size_t end) const {
    for (; begin < end; ++begin)
      if (search_.management_key_at(begin)) return true;
    return false;
  }
  static std::string words_on(std::string_view secret) {
    return fmt::format("what looks like a secret ({})", mask(without_escapes(secret)));
  }
  void add(const std::string& pointer, Severity severity, std::string_view what,
           Suggestion suggestion = {}) {
    auto& problem = problems_.emplace_back();
    problem.severity = severity;
    problem.rule = "secret.found";
    problem.path = pointer;
    problem.message =
        fmt::format("{} holds {}", pointer.empty() ? "the body" : dotted(pointer), what);
    problem.suggestion = std::move(suggestion);
  }

  const SecretRules& rules_;
  std::string_view text_;
  SecretSearch search_;
  std::optional<SecretSearch::Found> found_;
  Problems problems_;
};

// A message may hold the lines of a private key as one, or only its first characters.
std::string without_private_keys(std::string text) {
  constexpr std::string_view dashes = "-----";
  constexpr std::size_t longest_header = 60;
  for (auto at = text.find(private_key_beginning); at != std::string::npos;
       at = text.find(private_key_beginning, at + 1)) {
    const auto header = std::string_view(text).substr(at, longest_header);
    const auto name = header.find("PRIVATE KEY");
    const auto end = name == header.npos ? name : header.find(dashes, name);
    if (end == header.npos) continue;
    const auto content = at + end + dashes.size();
    const auto last = std::min(text.find("-----END", content), text.size());
    if (!trimmed(std::string_view(text).substr(content, last - content), any_white_space).empty())
      text.replace(content, last - content, " … ");
  }
  return text;
}

} // namespace

Problems find_secrets(const JsonText& body, const SecretRules& rules) {
  Walk walk(body, rules);
  if (!walk.is_done()) walk.look_at(body.root(), "");
  return walk.take();
}

bool has_secret(std::string_view text) {
  return SecretSearch(text).next(0).has_value();
}

std::string without_found_secrets(const std::string& given) {
  const auto text = without_private_keys(given);
  SecretSearch search(text);
  std::string out;
  std::size_t done = 0;
  for (auto found = search.next(0); found; found = search.next(done)) {
    out.append(text, done, found->begin - done)
        .append(mask(std::string_view(text).substr(found->begin, found->end - found->begin)));
    done = found->end;
  }
  return out.append(text, done);
}

} // namespace mrctl::body
