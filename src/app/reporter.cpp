#include "reporter.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/config/key.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/http/redaction.hpp"
#include "mrctl/output/json.hpp"

#include "terminals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace mrctl::app {

namespace {

// Without a terminal, an explicit -o json implies JSON errors, unless another form is requested.
output::ErrorFormat error_format_of(const World& world, const spec::SettingTexts& given) {
  using config::SettingValues;
  const auto key = config::setting_of(&SettingValues::error_format).key;
  const auto asked = output::parse_error_format(config::peek(given, world.environment, key));
  if (asked) return *asked;
  const auto* output = spec::given_text(given, &SettingValues::output);
  const bool is_json = output != nullptr && (*output == "json" || *output == "jsonl");
  return is_json && !world.error_is_terminal ? output::ErrorFormat::json
                                             : output::ErrorFormat::text;
}

// Help on a command explains its command line, and not why a file cannot be read.
bool is_explained_by_help(const Error& error) {
  return error.kind == ErrorKind::usage && error.hint.empty() && error.problems.empty() &&
         !error.http && !error.message.starts_with("cannot read ");
}

// Users know that they interrupted the program; they only need to know what may have changed.
bool is_worth_telling(const Error& error) {
  if (!is_interruption(error.kind)) return true;
  return error.http && may_have_acted(*error.http);
}

int code_of(const Failures& failures) {
  const auto code = failures.of_command.empty()
                        ? exit_success
                        : exit_code_of(failures.of_command.front().kind).code;
  const bool goes_under = code == exit_success || code == exit_code_of(ErrorKind::condition).code;
  if (failures.of_reports.empty() || !goes_under) return code;
  return exit_code_of(failures.of_reports.front().kind).code;
}

std::string slug_of(const spec::Invocation& invocation) {
  if (invocation.command == nullptr || invocation.arguments.empty()) return {};
  const auto& arguments = invocation.command->arguments;
  const bool is_about_one = !arguments.empty() && arguments[0].takes == Takes::slug;
  return is_about_one ? invocation.arguments.front() : std::string();
}

std::string help_on(const spec::Invocation& invocation) {
  const auto* command = invocation.command;
  if (command == nullptr) return "run 'mrctl --help'";
  const auto help = fmt::format("'mrctl {} --help' lists the flags", command->name());
  return spec::examples_of(*command).empty()
             ? help
             : fmt::format("for example: {}; {}", spec::examples_of(*command)[0].command, help);
}

} // namespace

Reporter::Reporter(const World& world, const spec::Invocation& invocation)
    : world_(world), format_(error_format_of(world, invocation.settings)),
      terminal_(
          with_rule_ids(terminal_of(Stream::err, world, when_coloured(invocation)), invocation)),
      is_quiet_(invocation.flags.quiet), slug_(slug_of(invocation)),
      see_help_(help_on(invocation)) {}

std::optional<output::Terminal> Reporter::progress_terminal() const {
  const bool is_dumb = config::variable_of(world_.environment, "TERM") == "dumb";
  if (is_quiet_ || is_dumb || !world_.error_is_terminal || format_ != output::ErrorFormat::text)
    return std::nullopt;
  auto terminal = terminal_;
  terminal.width = world_.terminal_width;
  return terminal;
}

void Reporter::prompt(std::string_view text) const {
  if (!is_quiet_ && world_.error_is_terminal) world_.err(fmt::format("mrctl: {}\n", text));
}

int Reporter::fail(const Error& error) const {
  if (!is_worth_telling(error)) return exit_code_of(error.kind).code;
  const bool sees_help = format_ != output::ErrorFormat::github && is_explained_by_help(error);
  const auto told = sees_help ? Error(error).with_hint(see_help_) : error;
  write(output::error_report(told, format_, terminal_, slug_));
  return exit_code_of(error.kind).code;
}

int Reporter::fail(Error error, const Problems& warnings) const {
  if (!is_quiet_) error.problems.insert(error.problems.begin(), warnings.begin(), warnings.end());
  return fail(error);
}

int Reporter::conclude(output::Remarks remarks, const Failures& failures) const {
  if (format_ == output::ErrorFormat::github)
    annotate(remarks, failures);
  else
    tell(std::move(remarks), failures);
  return code_of(failures);
}

// All at once, because a CI service limits the annotations of a step.
void Reporter::annotate(const output::Remarks& remarks, const Failures& failures) const {
  std::vector<Error> told;
  for (const auto* each : {&failures.of_command, &failures.of_reports})
    std::ranges::copy_if(*each, std::back_inserter(told), is_worth_telling);
  const auto text =
      output::annotations_report(is_quiet_ ? output::Remarks{} : remarks, told, slug_);
  if (!text.empty()) write(text);
}

// A failure about what was stored reports it itself, on its single line of JSON.
void Reporter::tell(output::Remarks remarks, const Failures& failures) const {
  std::optional<output::StoredSummary> stored;
  if (format_ == output::ErrorFormat::json && !failures.of_command.empty())
    stored.swap(remarks.stored);
  remark(remarks);
  const auto is_told = [&](const Error& failure) {
    if (format_ != output::ErrorFormat::text) return false;
    return failures.reason_in == commands::ReasonIn::result ||
           (failures.reason_in == commands::ReasonIn::conditions_in_result &&
            failure.kind == ErrorKind::condition);
  };
  for (const auto& failure : failures.of_command) {
    if (is_told(failure) || !is_worth_telling(failure)) continue;
    write(stored && &failure == &failures.of_command.front()
              ? output::error_report(failure, *stored, format_, terminal_, slug_)
              : output::error_report(failure, format_, terminal_, slug_));
  }
  for (const auto& failure : failures.of_reports)
    write(output::error_report(failure, format_, terminal_, slug_));
}

void Reporter::note(const std::string& text,
                    const std::function<void(std::string_view)>& write_line) const {
  if (format_ != output::ErrorFormat::text)
    remark({.warnings = {}, .notes = {text}, .stored = {}});
  else if (!is_quiet_)
    write_line(text);
}

void Reporter::remark(const output::Remarks& remarks) const {
  if (is_quiet_) return;
  if (const auto text = output::remarks_report(remarks, format_, terminal_, slug_); !text.empty())
    write(text);
}

void Reporter::write(const std::string& report) const {
  const bool needs_escapes = format_ == output::ErrorFormat::json && world_.error_is_terminal;
  world_.err(needs_escapes ? output::safe_jsonl(report) : report);
}

SecretFilter::SecretFilter(const config::Environment& environment,
                           std::span<const std::string> arguments) {
  const auto look_at = [this](std::string_view text) {
    for (const auto& secret : http::possible_secrets(text))
      learn(secret);
  };
  std::ranges::for_each(arguments, look_at);
  for (const auto& setting : spec::settings())
    look_at(config::variable_of(environment, setting.variable));
  const auto text = config::variable_of(environment, "MRCTL_API_KEY");
  if (text.empty()) return;
  const auto key = config::read_key(text, "the key");
  learn_key(key ? *key : Secret(std::string(text)));
}

void SecretFilter::learn(const Secret& secret) {
  if (!secret.stands_out()) return;
  const std::lock_guard lock(mutex_);
  secrets_.add(secret);
}

void SecretFilter::learn_key(const Secret& key) {
  learn(key);
  if (!key.stands_out()) return;
  const std::lock_guard lock(mutex_);
  keys_.add(key);
}

std::string SecretFilter::hide_key(std::string_view text) const {
  const std::lock_guard lock(mutex_);
  return keys_.hide(text);
}

std::string SecretFilter::hide(std::string_view text) const {
  const std::lock_guard lock(mutex_);
  return secrets_.hide(text);
}

World hiding_secrets(const World& world, const std::shared_ptr<SecretFilter>& secrets) {
  auto out = world;
  out.err = [err = world.err, secrets](std::string_view text) { return err(secrets->hide(text)); };
  return out;
}

} // namespace mrctl::app
