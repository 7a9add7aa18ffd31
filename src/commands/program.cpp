#include "mrctl/apply/listed_records.hpp"
#include "mrctl/apply/outcome.hpp"
#include "mrctl/apply/plan_report.hpp"
#include "mrctl/apply/pull.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/base/version.hpp"
#include "mrctl/body/lint_report.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/help.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/commands/result_schemas.hpp"
#include "mrctl/filter/jq.hpp"
#include "mrctl/help/completion.hpp"
#include "mrctl/help/help.hpp"
#include "mrctl/http/curl_transport.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/json.hpp"
#include "mrctl/output/result_rows.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/output/text.hpp"
#include "mrctl/routing/comparison.hpp"
#include "mrctl/routing/drill.hpp"
#include "mrctl/routing/explanation.hpp"
#include "mrctl/routing/explanation_report.hpp"

#include "build_facts.hpp"
#include "commands.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/auxv.h>
#include <system_error>
#include <vector>

namespace mrctl::commands {

namespace {

using help::HelpLength;

output::ResultNames names_in(const help::Subject& subject) {
  output::ResultNames names;
  for (const auto& entry : help::command_index(subject))
    names.push_back(entry.at("name").get<std::string>());
  return names;
}

// clang-format off
constexpr std::array schemas{
    help::ResultSchema{"lint", "Problems of bodies", "'mrctl preset lint -o json'", body::lint_schema},
    help::ResultSchema{"render", "Bodies as they would be sent", "'mrctl preset render -o json'", render_schema},
    help::ResultSchema{"plan", "What an apply would send", "'mrctl preset plan -o json'", apply::plan_schema},
    help::ResultSchema{"apply", "What an apply did", "'mrctl preset apply -o json'", apply::outcome_schema},
    help::ResultSchema{"state", "Records of what was applied", "'mrctl preset state -o json'", apply::records_schema},
    help::ResultSchema{"pull", "Live presets that were written as files", "'mrctl preset pull -o json'", apply::pulled_schema},
    help::ResultSchema{"init", "Files that were written", "'mrctl init -o json'", init_schema},
    help::ResultSchema{"adopt", "Records that were made", "'mrctl preset adopt -o json'", apply::records_schema},
    help::ResultSchema{"forget", "Records that were dropped", "'mrctl preset forget -o json'", apply::records_schema},
    help::ResultSchema{"login", "A stored key", "'mrctl auth login -o json' or 'mrctl auth logout -o json'", key_schema},
    help::ResultSchema{"config", "A changed setting", "'mrctl config set -o json' or 'mrctl config unset -o json'", setting_schema},
    help::ResultSchema{"error", "A failure", "'--error-format json' about a failure, as one line on standard error,", result_schema<output::ErrorLine>},
    help::ResultSchema{"notes", "Warnings and notes", "'--error-format json' besides failures, as one line on standard error,", result_schema<output::Remarks>},
    help::ResultSchema{"check", "A plan, its reach, and the gates of the project file", "'mrctl preset check -o json'", check_schema},
    help::ResultSchema{"explain", "Which endpoints presets can reach", "'mrctl preset explain -o json'", routing::explanation_schema},
    help::ResultSchema{"drill", "What the failure of a provider means for presets", "'mrctl preset drill -o json'", routing::drill_schema},
    help::ResultSchema{"endpoints-diff", "What changed between two listings", "'mrctl endpoints diff -o json'", routing::comparison_schema},
};
// clang-format on

struct OpenedRow {
  std::string_view name;
  Result<OpenedLibrary> (*describe)();
};

constexpr std::array opened_rows{OpenedRow{"libcurl", http::describe_curl},
                                 OpenedRow{"libjq", filter::describe_jq}};

// Returns what the table says of a library that is inside; an empty text where it is not.
std::string_view package_version(std::string_view name) {
  for (const auto& library : build_facts().libraries)
    if (library.name == name) return library.version;
  return {};
}

// A static program has it inside too: then it has no path.
Json opened_row(const OpenedRow& row) {
  const auto found = row.describe();
  Json object{{"name", row.name}, {"use", "opened"}};
  if (!found) {
    object["problem"] = found.error().message;
    return object;
  }
  object["use"] = found->path.empty() ? "inside" : "opened";
  object["version"] = json_text_or_null(found->version);
  object["path"] = json_text_or_null(found->path);
  object["with"] = found->with;
  if (found->path.empty()) object["package_version"] = json_text_or_null(package_version(row.name));
  return object;
}

Json libraries() {
  auto list = Json::array();
  for (const auto& row : opened_rows)
    list.push_back(opened_row(row));
  for (const auto& library : build_facts().libraries)
    if (find_row(opened_rows, &OpenedRow::name, library.name) == nullptr)
      list.push_back({{"name", library.name},
                      {"use", "inside"},
                      {"programs", library.programs},
                      {"version", json_text_or_null(library.version)}});
  return list;
}

Json paths(const config::Environment& environment) {
  const auto configuration = config::config_file_of({}, environment);
  const auto named = config::roots_of(environment);
  http::Options roots;
  roots.ca_file = named.file;
  roots.ca_folder = named.folder;
  const auto credentials = std::filesystem::path(configuration).parent_path() / "credentials.toml";
  return {{"program", json_text_or_null(own_program())},
          {"emulator", json_text_or_null(emulator_program().value_or(""))},
          {"configuration", json_text_or_null(configuration)},
          {"credentials", json_text_or_null(configuration.empty() ? "" : credentials.string())},
          {"tls_roots", json_text_or_null(http::describe_roots(roots))}};
}

std::string report_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : std::string("–");
}

std::string text_of_library(const Json& row) {
  if (row.contains("problem")) return row.at("problem").get<std::string>();
  auto text = row.at("name").get<std::string>();
  if (row.at("version").is_string()) text += " " + report_text(row.at("version"));
  if (row.contains("with"))
    for (const auto& part : row.at("with"))
      text += " " + report_text(part);
  if (row.contains("path") && row.at("path").is_string())
    text += ", " + report_text(row.at("path"));
  return text;
}

std::string library_lines(const Json& rows, std::string_view use) {
  std::string text;
  for (const auto& row : rows)
    if (row.at("use") == use) text += (text.empty() ? "" : "\n") + text_of_library(row);
  return text.empty() ? "–" : text;
}

// What a bug report needs to know of this program: how it was built, the libraries that are inside
// and those that it opens, and where its files are. Opens the libraries; what cannot be opened is
// told and is no failure.
Json build_report(const config::Environment& environment) {
  const auto& facts = build_facts();
  return {{"name", "mrctl"},
          {"version", mrctl::version()},
          {"commit", json_text_or_null(facts.commit)},
          {"compiler", facts.compiler},
          {"architecture", facts.architecture},
          {"linkage", facts.linkage},
          {"libraries", libraries()},
          {"paths", paths(environment)}};
}

// Returns the lines of a report for people.
std::vector<output::CardLine> build_lines(const Json& report) {
  const auto& libraries = report.at("libraries");
  const auto& paths = report.at("paths");
  return {{"mrctl", report_text(report.at("version"))},
          {"Commit", report_text(report.at("commit"))},
          {"Compiler", report_text(report.at("compiler"))},
          {"Architecture", report_text(report.at("architecture"))},
          {"Linkage", report_text(report.at("linkage"))},
          {"Opened", library_lines(libraries, "opened"), output::CellKind::lines},
          {"Inside", library_lines(libraries, "inside"), output::CellKind::lines},
          {"Program", report_text(paths.at("program"))},
          {"Emulator", report_text(paths.at("emulator"))},
          {"Configuration", report_text(paths.at("configuration"))},
          {"Credentials", report_text(paths.at("credentials"))},
          {"TLS roots", report_text(paths.at("tls_roots"))}};
}

// The emulator reads the same command line, and takes nothing from the environment: a variable
// becomes a flag.
Result<Output> become_emulator(const spec::Invocation& invocation, ErrorFormat error_format) {
  TRY_ASSIGN(const auto program, emulator_program());
  Output output;
  output.become.push_back(program);
  if (!invocation.gives(&spec::SettingValues::error_format))
    output.become.push_back(fmt::format(
        "--error-format={}", error_format_names.at(static_cast<std::size_t>(error_format))));
  append(output.become, invocation.words);
  return output;
}

// The path that the program was started by, for a root without /proc.
std::string started_as() {
  // The kernel hands over the address as a number.
  const auto* path =
      reinterpret_cast<const char*>(getauxval(AT_EXECFN)); // NOLINT(performance-no-int-to-ptr)
  std::error_code error;
  const auto found = std::filesystem::canonical(path == nullptr ? "" : path, error);
  return error ? std::string() : found.string();
}

} // namespace

Result<help::Subject> find_subject(std::span<const std::string> words) {
  std::vector<help::HelpLine> checks;
  for (const auto& check : routing::check_meanings())
    checks.push_back({std::string(check.code), std::string(check.says)});
  return help::find_subject(words, std::move(checks), result_schemas());
}

std::string help_text(const help::Subject& subject, HelpLength length, std::size_t width,
                      const output::Terminal& terminal) {
  return output::with_bold_headings(help::help_text(subject, length, width), terminal);
}

Result<Output> help(const Context& context) {
  TRY_ASSIGN(const auto subject, find_subject(context.invocation.arguments));
  auto result = output::present_document(dump_json(help::command_map(subject)));
  result.rows = [&] { return output::json_records(dump_json(help::command_index(subject))); };
  result.page = [&](output::Page& page) {
    page.code(help::help_text(subject, HelpLength::full, context.wanted.text_width),
              output::CodeOf::help);
  };
  result.names = [&] { return names_in(subject); };
  Output output;
  present(output, context.wanted, result);
  return output;
}

std::span<const help::ResultSchema> result_schemas() {
  return schemas;
}

Result<Output> schema(const Context& context) {
  const auto& names = context.invocation.arguments;
  const std::string name = names.empty() ? "request" : names.front();
  TRY_ASSIGN(const auto text, help::schema_text(name, schemas));
  Output output;
  auto result = output::present_document(text);
  result.raw = [&](const output::Write& write) { write(text); };
  result.page = [&](output::Page& page) { page.code(text, output::CodeOf::program); };
  result.names = [&] { return output::ResultNames{name}; };
  present(output, context.wanted, result);
  return output;
}

Result<Output> completion(const Context& context) {
  TRY_ASSIGN(const auto script, help::completion_script(context.invocation.arguments.front()));
  auto result = output::present_document(json_quote(script));
  result.raw = [&](const output::Write& write) { write(script); };
  result.page = [&](output::Page& page) { page.code(script, output::CodeOf::program); };
  Output output;
  present(output, context.wanted, result);
  return output;
}

Result<Output> version(const Context& context) {
  const bool is_full = context.invocation.flags.build;
  const auto facts = is_full ? build_report(context.service.environment)
                             : Json{{"name", "mrctl"}, {"version", mrctl::version()}};
  auto result = output::present_document(dump_json(facts));
  result.page = [&](output::Page& page) {
    if (is_full)
      page.card({build_lines(facts)});
    else
      page.code(help::version_text(), output::CodeOf::program);
  };
  result.names = [] { return output::ResultNames{std::string(mrctl::version())}; };
  Output output;
  present(output, context.wanted, result);
  return output;
}

Result<Output> emulator_serve(const Context& context) {
  return become_emulator(context.invocation, context.service.settings.error_format);
}

Result<Output> emulator_exec(const Context& context) {
  return become_emulator(context.invocation, context.service.settings.error_format);
}

std::string own_program() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? started_as() : path.string();
}

Result<std::string> emulator_program() {
  const auto program = own_program();
  const auto folder = std::filesystem::path(program).parent_path();
  for (const auto& path :
       {folder / "mrctl-emulator", folder.parent_path() / "libexec" / "mrctl" / "mrctl-emulator"}) {
    TRY_ASSIGN(const auto kind, kind_of_file(path));
    if (!program.empty() && kind != FileKind::absent) return path.string();
  }
  return fail(Error::internal("the program mrctl-emulator is missing")
                  .with_hint("it must be beside mrctl or in ../libexec/mrctl/"));
}

} // namespace mrctl::commands
