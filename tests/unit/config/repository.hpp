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
  // Returns "LINE RULE: MESSAGE (SUGGESTION)" for each fault.
  [[nodiscard]] std::string faults_of(std::string_view text) const {
    const auto project = read(text);
    if (project) return {};
    CHECK(project.error().kind == ErrorKind::usage);
    std::string out;
    for (const auto& problem : project.error().problems) {
      CHECK(problem.place->file == file());
      out += std::to_string(problem.place->line) + " " + problem.rule + ": " + problem.message;
      if (!problem.suggestion.empty()) out += " (" + problem.suggestion + ")";
      out += "\n";
    }
    return out;
  }
};

} // namespace mrctl::config
