#include "mrctl/emulator/faults.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"

#include "target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

namespace mrctl::emulator {

bool matches(const FaultRule& rule, const Request& request) {
  if (rule.method != "*" && rule.method != request.method) return false;
  const auto path = path_behind_prefix(request.target);
  return matches_glob(path.value_or(request.target), rule.pattern);
}

Faults::Faults(std::vector<FaultRule> rules, std::uint64_t seed) {
  for (auto& rule : rules)
    rules_.push_back({std::move(rule), std::mt19937_64(seed + rules_.size())});
}

std::optional<FaultRule> Faults::draw(const Request& request) {
  const std::lock_guard lock(mutex_);
  for (auto& loaded : rules_)
    if (fires(loaded, request)) return loaded.rule;
  return std::nullopt;
}

std::vector<std::string> Faults::unmatched() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> texts;
  for (const auto& loaded : rules_)
    if (!loaded.is_matched) texts.push_back(loaded.rule.text);
  return texts;
}

bool Faults::fires(Loaded& loaded, const Request& request) {
  if (!matches(loaded.rule, request)) return false;
  loaded.is_matched = true;
  if (loaded.rule.times && loaded.fired >= *loaded.rule.times) return false;
  // The distributions of the standard library differ between libraries; the engine does not.
  constexpr double two_to_the_minus_53 = 1.0 / 9007199254740992.0;
  const auto share = static_cast<double>(loaded.luck() >> 11U) * two_to_the_minus_53;
  if (share >= loaded.rule.rate) return false;
  ++loaded.fired;
  return true;
}

namespace {

constexpr std::array<std::string_view, 8> methods{"*",     "GET",    "POST", "PUT",
                                                  "PATCH", "DELETE", "HEAD", "OPTIONS"};
constexpr std::array<std::string_view, 3> modifiers{"times", "retry-after", "rate"};

constexpr Duration longest_delay = std::chrono::hours(1);

struct OutcomeWord {
  std::string_view word;
  FaultKind kind;
};
constexpr std::array outcomes{
    OutcomeWord{"reset", FaultKind::reset},
    OutcomeWord{"reset-after-commit", FaultKind::reset_after_commit},
    OutcomeWord{"hang", FaultKind::hang},
    OutcomeWord{"truncate", FaultKind::truncate},
    OutcomeWord{"html", FaultKind::html},
    OutcomeWord{"slow", FaultKind::slow},
    OutcomeWord{"no-code", FaultKind::no_code},
    OutcomeWord{"other-workspace", FaultKind::other_workspace},
    OutcomeWord{"jump-version", FaultKind::jump_version},
    OutcomeWord{"other-slug", FaultKind::other_slug},
    OutcomeWord{"no-version", FaultKind::no_version},
};

struct Word {
  std::string_view text;
  std::size_t column; // counts from 1
};

// Words are separated by spaces; a word in double quotes may contain spaces.
class Words {
public:
  explicit Words(std::string_view rule) : rule_(rule) {}

  Word next() {
    at_ = std::min(rule_.find_first_not_of(' ', at_), rule_.size());
    const auto start = at_;
    const bool is_quoted = at_ < rule_.size() && rule_[at_] == '"';
    const auto end = std::min(rule_.find(is_quoted ? '"' : ' ', at_ + 1), rule_.size());
    at_ = std::min(end + (is_quoted ? 1U : 0U), rule_.size());
    const auto text_start = std::min(start + (is_quoted ? 1U : 0U), rule_.size());
    return {rule_.substr(text_start, end - text_start), start + 1};
  }

  [[nodiscard]] Error wrong(const Word& word, std::string_view what, std::string hint = {}) const {
    return Error::usage(fmt::format("fault rule '{}', column {}: {}", rule_, word.column, what),
                        std::move(hint));
  }
  [[nodiscard]] Error expected(const Word& word, std::string_view what) const {
    const auto found = word.text.empty() ? std::string("nothing") : fmt::format("'{}'", word.text);
    return wrong(word, fmt::format("expected {}, found {}", what, found),
                 "for example 'GET /models/* = 503 retry-after 1 rate 0.2'");
  }
  [[nodiscard]] Error unknown(const Word& word, std::string_view kind,
                              std::span<const std::string_view> right) const {
    const auto nearest = nearest_word(word.text, right);
    const auto equals = word.text.find('=');
    auto hint = nearest.empty() ? fmt::format("one of {}", fmt::join(right, " "))
                                : fmt::format("did you mean '{}'?", nearest);
    if (equals != word.text.npos && contains(right, word.text.substr(0, equals)))
      hint =
          fmt::format("write '{} {}'", word.text.substr(0, equals), word.text.substr(equals + 1));
    else if (nearest.empty() && !word.text.empty() && is_digit(word.text.front()))
      hint = fmt::format("a rule begins with METHOD PATH =, as in '* * = {}'", word.text);
    else if (nearest.empty())
      hint += ", for example 'GET /models/* = 503 times 2'";
    return wrong(word, fmt::format("unknown {} '{}'", kind, word.text), std::move(hint));
  }

private:
  std::string_view rule_;
  std::size_t at_ = 0;
};

bool is_header_text(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

// Reads the parts in their order; each of them returns what is wrong with it.
class RuleReader {
public:
  explicit RuleReader(std::string_view text) : words_(text) {}

  Result<FaultRule> read() {
    TRY(read_request());
    TRY(read_outcome());
    for (auto word = words_.next(); !word.text.empty(); word = words_.next())
      TRY(read_modifier(word));
    return std::move(rule_);
  }

private:
  Status read_request() {
    const auto method = words_.next();
    if (method.text.empty()) return fail(words_.expected(method, "a method or '*'"));
    if (!contains(methods, method.text)) return fail(words_.unknown(method, "method", methods));
    const auto pattern = words_.next();
    if (pattern.text.empty() || (pattern.text[0] != '/' && pattern.text[0] != '*'))
      return fail(words_.expected(pattern, "a path that begins with '/' or '*'"));
    if (const auto equals = words_.next(); equals.text != "=")
      return fail(words_.expected(equals, "'='"));
    rule_.method = method.text;
    rule_.pattern = pattern.text;
    return {};
  }

  Status read_outcome() {
    const auto word = words_.next();
    if (word.text.empty()) return fail(words_.expected(word, "an outcome"));
    if (is_digit(word.text[0])) {
      const auto status = number_in<int>(word.text);
      if (!status || *status < 200 || *status > 599)
        return fail(words_.expected(word, "a status from 200 to 599"));
      rule_.status = *status;
      return {};
    }
    const auto* known = find_row(outcomes, &OutcomeWord::word, word.text);
    if (known == nullptr)
      return fail(words_.unknown(word, "outcome", names_of(outcomes, &OutcomeWord::word)));
    rule_.kind = known->kind;
    if (rule_.kind != FaultKind::slow) return {};
    const auto duration = words_.next();
    const auto delay = parse_duration(duration.text);
    if (!delay || *delay > longest_delay)
      return fail(words_.expected(duration, "a duration such as 200ms, up to 1h"));
    rule_.delay = *delay;
    return {};
  }

  Status read_modifier(const Word& name) {
    if (!contains(modifiers, name.text)) return fail(words_.unknown(name, "modifier", modifiers));
    const auto word = words_.next();
    if (name.text == "times") {
      rule_.times = number_in<std::uint64_t>(word.text);
      if (!rule_.times || *rule_.times == 0) return fail(words_.expected(word, "a number from 1"));
    } else if (name.text == "retry-after") {
      const bool has_unit = !word.text.empty() && is_digit(word.text.front()) &&
                            (word.text.back() == 's' || word.text.back() == 'm');
      if (!is_header_text(word.text) || has_unit)
        return fail(words_.expected(word, "seconds, or a date in double quotes"));
      rule_.retry_after = std::string(word.text);
    } else {
      const auto rate = Decimal::parse(word.text);
      if (!rate || rate->is_negative() || rate->approximate() > 1.0)
        return fail(words_.expected(word, "a number from 0 to 1"));
      rule_.rate = rate->approximate();
    }
    return {};
  }

  Words words_;
  FaultRule rule_;
};

} // namespace

Result<FaultRule> parse_fault_rule(std::string_view text) {
  TRY_ASSIGN(auto rule, RuleReader(text).read());
  rule.text = text;
  return rule;
}

} // namespace mrctl::emulator
