#pragma once

#include "mrctl/git/objects.hpp"
#include "mrctl/git/repository.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <memory>
#include <string>

namespace mrctl::test {

// Runs a shell command in a folder.
inline void shell(const TemporaryFolder& folder, const std::string& command) {
  const auto line = "cd '" + (folder / "") + "' && { " + command + "; } >/dev/null 2>&1";
  CAPTURE(command);
  REQUIRE(std::system(line.c_str()) == 0);
}

inline const std::string setup = "git init -q -b main . && git config user.name Ada && "
                                 "git config user.email ada@example.org && "
                                 "echo a >a && git add a && git commit -qm first";

inline git::Surroundings surroundings_of(const TemporaryFolder& folder) {
  return {.variables = {{"PATH", std::getenv("PATH")},
                        {"HOME", folder / ""},
                        {"GIT_DIR", "/nowhere"},
                        {"MRCTL_API_KEY", "sk-test-never-passed-on-0000"}}};
}

// The repository at a path below the folder.
inline std::shared_ptr<const git::Repository> opened(const TemporaryFolder& folder,
                                                     const std::string& path = {}) {
  auto repository = git::Repository::open(folder / path, surroundings_of(folder));
  REQUIRE(repository.has_value());
  return *repository;
}

// A commit of one file with this text.
inline Result<std::string> commit_of(const git::Repository& repository, const std::string& text,
                                     const std::string& parent = {}) {
  auto writer = git::CommitWriter::open(repository).value();
  const git::NewCommit commit{
      .parent = parent, .message = "begin\n", .files = {{"a/b.json", writer.add(text).value()}}};
  return writer.commit(repository, {&commit, 1});
}

} // namespace mrctl::test
