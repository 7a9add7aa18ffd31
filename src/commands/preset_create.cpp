#include "mrctl/base/error.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/stored_comparison.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/config/key.hpp"
#include "mrctl/http/message.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/preset.hpp"
#include "mrctl/spec/identifiers.hpp"
#include "mrctl/spec/mistaken_word.hpp"

#include "checked_body.hpp"
#include "commands.hpp"
#include "fetched_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace mrctl::commands {

namespace {

body::Comparison compare_stored(const body::Body& body, const service::PresetVersion& version) {
  auto stored = body::compare(body.json, version.config);
  stored.prompt = body::compare_prompt(body.json, version.system_prompt);
  if (!body.has_placeholder) stored.ignored_messages = body::count_ignored_messages(body.json);
  return stored;
}

void report_silence(Output& output, const HttpFacts& facts, const spec::FlagValues& flags) {
  output.notes.emplace_back("the service did not say what it stored");
  if (!flags.strict) return;
  output.failures.push_back(with_http(
      Error::condition(
          "what was stored cannot be compared with what was sent, and --strict is in effect"),
      facts));
}

Error stored_otherwise(Problems problems, const HttpFacts& facts) {
  auto error = with_http(
      Error::condition(
          "the preset was stored differently from what was sent, and --strict is in effect"),
      facts);
  error.problems = std::move(problems);
  return error;
}

// Adds the lines for people; a failure is reported elsewhere.
void add_details(output::StoredSummary& summary, std::vector<std::string> additions) {
  for (const auto& warning : summary.warnings)
    summary.details.push_back(warning.message);
  append(summary.details, std::move(additions));
}

// Reports what the service stored of what was sent; with --strict, a difference is a failure.
void report_stored(Output& output, const body::Body& body, const service::Preset& preset,
                   const HttpFacts& facts, const spec::FlagValues& flags) {
  const auto& version = preset.designated_version;
  if (!version || !version->config.is_object()) return report_silence(output, facts, flags);
  const auto stored = compare_stored(body, *version);
  const bool fails = !stored.is_as_sent() && flags.strict;
  output::StoredSummary summary;
  if (const auto text = body::describe(stored); !text.empty())
    summary.sentence = "the service " + text;
  summary.json = result_json(stored);
  if (fails)
    output.failures.push_back(
        stored_otherwise(body::problems_of(stored, body, Severity::error), facts));
  else
    summary.warnings = body::problems_of(stored, body, Severity::warning);
  if (flags.verbose > 0)
    add_details(summary, body::explain_additions(stored, body, version->system_prompt));
  output.stored = std::move(summary);
}

// Handles "preset create presets/support.yaml", with the body in place of the slug.
std::string hint_on_file(std::string_view slug) {
  const std::filesystem::path path(slug);
  const auto ending = path.extension();
  if (ending != ".yaml" && ending != ".yml" && ending != ".json") return {};
  return fmt::format("did you mean 'mrctl preset create {} --body {}'?", path.stem().string(),
                     slug);
}

Status check_slug(std::string_view slug) {
  if (slug.empty())
    return fail(Error::usage("the slug of a preset must have at least one character"));
  if (body::has_secret(slug))
    return fail(Error::usage("the slug looks like a key, and would be sent",
                             "name the preset; a key belongs in MRCTL_API_KEY"));
  auto hint = hint_on_file(slug);
  if (spec::is_slug(slug) && !hint.empty())
    return fail(Error::usage(fmt::format("the slug '{}' is the name of a file", slug), hint));
  if (spec::is_slug(slug)) return {};
  if (hint.empty())
    hint = spec::advice_on_word(slug, Takes::slug, *spec::find_command("preset", "create"));
  return fail(Error::usage(fmt::format("the slug '{}' is not URL-safe", slug),
                           hint.empty() ? std::string(spec::slug_hint) : hint));
}

void add_notes(Output& output, const body::Body& body, const spec::FlagValues& flags) {
  if (body.is_of_curl) output.notes.emplace_back(body::curl_note);
  if (body.has_placeholder && flags.verbose > 0) output.notes.emplace_back(body::placeholder_note);
}

Result<Output> show_only(const Context& context, const body::Body& body) {
  Output output;
  output.warnings = body.problems;
  add_notes(output, body, context.invocation.flags);
  const auto& slug = context.invocation.arguments.front();
  const auto text = compact_json(body.json.text());
  auto result = output::present_document(text);
  result.names = [&] { return output::ResultNames{slug}; };
  if (context.invocation.flags.print_curl) {
    service::Service service;
    TRY_ASSIGN(service.base_url, config::require_base_url(context.service.settings));
    if (const auto& key = context.service.environment_key)
      service.key = ApiKey{*key, "from MRCTL_API_KEY", true};
    TRY_ASSIGN(const auto request,
               service::request_for(service, spec::create_preset, {{slug}, text}));
    add_reports(output, context.wanted, result);
    output.out = http::curl_command(request);
  } else {
    present(output, context.wanted, result);
  }
  return output;
}

// A key from a file or a command is known only now.
Status look_for_key(const Context& context, const body::Body& body,
                    const std::optional<ApiKey>& key) {
  if (!key || key->is_of_environment || context.invocation.flags.no_validate) return {};
  auto found = body::find_secrets(body.json, secret_rules(context.invocation.flags, key->secret));
  if (!has_errors(found)) return {};
  body::place_problems(found, body);
  return fail(Error::invalid(std::move(found)));
}

// Returns the error on a body that would put an empty version live.
Error nothing_to_store(const spec::FlagValues& flags, const body::Input& input,
                       const std::string& hint) {
  const bool may_be_input = !input.is_terminal && !flags.body;
  const std::string general =
      may_be_input ? "did you mean --body -? a body also comes from --body FILE, or from flags "
                     "such as --model"
                   : "use --body FILE, or flags such as --model and --system; --dry-run prints the "
                     "body";
  return with_http(
      Error::usage("nothing to store: the body has no field that a preset keeps and no system "
                   "or developer text; nothing was sent",
                   hint.empty() ? general : hint),
      {});
}

// Builds and checks the body that the command line describes. Fails if it has errors, and under
// --strict if it has warnings; warnings otherwise stay in its `problems`. Fails as well if there is
// nothing to store and the body is to be sent; `hint` overrides the default advice for this case.
Result<body::Body> make_body(const spec::Invocation& invocation, const body::Input& input,
                             const Context::Service& given, const std::string& hint) {
  const auto& flags = invocation.flags;
  const auto activity = flags.body ? body::begin_reading(input, *flags.body) : nullptr;
  auto body = body::build_body(invocation, input.read_file);
  if (!body) return body;
  complete_body(*body, flags, given);
  if (has_errors(body->problems)) return fail(Error::invalid(std::move(body->problems)));
  if (!flags.no_validate) {
    if (!flags.dry_run && !flags.print_curl && !body::has_something_to_store(body->json))
      return fail(nothing_to_store(flags, input, hint));
    body::warn_of_nothing_to_store(*body);
    body::warn_of_ignored_messages(*body);
    body::place_problems(body->problems, *body);
  }
  if (body->problems.empty() || !flags.strict) return body;
  auto error = with_http(
      Error::condition("there are warnings and --strict is in effect; nothing was sent"), {});
  error.problems = std::move(body->problems);
  return fail(std::move(error));
}

} // namespace

Result<Output> preset_create(const Context& context) {
  const auto& invocation = context.invocation;
  const auto& slug = invocation.arguments.front();
  TRY(check_slug(slug));
  const bool is_preview = invocation.flags.dry_run || invocation.flags.print_curl;
  if (is_preview && std::ranges::any_of(context.wanted.formats, is_raw))
    return fail(Error::usage("-o raw prints the service's response, but nothing is sent",
                             "-o json prints the body"));
  TRY_ASSIGN(auto body, make_body(invocation, context.input, context.service, hint_on_file(slug)));
  if (is_preview) return show_only(context, body);

  TRY(config::require_read_file(context.service.settings));
  TRY_ASSIGN(auto connection, context.service.connect({spec::create_preset.key}));
  TRY(look_for_key(context, body, connection.service.key));
  auto got = service::create_preset(connection.service, slug, body.json.text());
  if (!got) {
    auto error = std::move(got.error());
    error.problems = std::move(body.problems);
    return fail(std::move(error));
  }
  Output output;
  add_notes(output, body, context.invocation.flags);
  output.warnings = body.problems;
  output.exchange = got->facts;
  FetchedRecords<service::Preset> created;
  auto preset = service::read_preset(got->value, std::string(got->data.text().view()));
  TRY_ASSIGN(created.shown,
             (shown_members<service::Preset, service::shown_of_preset>(invocation.flags)));
  created.ending = service::use_of(preset);
  const auto& version = preset.designated_version;
  const bool is_later = version && version->version && version->version->text != "1";
  if (is_later && !find_member(body.json.root(), "model") &&
      !find_member(body.json.root(), "models"))
    output.notes.emplace_back("a version replaces the whole preset, and this one has no model: "
                              "--body FILE takes the rest from a file");
  created.add(slug, std::move(preset), std::string(got->data.text().view()));
  created.bodies.push_back(std::move(got->body));
  present(output, context.wanted, present_records(created, output.notes));
  report_stored(output, body, created.records.front(), got->facts, invocation.flags);
  return output;
}

} // namespace mrctl::commands
