#include "mrctl/apply/agreed_plan.hpp"

#include "mrctl/apply/plan.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace mrctl::apply {

namespace {

constexpr std::string_view beginning = "Plan:";

// Returns the words behind "Plan:", one list for each such line.
std::vector<std::vector<std::string_view>> plan_lines(std::string_view message) {
  std::vector<std::vector<std::string_view>> lines;
  for (const auto line : lines_in(message)) {
    if (!line.starts_with(beginning)) continue;
    auto& words = lines.emplace_back();
    for (const auto word : split(line.substr(beginning.size()), ' '))
      if (const auto bare = trimmed(word); !bare.empty()) words.push_back(bare);
  }
  return lines;
}

bool looks_like_a_fingerprint(std::string_view word) {
  constexpr std::size_t shortest = 8;
  const auto begin = word.find_first_not_of("`'\"*");
  if (begin == std::string_view::npos) return false;
  word = word.substr(begin, word.find_last_not_of("`'\"*,.") - begin + 1);
  return word.size() >= shortest &&
         word.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

// Quotes the line that was probably meant, and says what is wrong in it.
std::string words_on_meant_line(std::string_view message, std::string_view target) {
  const auto wrong_in = [&](std::string_view line, std::string_view bare) -> std::string_view {
    if (bare.size() != line.size())
      return "it must begin with 'Plan:', without a list or quotation";
    if (!equal_ignoring_case(bare.substr(0, beginning.size()), beginning))
      return "'Plan' needs a colon";
    if (!bare.starts_with(beginning)) return "'Plan:' begins with a capital letter";
    const auto last = after_last(bare, " ");
    if (last.find_first_of("`'\"*") != std::string_view::npos)
      return "leave out the quotation marks";
    if (!is_fingerprint(last)) return "a fingerprint has 40 hexadecimal digits in lower case";
    return split(trimmed(bare.substr(beginning.size())), ' ').front() == target
               ? "it must end after the fingerprint"
               : "it names another target";
  };
  for (const auto whole : lines_in(message)) {
    const auto line = trimmed(whole);
    const auto bare = line.substr(std::min(line.find_first_of("pP"), line.size()));
    if (equal_ignoring_case(bare.substr(0, 4), "plan") &&
        std::ranges::any_of(split(bare, ' '), looks_like_a_fingerprint))
      return fmt::format(": of '{}', {}", abbreviated(line, 100), wrong_in(line, bare));
  }
  return {};
}

} // namespace

Result<std::string> agreed_plan(std::string_view message, std::string_view target,
                                std::string_view commit) {
  message = message.substr(0, message.find('\0')); // where git and people stop reading
  std::set<std::string_view> found;
  for (const auto& words : plan_lines(message)) {
    if (words.empty() || !is_fingerprint(words.back())) continue;
    if (words.size() == 1 || (words.size() == 2 && words.front() == target))
      found.insert(words.back());
  }
  if (found.size() == 1) return std::string(*found.begin());
  const auto why = found.empty() ? fmt::format("has no line 'Plan: {} FINGERPRINT'{}", target,
                                               words_on_meant_line(message, target))
                                 : fmt::format("names two plans for {}: {} and {}", target,
                                               *found.begin(), *found.rbegin());
  return fail(Error::conflict(
      fmt::format("the message of {} {}; nothing was sent", commit, why),
      "'mrctl preset check' prints the line; the message of the merge commit must have "
      "it. 'mrctl preset plan' shows the plan, and '--plan FINGERPRINT' applies it"));
}

Result<std::optional<RestOfPlan>> rest_of_plan(const Plans& plans, const std::string& agreed,
                                               const std::string& source) {
  TRY_ASSIGN(const bool may_go_on,
             plans.where.store->may_go_on_with({plans.plan.target, agreed, source}));
  if (!may_go_on) return std::nullopt;
  std::optional<std::int64_t> size;
  std::int64_t left = 0;
  for (std::size_t i = 0; i < plans.files.size(); ++i) {
    const auto& planned = plans.plan.presets[i];
    if (!is_sent(planned.action)) continue;
    const auto& file = plans.files[i];
    TRY_ASSIGN(const auto record,
               read_record(plans.records_of(file), {plans.plan.service, file.slug}));
    const bool is_of_plan = record && record->pending && record->pending->plan == agreed &&
                            contains(record->pending->applied, planned.hash.text());
    if (!is_of_plan) return std::nullopt;
    size = std::max(size, record->pending->of);
    ++left;
  }
  const bool is_known = size && *size >= left;
  return RestOfPlan{.plan = {.fingerprint = agreed, .of = is_known ? size : std::nullopt},
                    .sentence = fmt::format("goes on with plan {}: {}{} left", agreed, left,
                                            is_known ? fmt::format(" of {}", *size) : "")};
}

} // namespace mrctl::apply
