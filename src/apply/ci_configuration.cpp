#include "ci_configuration.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"

#include "ci_templates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace mrctl::apply {

namespace {

using config::Project;
using config::ProjectTarget;

using Fillings = std::map<std::string, std::string, std::less<>>;

constexpr std::string_view part_mark = "#part ";

// The lines of a template's part of that name.
std::vector<std::string_view> part_of(std::string_view text, std::string_view name) {
  std::vector<std::string_view> lines;
  bool is_inside = false;
  for (const auto line : lines_in(text))
    if (line.starts_with(part_mark))
      is_inside = line.substr(part_mark.size()) == name;
    else if (is_inside)
      lines.push_back(line);
  return lines;
}

std::string filled_line(std::string_view line, const Fillings& values) {
  std::string out(line);
  for (const auto& [name, value] : values) {
    const auto placeholder = fmt::format("@{}@", name);
    for (auto at = out.find(placeholder); at != std::string::npos;
         at = out.find(placeholder, at + value.size()))
      out.replace(at, placeholder.size(), value);
  }
  return out;
}

// Lines that are nothing but an empty value are left out.
std::string filled(std::string_view text, std::string_view part, const Fillings& values) {
  std::string out;
  for (const auto line : part_of(text, part)) {
    auto made = filled_line(line, values);
    if (!made.empty() || line.empty()) out += std::move(made) + "\n";
  }
  return out;
}

// A name as a part of names of variables and jobs.
std::string plain(std::string_view name, std::string_view others) {
  std::string out(name);
  for (auto& byte : out)
    if (others.find(byte) != std::string_view::npos) byte = '_';
  return out;
}

// Targets of several hosts have several catalogues.
std::string listing_for(const Project& project, const std::string& suffix) {
  std::set<std::string_view> hosts;
  for (const auto& target : project.targets)
    hosts.insert(target.host);
  return hosts.size() > 1 ? fmt::format("endpoints{}.json", suffix) : "endpoints.json";
}

bool is_plain(std::string_view path) {
  return std::ranges::all_of(path, [](char byte) {
    return is_alphanumeric(byte) || byte == '/' || byte == '.' || byte == '_' || byte == '-';
  });
}

std::string presets_flags(const Project& project) {
  std::string out;
  for (const auto& path : project.presets)
    out.append(" --presets ").append(is_plain(path) ? path : shell_quoted(path));
  return out;
}

// What is written for a target; without targets, for the one service. `before` is the one that is
// applied first.
Fillings values_of(const Project& project, const ProjectTarget* target,
                   const ProjectTarget* before) {
  const auto suffix_of = [](const ProjectTarget& each) { return "-" + plain(each.name, "."); };
  const auto suffix = target == nullptr ? std::string() : suffix_of(*target);
  Fillings values{
      {"suffix", suffix},
      {"flag", target == nullptr ? "" : " --target " + target->name},
      {"environment", target == nullptr ? "presets" : target->name},
      {"variable", target == nullptr ? "MRCTL_BASE_URL"
                                     : "MRCTL_BASE_URL_" + upper_case(plain(target->name, ".-"))},
      {"words", target == nullptr ? "the service" : "the target " + target->name},
      {"needs", before == nullptr ? "" : fmt::format("needs: [apply{}]", suffix_of(*before))},
      {"agreement", "--yes"},
      {"approval", ""},
      {"listing", listing_for(project, suffix)},
      {"presets", presets_flags(project)},
  };
  if (target != nullptr && target->apply_needs_plan) {
    values["agreement"] = "--plan-from HEAD";
    values["approval"] = "      when: manual";
  }
  return values;
}

// The rows of a file: the settings that it needs, then its jobs.
std::string configuration(const Project& project, std::string_view text, Fillings general,
                          std::string_view indent, DriftJob drift) {
  std::vector<const ProjectTarget*> targets{};
  for (const auto& target : project.targets)
    targets.push_back(&target);
  if (targets.empty()) targets.push_back(nullptr);
  std::vector<Fillings> all;
  std::vector<std::string> listings;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    auto values = values_of(project, targets[i], i == 0 ? nullptr : targets[i - 1]);
    if (!values["needs"].empty()) values["needs"].insert(0, indent);
    values.insert(general.begin(), general.end());
    if (!contains(listings, values["listing"])) listings.push_back(values["listing"]);
    all.push_back(std::move(values));
  }
  general.emplace("listings", fmt::format("{}", fmt::join(listings, " and ")));

  auto out = filled(text, "head", general);
  for (auto& values : all) {
    out += filled(text, "setting", values);
    if (!values["approval"].empty()) out += filled(text, "approval", values);
  }
  out += filled(text, "jobs", general);
  for (const auto* part : {"check", "apply", "catalogue"})
    for (const auto& values : all)
      out += filled(text, part, values);
  for (const auto& values : all)
    if (drift == DriftJob::nightly) out += filled(text, "drift", values);
  return out;
}

Status check_names(const Project& project) {
  std::map<std::string, std::string> known;
  for (const auto& target : project.targets) {
    const auto [at, is_new] = known.emplace(upper_case(plain(target.name, ".-")), target.name);
    if (!is_new)
      return fail(Error::usage(fmt::format("the targets {} and {} would share the variable "
                                           "MRCTL_BASE_URL_{}; nothing was written",
                                           at->second, target.name, at->first),
                               "rename one of them"));
  }
  return {};
}

Fillings values_of(const CiBranch& branch) {
  return {{"branch", branch.name}, {"remote", branch.remote}};
}

} // namespace

Result<std::vector<CiFile>> github_files(const Project& project, const CiBranch& branch,
                                         DriftJob drift) {
  TRY(check_names(project));
  return std::vector<CiFile>{
      {fmt::format(".github/{}/mrctl.yml", "workflows"),
       configuration(project, github_template(), values_of(branch), "    ", drift)},
      {".github/actions/mrctl/action.yml", std::string(github_action())}};
}

Result<std::vector<CiFile>> gitlab_files(const Project& project, const CiBranch& branch,
                                         DriftJob drift, std::string_view path) {
  TRY(check_names(project));
  auto values = values_of(branch);
  values.emplace("file", path);
  return std::vector<CiFile>{{std::string(path), configuration(project, gitlab_template(),
                                                               std::move(values), "  ", drift)}};
}

std::vector<std::string> settings_by_hand(const Project& project, const CiBranch& branch,
                                          std::string_view service) {
  std::vector<std::string> variables{"MRCTL_IMAGE"};
  if (service == "github") variables = {"MRCTL_FROM", "MRCTL_SHA256"};
  std::vector<std::string> environments;
  std::vector<std::string> approved;
  const auto add = [&](const ProjectTarget* target) {
    const auto values = values_of(project, target, nullptr);
    variables.push_back(values.at("variable"));
    environments.push_back(values.at("environment"));
    if (!values.at("approval").empty()) approved.push_back(values.at("environment"));
  };
  for (const auto& target : project.targets)
    add(&target);
  if (project.targets.empty()) add(nullptr);
  std::vector<std::string> notes{
      fmt::format("set these variables in the CI service: {}", fmt::join(variables, ", ")),
      fmt::format("set the key MRCTL_API_KEY for each environment: {}",
                  fmt::join(environments, ", ")),
      fmt::format("let the jobs that apply push the branch {}", branch.name)};
  if (!approved.empty())
    notes.push_back(fmt::format("require approvals for each environment whose plan a commit names: "
                                "{}",
                                fmt::join(approved, ", ")));
  return notes;
}

} // namespace mrctl::apply
