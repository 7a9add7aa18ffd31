#include "mrctl/api/operations.hpp"
#include "mrctl/base/json_text.hpp"
#include "mrctl/http/curl_command.hpp"
#include "mrctl/model/preset.hpp"
#include "mrctl/render/preset.hpp"
#include "mrctl/render/records.hpp"
#include "mrctl/request/stored.hpp"
#include "mrctl/request/validate.hpp"

#include "commands.hpp"
#include "connection.hpp"
#include "output.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::commands {

namespace {

using render::Format;

// Letters, digits and "-._~" are what a URL carries unescaped (RFC 3986). "." and ".." would name
// another path.
bool is_url_safe(std::string_view slug) {
  constexpr std::string_view marks = "-._~";
  return slug != "." && slug != ".." && std::all_of(slug.begin(), slug.end(), [&](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  marks.find(c) != std::string_view::npos;
         });
}

Status check_slug(std::string_view slug) {
  if (slug.empty())
    return fail(Error::usage("the slug of a preset must have at least one character"));
  if (is_url_safe(slug)) return {};
  return fail(Error::usage(fmt::format("the slug '{}' is not URL-safe", slug),
                           "use letters, digits, '-', '.', '_' and '~'"));
}

// Puts what validation finds behind what building found, and says of each where it comes from.
void check_body(request::Body& body, const Context& context) {
  const auto undocumented = context.invocation.has("--allow-unknown")
                                ? request::Undocumented::warned
                                : request::Undocumented::refused;
  const bool is_checked = !context.invocation.has("--no-validate");
  if (!has_errors(body.problems)) request::add_placeholder(body);
  if (is_checked) {
    auto found = request::validate(body.value, undocumented);
    std::move(found.begin(), found.end(), std::back_inserter(body.problems));
  }
  request::place_problems(body.problems, body);
}

Result<request::Body> make_body(const Context& context) {
  auto body = request::build_body(context.invocation, context.read_file);
  if (!body) return body;
  if (config::is_on(context.settings, "strip")) request::strip(*body);
  check_body(*body, context);
  if (has_errors(body->problems)) return fail(Error::invalid(std::move(body->problems)));
  if (!body->problems.empty() && context.invocation.has("--strict")) {
    auto error = Error::condition("there are warnings, and --strict is given; nothing was sent")
                     .with_http({});
    error.problems = std::move(body->problems);
    return fail(std::move(error));
  }
  return body;
}

Result<std::string> curl_text(const Context& context, const std::string& body) {
  auto service = describe_service(context);
  if (!service) return fail(std::move(service.error()));
  auto request = api::create_preset_request(*service, context.invocation.arguments.front(), body);
  if (!request) return fail(std::move(request.error()));
  return http::curl_command(*request);
}

Result<Answer> show_only(const Context& context, const request::Body& body) {
  Answer answer;
  answer.warnings = body.problems;
  const auto text = dump_json(body.value);
  if (context.invocation.has("--print-curl")) {
    auto command = curl_text(context, text);
    if (!command) return fail(std::move(command.error()));
    answer.out = *std::move(command);
  } else {
    answer.out = (context.output_is_terminal ? pretty_json(text) : text) + "\n";
  }
  return answer;
}

std::string show(const api::Answer& got, const model::Preset& preset, const Context& context,
                 Format format) {
  const std::vector<std::string> data{got.data};
  const std::vector<model::Preset> presets{preset};
  switch (format) {
  case Format::table:
  case Format::wide:
    return render::preset_card(preset, shown_in(format), context.terminal);
  case Format::json:
    return render::json(data, render::Arity::one, layout_of(context));
  case Format::jsonl:
    return render::jsonl(data);
  case Format::csv:
    return render::csv(render::preset_records(presets));
  case Format::tsv:
    return render::tsv(render::preset_records(presets));
  case Format::markdown:
    return render::markdown(render::preset_records(presets));
  case Format::raw:
    break;
  }
  return got.body;
}

// Says what the service stored of what was sent; under --strict a difference is a failure.
void report_stored(Answer& answer, const request::Body& body, const model::Preset& preset,
                   const HttpFacts& facts, const Context& context) {
  const bool is_strict = context.invocation.has("--strict");
  const Json config = preset.designated_version ? preset.designated_version->config : Json(nullptr);
  if (!config.is_object()) {
    answer.notes.emplace_back("the service did not say what it stored");
    if (is_strict)
      answer.failures.push_back(
          Error::condition(
              "what was stored cannot be compared with what was sent, and --strict is given")
              .with_http(facts));
    return;
  }
  const auto is_placeholder = [](const Problem& problem) {
    return problem.rule == "messages.placeholder";
  };
  const bool has_placeholder =
      std::any_of(answer.warnings.begin(), answer.warnings.end(), is_placeholder);
  const auto ignored_messages = has_placeholder ? 0 : request::count_ignored_messages(body.value);
  const auto stored = request::compare_with_stored(body.value, config);
  const auto text = request::describe_stored(stored, ignored_messages);
  if (!text.empty()) answer.notes.push_back("the service " + text);
  if (!is_strict || (stored.changed.empty() && stored.lost.empty())) return;
  answer.failures.push_back(
      Error::condition("the preset was stored, but not as it was sent, and --strict is given")
          .with_http(facts));
}

} // namespace

Result<Answer> preset_create(const Context& context) {
  const auto& invocation = context.invocation;
  const auto& slug = invocation.arguments.front();
  if (auto checked = check_slug(slug); !checked) return fail(std::move(checked.error()));
  const auto format = format_of(context);
  if (!format) return fail(format.error());
  auto body = make_body(context);
  if (!body) return fail(std::move(body.error()));
  if (invocation.has("--dry-run") || invocation.has("--print-curl"))
    return show_only(context, *body);

  auto connection = connect(context, Key::required);
  if (!connection) return fail(std::move(connection.error()));
  auto got = api::create_preset(connection->service, slug, dump_json(body->value));
  if (!got) {
    auto error = std::move(got.error());
    error.problems = std::move(body->problems);
    return fail(std::move(error));
  }
  Answer answer;
  answer.notes = connection_notes(connection->service);
  answer.warnings = body->problems;
  const auto preset = model::read_preset(got->value);
  answer.out = show(*got, preset, context, *format);
  report_stored(answer, *body, preset, got->facts, context);
  return answer;
}

} // namespace mrctl::commands
