#include "mrctl/commands/run.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/commands/wanted.hpp"
#include "mrctl/filter/jq.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/output/json.hpp"
#include "mrctl/output/text.hpp"
#include "mrctl/output/yaml.hpp"

#include "commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <variant>

namespace mrctl::commands {

Function function_of(const spec::Command& command) {
  const auto place = static_cast<std::size_t>(&command - spec::commands().begin());
  return command_functions.at(place);
}

namespace {

using output::Format;

using Texts = std::vector<std::string>;

// The form of each result of the program.
Result<Format> form_of_results(const spec::Invocation& invocation,
                               const config::Settings& settings) {
  const auto* name = spec::given_text(invocation.settings, &spec::SettingValues::output);
  if (name == nullptr) return Format::json;
  const auto format = settings.output.value_or(Format::json);
  if (format == Format::json || format == Format::jsonl || format == Format::yaml) return format;
  return fail(Error::usage(
      fmt::format("--jq produces JSON: use it with -o json, jsonl or yaml, not -o {}", *name),
      "for lines of text use -r --jq '.endpoints[] | [.tag, .status] | @tsv'"));
}

Result<Texts> texts_through(filter::JqProgram& program, const Output& output,
                            const spec::Invocation& invocation) {
  auto results = program.run(output.out);
  if (results || is_json(output.out)) return results;
  if (!output.exchange)
    return fail(Error::usage(fmt::format("'mrctl {}' does not print JSON here, which --jq needs",
                                         invocation.command->name())));
  return fail(Error::unexpected_response(fmt::format("the answer is {}, but --jq needs JSON",
                                                     output.out.empty() ? "empty" : "not JSON")));
}

// The message must show that the call has changed something.
Error with_exchange(Error error, const Output& output) {
  if (!output.exchange || error.kind == ErrorKind::usage) return error;
  if (!changes_nothing(output.exchange->operation)) {
    error.message += fmt::format("; {} was done", output.exchange->operation);
    error.hint = "only the filter failed; running the command again would send the request again";
  }
  return with_http(std::move(error), *output.exchange);
}

// The user cannot get it again without repeating the request.
std::string unfiltered_note(std::string_view result) {
  constexpr std::size_t longest = 16384;
  while (result.ends_with('\n'))
    result.remove_suffix(1);
  if (result.size() <= longest) return fmt::format("the unfiltered result: {}", result);
  const auto version =
      json_member(json_member(result, "designated_version").value_or(""), "version");
  return fmt::format("the unfiltered result has {} bytes; its version is {}", result.size(),
                     version.value_or("unknown"));
}

std::string show(const Texts& results, Format format, const spec::FlagValues& flags,
                 const output::Target& target) {
  std::string out;
  for (const auto& result : results) {
    if (format == Format::yaml && !out.empty()) out += "---\n";
    // Like jq -r: only strings become text, which must be safe for a terminal.
    if (flags.raw_output && result.starts_with('"')) {
      const auto text = json_unquoted(result);
      out += (target.is_terminal ? output::safe_layout(text) : text) + "\n";
    } else if (format == Format::yaml) {
      out += output::yaml(result);
    } else if (format == Format::jsonl) {
      const auto line = compact_json(result) + "\n";
      out += target.is_terminal ? output::safe_jsonl(line) : line;
    } else {
      out += target.is_terminal ? output::coloured_json(result, target.terminal) : result + "\n";
    }
  }
  return out;
}

// "id, name, endpoints".
std::string list_of_members(const JsonView& object) {
  constexpr std::size_t most_named = 12;
  const auto names = mapped(object.items(), [](const auto& item) { return item.key(); });
  return listed(names, most_named);
}

// "the result is an object with id, name, endpoints".
std::string form_of(std::string_view result, std::string_view program) {
  const auto index = index_json(result, Reading::tolerant);
  if (!index) return {};
  const auto root = index->root();
  constexpr std::string_view wrapper = ".data[]"; // of the answers of services
  const auto rest = program.starts_with(wrapper) ? program.substr(wrapper.size()) : program;
  if (root.is_array() && program.starts_with('.') && !program.starts_with(".["))
    return fmt::format("the result is an array, whose items come from .[]: --jq '.[]{}'", rest);
  if (root.is_array()) return fmt::format("the result is an array of {}", root.size());
  return root.is_object() ? fmt::format("the result is an object with {}", list_of_members(root))
                          : std::string();
}

// Returns the value that one step of a path leads to.
std::optional<JsonView> value_behind(const JsonView& value, const PathStep& step) {
  if (const auto* name = std::get_if<std::string>(&step))
    return value.is_object() ? find_member(value, *name) : std::nullopt;
  const auto index = std::get<std::size_t>(step);
  if (!value.is_array() || index >= value.size()) return std::nullopt;
  return std::next(value.items().begin(), static_cast<std::ptrdiff_t>(index))->value;
}

// A program that is a path, such as .endpoints[].tags or .endpoints[] | .tags, prints null for a
// member that is missing.
std::string note_on_missing(std::string program, std::string_view result) {
  std::erase_if(program, [](char c) { return c == ' ' || c == '|'; });
  for (auto at = program.find("[]"); at != program.npos; at = program.find("[]"))
    program.replace(at, 2, "[0]");
  const bool is_path = program.starts_with('.') && is_alphanumeric(program, "_.[]\"");
  const auto path = is_path ? parse_path(std::string_view(program).substr(1)) : std::nullopt;
  const auto index = index_json(result, Reading::tolerant);
  if (!path || !index) return {};
  auto here = index->root();
  JsonPath before;
  for (const auto& step : *path) {
    const auto next = value_behind(here, step);
    if (!next && !here.is_object()) return {};
    if (!next)
      return fmt::format("{} has no member '{}', so .{} is null; {}",
                         before.empty() ? "the result" : "." + dotted(pointer_of(before)),
                         std::get<std::string>(step), program.substr(1),
                         here.size() == 0 ? "it is empty" : "it has " + list_of_members(here));
    here = *next;
    before.push_back(step);
  }
  return {};
}

// A program that compiles and runs, but is hardly meant. Its pattern is compiled where it has the
// part.
struct SuspiciousProgram {
  std::string_view part;
  const char* pattern;
  std::string_view note;
};
constexpr std::array<SuspiciousProgram, 4> suspicious_programs{{
    {".status", R"(\.status *[=!]= *")",
     "the status of an endpoint is a number: 0 is ok, as in .status == 0"},
    {"_p", R"(\.(latency|throughput)_p[0-9]+)",
     "latency_p50 is a column; in JSON it is .latency_last_30m.p50, and throughput_p50 is "
     ".throughput_last_30m.p50"},
    {".pricing.", R"(\.pricing\.[a-z_]+ *[<>]=? *[0-9.])",
     "prices are texts, which jq takes for greater than every number: write (.pricing.prompt | "
     "tonumber)"},
    {"select(", R"(select\([^"]*[^=!<>|+*/-]=[^=])", "'=' in --jq assigns; to compare, write '=='"},
}};

// Runs the command of the context's invocation, and this jq program on its output.
Result<Output> run_and_filter(const std::string& text, const Context& context) {
  TRY_ASSIGN(const auto format, form_of_results(context.invocation, context.service.settings));
  TRY_ASSIGN(auto program, filter::JqProgram::compile(text, context.service.trace));
  auto piped = context; // the program gets what a pipe would get
  piped.wanted.target = as_on_a_pipe(std::move(piped.wanted.target));
  auto output = function_of(*context.invocation.command)(piped);
  const bool has_result =
      output && (!output->out.empty() || (output->exchange && output->failures.empty()));
  if (!has_result) return output;
  auto results = texts_through(program, *output, context.invocation);
  if (!results && results.error().hint.empty()) results.error().hint = form_of(output->out, text);
  if (!results && output->exchange && !changes_nothing(output->exchange->operation))
    output->notes.push_back(unfiltered_note(output->out));
  const auto notes_before = output->notes.size();
  for (const auto& [part, pattern, note] : suspicious_programs)
    if (results && text.find(part) != text.npos && std::regex_search(text, std::regex(pattern)))
      output->notes.emplace_back(note);
  if (results && results->empty() && text.find("select(") != text.npos &&
      output->notes.size() == notes_before)
    output->notes.emplace_back("no element meets the condition of select, which compares texts "
                               "exactly, in case too");
  const auto is_null = [](const std::string& result) { return result == "null"; };
  if (results && !results->empty() && std::ranges::all_of(*results, is_null))
    if (auto note = note_on_missing(text, output->out); !note.empty())
      output->notes.push_back(std::move(note));
  output->out = results ? show(*results, format, context.invocation.flags, context.wanted.target)
                        : std::string();
  if (!results) output->failures.push_back(with_exchange(results.error(), *output));
  return output;
}

Result<Output> result_of(Context& context) {
  const auto& invocation = context.invocation;
  const auto& settings = context.service.settings;
  TRY_ASSIGN(context.wanted, wanted_of(invocation, settings, std::move(context.wanted)));
  if (invocation.command->project == spec::ProjectUse::guarded)
    TRY(check_host(settings, context.service.environment));
  if (const auto& program = invocation.flags.jq) return run_and_filter(*program, context);
  if (invocation.flags.raw_output)
    return fail(
        Error::usage("--raw-output prints the strings of --jq without quotes, and requires --jq",
                     takes_presets(invocation) ? "mrctl searches subfolders without a flag"
                                               : "-o raw prints a response unchanged"));
  return function_of(*invocation.command)(context);
}

// Off a terminal, only flags choose the format.
std::string note_on_output(const spec::Invocation& invocation,
                           const config::Environment& environment, const output::Target& target) {
  const auto format = config::variable_of(environment, "MRCTL_OUTPUT");
  const bool is_passed_over = format.starts_with("json") && !target.is_terminal &&
                              invocation.command->prints == spec::Prints::judgement &&
                              !invocation.gives(&spec::SettingValues::output) &&
                              !invocation.flags.jq;
  return is_passed_over ? fmt::format("MRCTL_OUTPUT applies on a terminal only: use -o {}", format)
                        : std::string();
}

} // namespace

Result<Output> run(Context context) {
  std::ranges::for_each(project_notes(context.invocation, context.service), context.service.note);
  auto output = result_of(context);
  if (output) {
    if (auto note =
            note_on_output(context.invocation, context.service.environment, context.wanted.target);
        !note.empty())
      context.service.note(std::move(note));
    auto warnings = project_warnings(context.invocation, context.service);
    output->warnings.insert(output->warnings.begin(), warnings.begin(), warnings.end());
  }
  const auto hide = [&](Error& error) {
    error.problems = without_secrets(std::move(error.problems), context.service);
  };
  if (!output) {
    hide(output.error());
    return output;
  }
  output->warnings = without_secrets(std::move(output->warnings), context.service);
  std::ranges::for_each(output->failures, hide);
  return output;
}

} // namespace mrctl::commands
