#pragma once

#include "mrctl/config/project.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace mrctl::config {

// A repository with a folder and a project file in it.
struct Repository {
  TemporaryFolder folder;

  Repository() { folder.write("repository/.git/HEAD", ""); }

  [[nodiscard]] std::string file() const { return folder / "repository/team/mrctl.toml"; }
  [[nodiscard]] Result<Project> read(std::string_view text) const {
    folder.write("repository/team/mrctl.toml", text);
    return read_project(file(), std::string(text));
  }
  // Returns "LINE RULE PATH" for each fault; what they say is in the case
  // preset-plan/a-project-file-with-mistakes.
  [[nodiscard]] std::string faults_of(std::string_view text) const {
    const auto project = read(text);
    if (project) return {};
    CHECK(project.error().kind == ErrorKind::usage);
    std::string out;
    for (const auto& problem : project.error().problems) {
      CHECK(problem.place->file == file());
      CHECK_FALSE(problem.message.empty());
      out += std::to_string(problem.place->line) + " " + problem.rule + " " + problem.path + "\n";
    }
    return out;
  }
  // Returns the message and the suggestion of the first fault.
  [[nodiscard]] std::string first_fault(std::string_view text) const {
    const auto project = read(text);
    if (project) return {};
    const auto& problem = project.error().problems.front();
    return problem.message + "; " + problem.suggestion.text;
  }
};

} // namespace mrctl::config
