#include "mrctl/git/commits.hpp"

#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace mrctl::git {

namespace {

std::string clean_name(std::string text) {
  std::erase_if(text, [](char c) { return c == '<' || c == '>' || c == '\n' || c == '\0'; });
  return std::string(trimmed(text));
}

std::string first_of(std::string_view one, std::string other, std::string_view fallback) {
  auto name = clean_name(one.empty() ? std::move(other) : std::string(one));
  return name.empty() ? std::string(fallback) : name;
}

std::string person(const Repository& repository, std::string_view role) {
  return fmt::format("{} <{}>",
                     first_of(repository.variable(fmt::format("GIT_{}_NAME", role)),
                              repository.config("user.name"), "mrctl"),
                     first_of(repository.variable(fmt::format("GIT_{}_EMAIL", role)),
                              repository.config("user.email"), "mrctl@localhost"));
}

std::string data_of(std::string_view text) {
  return fmt::format("data {}\n{}\n", text.size(), text);
}

// Names are targets, slugs and fixed words, so that none needs quotes.
std::string stream_of(const Repository& repository, const NewCommit& commit,
                      const std::string& reference) {
  std::string out =
      fmt::format("commit {}\nmark :1\nauthor {} {} +0000\ncommitter {} {} +0000\n{}", reference,
                  person(repository, "AUTHOR"), commit.time, person(repository, "COMMITTER"),
                  commit.time, data_of(commit.message));
  if (!commit.parent.empty()) out.append("from ").append(commit.parent).append("\n");
  for (const auto& [path, text] : commit.files)
    if (text)
      out.append("M 100644 inline ").append(path).append("\n").append(data_of(*text));
    else
      out.append("D ").append(path).append("\n");
  return out.append("\n");
}

} // namespace

Result<std::string> make_commit(const Repository& repository, const NewCommit& commit) {
  const auto building = fmt::format("refs/mrctl/building/{}", ::getpid());
  auto stream = stream_of(repository, commit, building);
  // The commit needs a reference while it is made; a reset without a commit leaves none behind.
  if (!commit.reference.empty())
    stream.append("reset ").append(commit.reference).append("\nfrom :1\n\n");
  stream.append("reset ").append(building).append("\n\nget-mark :1\n");
  const auto answer = repository.run({.arguments = {"fast-import", "--quiet", "--force"},
                                      .input = stream,
                                      .gives_up = [] { return false; }});
  if (!answer.is_success()) return fail(failed_call("write the records", answer));
  std::string name(trimmed(answer.output));
  if (!is_object_name(name))
    return fail(Error::internal("git did not print the commit that it made"));
  return name;
}

Status set_references(const Repository& repository,
                      const std::map<std::string, std::string>& objects) {
  std::string input;
  for (const auto& [reference, object] : objects)
    input += object.empty() ? fmt::format("delete {}\n", reference)
                            : fmt::format("update {} {}\n", reference, object);
  const auto answer = repository.run(
      {.arguments = {"update-ref", "--stdin"}, .input = input, .gives_up = [] { return false; }});
  return answer.is_success() ? Status() : fail(failed_call("set a reference", answer));
}

Result<bool> move_reference(const Repository& repository, const std::string& reference,
                            const std::string& object, const std::string& before) {
  const auto input = before.empty() ? fmt::format("create {} {}\n", reference, object)
                                    : fmt::format("update {} {} {}\n", reference, object, before);
  const auto answer = repository.run(
      {.arguments = {"update-ref", "--stdin"}, .input = input, .gives_up = [] { return false; }});
  if (answer.is_success()) return true;
  if (answer.words.find("cannot lock ref") != std::string::npos) return false;
  return fail(failed_call("move the branch", answer));
}

Order order_of(const Repository& repository, const std::string& one, const std::string& other) {
  if (one == other) return Order::same;
  const auto answer = repository.run({.arguments = {"rev-list", "--count", "--left-right",
                                                    "--end-of-options", one + "..." + other}});
  const auto counts = split(trimmed(answer.output), '\t');
  if (!answer.is_success() || counts.size() != 2) return Order::unknown;
  const bool has_own = counts[0] != "0";
  const bool lacks = counts[1] != "0";
  if (has_own && lacks) return repository.is_shallow() ? Order::unknown : Order::beside;
  return lacks ? Order::older : Order::newer;
}

bool is_ancestor(const Repository& repository, const std::string& one, const std::string& other) {
  return repository
      .run({.arguments = {"merge-base", "--is-ancestor", "--end-of-options", one, other}})
      .is_success();
}

} // namespace mrctl::git
