#include "project_checks.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/gate.hpp"

#include "config_file.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace mrctl::config {

namespace {

template <class Record>
std::vector<std::string> texts_at(const std::vector<Record>& records, std::string Record::*member) {
  std::vector<std::string> texts;
  for (const auto& record : records)
    if (!(record.*member).empty()) texts.push_back(record.*member); // empty: an error of its own
  return texts;
}

class ProjectChecks {
public:
  explicit ProjectChecks(const Project& project) : project_(project) {}

  Problems run() {
    check_names();
    check_targets();
    check_known();
    check_gates();
    check_waivers();
    return std::move(problems_);
  }

private:
  [[nodiscard]] Place place_in(std::size_t line) const {
    return {.file = project_.file, .line = line, .column = 1};
  }

  [[nodiscard]] Place place_of(const KeyLines& lines, std::string_view key) const {
    const auto found = lines.find(key);
    return place_in(found == lines.end() ? 1 : found->second);
  }

  // A name after a fault is empty.
  void check_name(const std::string& name, const std::vector<std::string>& known,
                  std::string_view noun, Problem problem) {
    if (name.empty() || contains(known, name)) return;
    problem.rule = "project.unknown-name";
    problem.message = fmt::format("the file has no {} '{}'", noun, name);
    if (problems_.size() < most_shown) {
      problem.suggestion = nearest_word(name, known);
      if (problem.suggestion.empty() && !known.empty())
        problem.suggestion = fmt::format("it has {}", listed(known, most_named));
    }
    problems_.push_back(std::move(problem));
  }

  void check_names() {
    const auto targets = texts_at(project_.targets, &ProjectTarget::name);
    Problem problem;
    problem.path = "/default_target";
    problem.place = place_of(project_.lines, "default_target");
    check_name(project_.default_target, targets, "target", problem);
    for (std::size_t i = 0; i < project_.gates.size(); ++i) {
      const auto& gate = project_.gates[i];
      problem.path = fmt::format("/gates/{}/targets", i);
      problem.place = place_of(gate.lines, "targets");
      for (const auto& target : gate.targets)
        check_name(target, targets, "target", problem);
    }
  }

  // Equal targets would overwrite each other's presets.
  void check_targets() {
    using Place =
        std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>;
    std::map<Place, std::string_view> known;
    for (const auto& target : project_.targets) {
      const auto is_faulty = [&](std::string_view key, const std::string& value) {
        return value.empty() && target.lines.contains(key);
      };
      if (is_faulty("profile", target.profile) || is_faulty("host", target.host) ||
          is_faulty("workspace", target.workspace) || is_faulty("slug_prefix", target.slug_prefix))
        continue;
      const auto [first, is_new] = known.emplace(
          Place{target.profile, target.host, target.workspace, target.slug_prefix}, target.name);
      if (is_new) continue;
      problems_.push_back(
          {.rule = "project.duplicate",
           .path = pointer_join("/targets", target.name),
           .place = place_in(target.line),
           .message = fmt::format("the targets '{}' and '{}' write the same presets", first->second,
                                  target.name),
           .suggestion = "give each its own profile, host, workspace or slug_prefix"});
    }
  }

  // A check is decided or assumed, not both.
  void check_known() {
    for (const auto& code : project_.assume)
      if (project_.known.lines.contains(code))
        problems_.push_back(
            {.rule = "project.duplicate",
             .path = pointer_join("/known", code),
             .place = place_of(project_.known.lines, code),
             .message = fmt::format("{} is in [known] and in 'assume'", code),
             .suggestion = "keep one of them: a list decides, an assumption does not"});
  }

  void check_gates() {
    std::set<std::string_view> ids;
    for (std::size_t i = 0; i < project_.gates.size(); ++i) {
      const auto& gate = project_.gates[i];
      const auto pointer = fmt::format("/gates/{}", i);
      check_conditions(gate, pointer);
      if (gate.id.empty() || ids.insert(gate.id).second) continue;
      problems_.push_back(
          {.rule = "project.duplicate",
           .path = pointer + "/id",
           .place = place_of(gate.lines, "id"),
           .message = fmt::format("two gates have the id '{}'", gate.id),
           .suggestion = fmt::format("give one of them another, such as {}-2", gate.id)});
    }
  }

  void check_conditions(const ProjectGate& gate, const std::string& pointer) {
    const auto has = [&](std::string_view key) { return gate.lines.contains(key); };
    const auto add_missing = [&](Place place, std::string message) {
      problems_.push_back({.rule = "project.missing-key",
                           .path = pointer,
                           .place = std::move(place),
                           .message = std::move(message)});
    };
    std::string conditions;
    bool has_condition = false;
    bool has_cost = false;
    for (const auto& row : spec::gate_rows) {
      const auto* const flag = std::get_if<bool spec::GateValues::*>(&row.member);
      const bool is_there = flag != nullptr ? gate.*(*flag) : has(row.key);
      has_condition = has_condition || is_there;
      has_cost = has_cost || (is_there && row.is_about_cost);
      conditions += fmt::format("{}{}{}", conditions.empty() ? "" : ", ", row.key,
                                flag == nullptr ? "" : " = true");
    }
    if (!has_condition) add_missing(place_in(gate.line), "a gate needs a condition: " + conditions);
    if (has("where") && !has("at_least"))
      add_missing(place_of(gate.lines, "where"), "where needs at_least");
    for (const std::string_view count :
         {"prompt_tokens", "completion_tokens", "images", "cached_tokens"})
      if (has(count) && !has_cost)
        add_missing(place_of(gate.lines, count), fmt::format("{} needs max_cost", count));
  }

  void check_waivers() {
    const auto gates = texts_at(project_.gates, &ProjectGate::id);
    std::set<std::tuple<std::string_view, std::string_view, std::string_view>> known;
    for (std::size_t i = 0; i < project_.waivers.size(); ++i) {
      const auto& waiver = project_.waivers[i];
      Problem problem{.rule = "project.duplicate",
                      .path = fmt::format("/waivers/{}/gate", i),
                      .place = place_of(waiver.lines, "gate")};
      check_name(waiver.gate, gates, "gate", problem);
      if (waiver.gate.empty() || waiver.preset.empty()) continue;
      if (known.emplace(waiver.gate, waiver.preset, waiver.model).second) continue;
      problem.path = fmt::format("/waivers/{}", i);
      problem.place->line = waiver.line;
      problem.message = fmt::format("two waivers of '{}' are for '{}'", waiver.gate, waiver.preset);
      problems_.push_back(std::move(problem));
    }
  }

  const Project& project_;
  Problems problems_;
};

} // namespace

Problems problems_between_keys(const Project& project) {
  return ProjectChecks(project).run();
}

} // namespace mrctl::config
