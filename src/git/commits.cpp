#include "mrctl/git/commits.hpp"

#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
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
std::string command_of(const Repository& repository, const NewCommit& commit,
                       const std::string& reference, std::size_t mark, const std::string& parent) {
  std::string out =
      fmt::format("commit {}\nmark :{}\nauthor {} {} +0000\ncommitter {} {} +0000\n{}", reference,
                  mark, person(repository, "AUTHOR"), commit.time, person(repository, "COMMITTER"),
                  commit.time, data_of(commit.message));
  if (!parent.empty()) out.append("from ").append(parent).append("\n");
  for (const auto& [path, blob] : commit.files)
    out += blob.empty() ? fmt::format("D {}\n", path) : fmt::format("M 100644 {} {}\n", blob, path);
  return out.append("\n");
}

Error not_writable(const Repository& repository, int error) {
  return Error::io("cannot write to the repository", repository.top(), error)
      .with_hint("records on a branch are commits of this clone; nothing was sent");
}

} // namespace

Result<CommitWriter> CommitWriter::open(const Repository& repository) {
  auto name = repository.git_folder() + "/mrctl-XXXXXX";
  Descriptor file(::mkostemp(name.data(), O_CLOEXEC));
  if (file.get() < 0) return fail(not_writable(repository, errno));
  ::unlink(name.c_str());
  return CommitWriter(std::move(file));
}

Result<std::string> CommitWriter::add(std::string_view text) {
  const auto mark = fmt::format(":{}", ++marks_);
  const auto command = fmt::format("blob\nmark {}\n{}", mark, data_of(text));
  if (const int error = write_whole(file_.get(), command); error != 0)
    return fail(Error::internal(
        fmt::format("cannot keep a record for the branch: {}", std::strerror(error))));
  size_ += static_cast<off_t>(command.size());
  return mark;
}

// Texts that wait are written once more by git.
Status CommitWriter::keep_room() {
  constexpr off_t least = off_t{1} << 20;
  room_ = std::max(room_, 3 * size_ + least);
  if (::fallocate(file_.get(), FALLOC_FL_KEEP_SIZE, 0, room_) == 0 || errno != ENOSPC) return {};
  return fail(Error::internal(
      fmt::format("the disk has no room for the records of this apply ({} MiB)", room_ >> 20U)));
}

void CommitWriter::clear() {
  size_ = 0;
  ::ftruncate(file_.get(), 0);
  ::lseek(file_.get(), 0, SEEK_SET);
  if (room_ > 0) ::fallocate(file_.get(), FALLOC_FL_KEEP_SIZE, 0, room_);
}

// The commits need a reference while they are made; a reset without a commit leaves none behind.
Result<std::string> CommitWriter::commit(const Repository& repository,
                                         std::span<const NewCommit> commits,
                                         const std::string& reference,
                                         std::function<bool()> gives_up) {
  const auto building = fmt::format("refs/mrctl/building/{}", ::getpid());
  std::string commands;
  auto parent = commits.front().parent;
  for (const auto& commit : commits) {
    commands += command_of(repository, commit, building, ++marks_, parent);
    parent = fmt::format(":{}", marks_);
  }
  if (!reference.empty()) commands += fmt::format("reset {}\nfrom {}\n\n", reference, parent);
  commands += fmt::format("reset {}\n\nget-mark {}\n", building, parent);
  if (const int error = write_whole(file_.get(), commands); error != 0)
    return fail(not_writable(repository, error));
  ::ftruncate(file_.get(), size_ + static_cast<off_t>(commands.size())); // what was kept is git's
  const auto answer = repository.run({.arguments = {"fast-import", "--quiet", "--force"},
                                      .input_file = file_.get(),
                                      .gives_up = std::move(gives_up)});
  ::ftruncate(file_.get(), size_); // the texts may be needed once more
  ::lseek(file_.get(), size_, SEEK_SET);
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
                            const std::string& object, const std::string& before,
                            std::function<bool()> gives_up) {
  const auto input = before.empty() ? fmt::format("create {} {}\n", reference, object)
                                    : fmt::format("update {} {} {}\n", reference, object, before);
  const auto answer = repository.run(
      {.arguments = {"update-ref", "--stdin"}, .input = input, .gives_up = std::move(gives_up)});
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
