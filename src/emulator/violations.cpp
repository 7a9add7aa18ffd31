#include "violations.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace mrctl::emulator {

namespace {

// Some of valijson's messages name a member of the value. `opening` and `closing` enclose its name;
// `message` is our text about the member, empty if valijson only says that something inside is
// wrong.
struct Sentence {
  std::string_view opening;
  std::string_view closing;
  std::string_view message;
};

constexpr std::array sentences{
    Sentence{"Missing required property '", "'.", "is required"},
    Sentence{"Object contains a property that could not be validated using 'properties' or "
             "'additionalProperties' constraints: '",
             "'.", "is not a documented member"},
    Sentence{"Failed to validate against schema associated with property name '", "'.", ""},
    Sentence{"Failed to validate item #", " in array.", ""},
    Sentence{"Failed to validate against ", "", ""},
};

struct Finding {
  BodyProblem problem;
  bool is_echo = false; // repeats a finding further inside
};

std::string_view step_name(std::string_view step) {
  const std::size_t bracket = step.starts_with("[\"") ? 2 : 1;
  return step.substr(bracket, step.size() - 2 * bracket);
}

std::string pointer_to(const std::vector<std::string>& steps) {
  std::string pointer;
  for (std::size_t i = 1; i < steps.size(); ++i)
    pointer = pointer_join(pointer, step_name(steps[i]));
  return pointer;
}

bool fits(const Sentence& sentence, std::string_view description) {
  return description.starts_with(sentence.opening) && description.ends_with(sentence.closing);
}

std::string_view without_full_stop(std::string_view text) {
  return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

Finding finding_of(const Violation& violation) {
  const std::string_view description = violation.description;
  const auto at = pointer_to(violation.steps);
  const auto* known =
      std::find_if(sentences.begin(), sentences.end(),
                   [&](const Sentence& sentence) { return fits(sentence, description); });
  if (known == sentences.end()) return {{at, std::string(without_full_stop(description))}, false};
  const bool is_echo = known->message.empty();
  const std::string message(is_echo ? "is not valid" : known->message);
  if (known->closing.empty()) return {{at, message}, is_echo};
  const auto length = description.size() - known->opening.size() - known->closing.size();
  return {{pointer_join(at, description.substr(known->opening.size(), length)), message}, is_echo};
}

bool lies_at_or_in(std::string_view inner, std::string_view outer) {
  return inner.starts_with(outer) && (inner.size() == outer.size() || inner[outer.size()] == '/');
}

// A body with a million faults needs no answer of a million lines.
constexpr std::size_t most_problems = 100;

class Collected {
public:
  void add_finding(BodyProblem problem) {
    if (!is_known(problem, [](const auto& known, const auto& path) { return known == path; }))
      problems_.push_back(std::move(problem));
  }
  void add_echo(BodyProblem problem) {
    if (!is_known(problem, lies_at_or_in)) problems_.push_back(std::move(problem));
  }
  [[nodiscard]] bool is_full() const { return problems_.size() >= most_problems; }
  [[nodiscard]] std::vector<BodyProblem> take() && { return std::move(problems_); }

private:
  template <class Covers>
  [[nodiscard]] bool is_known(const BodyProblem& problem, Covers covers) const {
    return std::any_of(problems_.begin(), problems_.end(),
                       [&](const BodyProblem& known) { return covers(known.path, problem.path); });
  }
  std::vector<BodyProblem> problems_;
};

} // namespace

std::vector<BodyProblem> problems_of(const std::vector<Violation>& violations) {
  Collected collected;
  std::vector<BodyProblem> echoes;
  for (const auto& violation : violations) {
    if (collected.is_full()) break;
    auto finding = finding_of(violation);
    if (finding.is_echo)
      echoes.push_back(std::move(finding.problem));
    else
      collected.add_finding(std::move(finding.problem));
  }
  for (auto& echo : echoes)
    if (!collected.is_full()) collected.add_echo(std::move(echo));
  return std::move(collected).take();
}

} // namespace mrctl::emulator
