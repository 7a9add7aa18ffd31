#include "mrctl/base/version.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/filter/jq.hpp"
#include "mrctl/help/help.hpp"
#include "mrctl/http/curl_transport.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/table.hpp"

#include "build_facts.hpp"
#include "commands.hpp"
#include "own_program.hpp"

#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

namespace mrctl::commands {

namespace {

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

std::string texts_of(const Json& rows, std::string_view use) {
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
          {"Opened", texts_of(libraries, "opened"), output::CellKind::lines},
          {"Inside", texts_of(libraries, "inside"), output::CellKind::lines},
          {"Program", report_text(paths.at("program"))},
          {"Emulator", report_text(paths.at("emulator"))},
          {"Configuration", report_text(paths.at("configuration"))},
          {"Credentials", report_text(paths.at("credentials"))},
          {"TLS roots", report_text(paths.at("tls_roots"))}};
}

} // namespace

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

} // namespace mrctl::commands
