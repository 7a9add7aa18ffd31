#include "mrctl/apply/live_answers.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/spec/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::apply {

Error other_workspace(std::string_view found, std::string_view known, std::string_view outcome) {
  return Error::condition(
      fmt::format(
          "this key belongs to another workspace: the response came from {}, but the target "
          "expects {}; {}",
          found, known, outcome),
      "use the key of that workspace, or choose a separate target with --target, MRCTL_TARGET or "
      "the profile's 'target'");
}

Result<service::Preset> read_live_answer(const LiveSource& source, std::string_view slug,
                                         const service::Answer& answer) {
  auto preset = service::read_preset(answer.value, answer.data.text());
  if (preset.slug && *preset.slug != slug)
    return fail(with_http(Error::unexpected_response(fmt::format(
                              "the answer about {} is about another preset, {}; nothing was sent",
                              slug, json_quote(source.hide_secrets(*preset.slug)))),
                          answer.facts));
  if (auto warning = drop_secret_ids(preset, slug, source.hide_secrets))
    source.warn(*std::move(warning));
  if (source.workspace && preset.workspace_id && *preset.workspace_id != *source.workspace)
    return fail(
        with_http(other_workspace(*preset.workspace_id, *source.workspace, "nothing was sent"),
                  answer.facts));
  return preset;
}

namespace {

Error cannot_read_presets() {
  return Error::not_found("this service does not seem to read presets (or none of these "
                          "exists); nothing was sent",
                          "--live=false compares with the records alone; 'mrctl preset forget "
                          "SLUG' drops the record of a preset that was deleted");
}

class LiveAnswers {
public:
  LiveAnswers(const LiveSource& source, const std::vector<LiveQuestion>& questions,
              const TakeLive& take)
      : source_(source), questions_(questions), take_(take) {}

  // Asks for the presets from one place to before another.
  Status ask(std::size_t from, std::size_t to) {
    std::vector<service::Query> queries;
    for (auto place = from; place < to; ++place)
      queries.push_back({{std::string(questions_[place].slug)}, {}});
    auto answers = service::ask(source_.service, spec::get_preset, std::move(queries),
                                service::AnswerParts::facts);
    for (auto place = from; place < to; ++place)
      TRY(receive(place, answers[place - from]));
    return {};
  }

  Result<std::vector<std::size_t>> finish() && {
    if (is_refused_ || (is_recorded_missing_ && !is_answered_)) return fail(cannot_read_presets());
    return std::move(missing_);
  }

private:
  Status receive(std::size_t place, const Result<service::Answer>& answer) {
    const auto& [slug, is_recorded] = questions_[place];
    if (!answer) return take_failure(place, answer.error());
    is_answered_ = true;
    TRY_ASSIGN(const auto preset, read_live_answer(source_, slug, *answer));
    return take_(place, live_preset_of(preset));
  }

  Status take_failure(std::size_t place, const Error& error) {
    constexpr int not_there = 404;
    constexpr int not_allowed = 405;
    constexpr int not_implemented = 501;
    const auto status = http_facts(error).status;
    const bool is_recorded = questions_[place].is_recorded;
    if (status == not_there) {
      missing_.push_back(place);
      is_recorded_missing_ = is_recorded_missing_ || is_recorded;
      return {};
    }
    const bool is_refused = status == not_allowed || status == not_implemented;
    if (!is_refused || !is_recorded) return fail(error);
    is_refused_ = true;
    return {};
  }

  const LiveSource& source_;
  const std::vector<LiveQuestion>& questions_;
  const TakeLive& take_;
  std::vector<std::size_t> missing_;
  bool is_answered_ = false; // any of them
  bool is_recorded_missing_ = false;
  bool is_refused_ = false;
};

} // namespace

Result<std::vector<std::size_t>> ask_live(const LiveSource& source,
                                          const std::vector<LiveQuestion>& questions,
                                          const TakeLive& take) {
  constexpr std::size_t most_answers = 256; // that are held at once
  const auto activity =
      source.begin_activity
          ? source.begin_activity(fmt::format("reading {}", counted(questions.size(), "preset")))
          : nullptr;
  LiveAnswers answers(source, questions, take);
  for (std::size_t from = 0; from < questions.size(); from += most_answers)
    TRY(answers.ask(from, std::min(from + most_answers, questions.size())));
  return std::move(answers).finish();
}

} // namespace mrctl::apply
