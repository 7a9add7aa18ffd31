#include "mrctl/git/objects.hpp"

#include "mrctl/base/child.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <mutex>
#include <poll.h>
#include <set>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace mrctl::git {

namespace {

constexpr int longest_wait_ms = 60 * 1000;

Error no_answer(std::string_view why) {
  return Error::internal(fmt::format("git cannot read objects: {}", why));
}

// The trees of a commit that were looked at, by their paths.
class CommittedTree {
public:
  CommittedTree(const Objects& objects, std::string root)
      : objects_(objects), names_{{"", std::move(root)}} {}

  // Returns the name of a file's object; empty if there is none.
  Result<std::string> object_name_of(const std::string& path) {
    const auto end = path.rfind('/');
    const auto folder = end == std::string::npos ? std::string() : path.substr(0, end);
    TRY_ASSIGN(const auto* entries, entries_of(folder));
    if (entries == nullptr) return std::string();
    const auto found = entries->find(path.substr(folder.empty() ? 0 : end + 1));
    return found == entries->end() ? std::string() : found->second;
  }

private:
  using Entries = std::map<std::string, std::string>;

  Result<const Entries*> entries_of(const std::string& folder) {
    if (const auto known = read_.find(folder); known != read_.end()) return &known->second;
    if (!names_.contains(folder)) {
      TRY_ASSIGN(auto name, object_name_of(folder));
      names_.emplace(folder, std::move(name));
    }
    const auto& name = names_.at(folder);
    if (name.empty()) return nullptr;
    TRY_ASSIGN(const auto object, objects_.read(name));
    if (!object || object->type != "tree") return nullptr;
    TRY_ASSIGN(const auto entries, objects_.tree(name, most_of_file));
    auto& read = read_[folder];
    for (const auto& entry : entries)
      read.emplace(entry.path, entry.name);
    return &read;
  }

  const Objects& objects_;
  std::map<std::string, std::string> names_; // of folders
  std::map<std::string, Entries> read_{};
};

// Returns the name or the address of a person, without what would end it in "NAME <ADDRESS>".
std::string part_of_person(const Repository& repository, const std::string& variable,
                           std::string_view setting, std::string_view fallback) {
  std::string part(repository.variable(variable));
  if (part.empty()) part = repository.config(setting);
  std::erase_if(part, [](char c) { return c == '<' || c == '>' || c == '\n' || c == '\0'; });
  const auto known = trimmed(part);
  return std::string(known.empty() ? fallback : known);
}

std::string person(const Repository& repository, std::string_view role) {
  return fmt::format(
      "{} <{}>", part_of_person(repository, fmt::format("GIT_{}_NAME", role), "user.name", "mrctl"),
      part_of_person(repository, fmt::format("GIT_{}_EMAIL", role), "user.email",
                     "mrctl@localhost"));
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

class Objects::Process {
public:
  ~Process() { stop(); }

  void stop() {
    if (!child_) return;
    to_ = Descriptor(-1); // it ends by itself
    for (int i = 0; i < 50 && !child_->ended(); ++i)
      ::poll(nullptr, 0, 2);
    child_->signal_group(SIGKILL);
    child_->wait();
    child_.reset();
    text_.clear();
  }

  Status start(const Repository& repository) {
    if (child_) return {};
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail(no_answer(std::strerror(errno)));
    const Descriptor input(ends[0]);
    to_ = Descriptor(ends[1]);
    auto output = Pipe::open();
    const Descriptor nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    if (!output || nowhere.get() < 0) return fail(no_answer("no descriptor is left"));
    auto call = repository.start_of({.arguments = {"cat-file", "--batch"}});
    ProgramStart how{.command = std::move(call.command),
                     .environment = std::move(call.environment),
                     .streams = {input.get(), output->writer.get(), nowhere.get()},
                     .default_signals = {SIGPIPE, SIGINT, SIGXFSZ},
                     .leads = Leads::session};
    ::sigemptyset(&how.blocked_signals);
    auto child = Child::start(std::move(how));
    if (!child) return fail(no_answer(std::strerror(child.error())));
    child_.emplace(*child);
    from_ = std::move(output->reader);
    return {};
  }

  // Returns "NAME TYPE SIZE" or "… missing", and what follows it. Starts anew after an object that
  // is too large.
  Result<std::pair<std::string, std::string>> ask(const std::string& name, std::size_t most) {
    if (const int error = write_whole(to_.get(), name + "\n"); error != 0)
      return fail(no_answer(std::strerror(error)));
    TRY_ASSIGN(auto head, take_line());
    const auto size = number_in<std::size_t>(after_last(head, " "));
    const bool is_there = split(head, ' ').size() == 3 && !head.ends_with(" missing");
    if (!is_there) return std::pair(std::move(head), std::string());
    if (!size || *size > most) {
      stop();
      return fail(Error::usage(fmt::format("it is larger than {} MiB", most >> 20U)));
    }
    TRY_ASSIGN(auto data, take(*size + 1));
    data.pop_back();
    return std::pair(std::move(head), std::move(data));
  }

  std::mutex mutex;

private:
  Result<std::string> take_line() {
    for (;;) {
      if (const auto end = text_.find('\n'); end != std::string::npos) {
        auto line = text_.substr(0, end);
        text_.erase(0, end + 1);
        return line;
      }
      TRY(wait());
    }
  }
  Result<std::string> take(std::size_t size) {
    while (text_.size() < size)
      TRY(wait());
    auto data = text_.substr(0, size);
    text_.erase(0, size);
    return data;
  }
  Status wait() {
    pollfd end{from_.get(), POLLIN, 0};
    const int count = ::poll(&end, 1, longest_wait_ms);
    if (count == 0) return fail(no_answer("it did not respond for 60 seconds"));
    if (count < 0) return errno == EINTR ? Status() : fail(no_answer(std::strerror(errno)));
    if (!read_available(from_, text_) && from_.get() < 0) return fail(no_answer("it ended"));
    return {};
  }

  std::optional<Child> child_{};
  Descriptor to_{-1};
  Descriptor from_{-1};
  std::string text_{};
};

Objects::Objects(std::shared_ptr<const Repository> repository)
    : repository_(std::move(repository)), process_(std::make_unique<Process>()) {}

Objects::~Objects() = default;

Result<std::optional<Object>> Objects::read(const std::string& name, std::size_t most) const {
  if (!is_object_name(name) && !name.starts_with("refs/"))
    return fail(no_answer(fmt::format("'{}' is not the name of one", abbreviated(name))));
  const std::scoped_lock lock(process_->mutex);
  TRY(process_->start(*repository_));
  TRY_ASSIGN(auto answer, process_->ask(name, most));
  const auto words = split(answer.first, ' ');
  if (words.size() != 3) return std::nullopt;
  return Object{std::string(words[0]), std::string(words[1]), std::move(answer.second)};
}

Result<std::vector<TreeEntry>> Objects::tree(const std::string& name, std::size_t most) const {
  TRY_ASSIGN(const auto object, read(name, most));
  if (!object || object->type != "tree") return fail(no_answer(name + " is not a tree"));
  std::vector<TreeEntry> entries;
  std::string_view rest = object->data;
  const auto size = name.size() / 2;
  while (!rest.empty()) {
    const auto blank = rest.find(' ');
    const auto end = rest.find('\0');
    if (blank > end || end == std::string_view::npos || rest.size() < end + 1 + size)
      return fail(no_answer(name + " is broken"));
    TreeEntry entry{std::string(rest.substr(0, blank)),
                    std::string(rest.substr(blank + 1, end - blank - 1)),
                    {}};
    for (const char byte : rest.substr(end + 1, size))
      fmt::format_to(std::back_inserter(entry.name), "{:02x}", static_cast<unsigned char>(byte));
    entries.push_back(std::move(entry));
    rest.remove_prefix(end + 1 + size);
  }
  return entries;
}

Result<Commit> Objects::commit(const std::string& name) const {
  TRY_ASSIGN(const auto object, read(name, most_of_small));
  if (!object || object->type != "commit") return fail(no_answer(name + " is not a commit"));
  Commit commit{.name = object->name};
  std::string_view rest = object->data;
  while (!rest.empty() && rest.front() != '\n') {
    const auto line = rest.substr(0, rest.find('\n'));
    const auto value = line.substr(std::min(line.find(' ') + 1, line.size()));
    if (line.starts_with("tree ")) commit.tree = value;
    if (line.starts_with("parent ")) commit.parents.emplace_back(value);
    if (line.starts_with("committer ")) {
      const auto time = value.substr(std::min(value.find_last_of('>') + 2, value.size()));
      commit.time = number_in<std::int64_t>(time.substr(0, time.find(' '))).value_or(0);
    }
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  if (!rest.empty()) commit.message = rest.substr(1);
  return commit;
}

std::vector<std::string> paths_below(const std::string& top, const std::set<std::string>& files) {
  namespace fs = std::filesystem;
  std::set<std::string> paths;
  for (const auto& file : files) {
    if (kind_of_file(file) != FileKind::regular) continue;
    std::error_code error;
    const auto whole = fs::canonical(file, error);
    if (error) continue;
    if (const auto below = path_below(whole, top)) paths.insert(below->generic_string());
  }
  return {paths.begin(), paths.end()};
}

Result<std::vector<std::string>> uncommitted_files(const Repository& repository,
                                                   const Objects& objects,
                                                   const std::string& commit,
                                                   const std::vector<std::string>& paths) {
  std::vector<std::string> others;
  std::vector<std::string> hashed;
  std::string input;
  for (const auto& path : paths) {
    // Git would read a line with such a path as something else.
    const bool is_strange =
        path.empty() || path.front() == '"' || path.find('\n') != std::string::npos;
    if (!is_strange) input.append(path).append("\n");
    (is_strange ? others : hashed).push_back(path);
  }
  if (hashed.empty()) return others;
  const auto answer =
      repository.run({.arguments = {"hash-object", "--stdin-paths"}, .input = input});
  if (!answer.is_success()) return fail(failed_call("compare files with the commit", answer));
  const auto hashes = lines_in(answer.output);
  TRY_ASSIGN(const auto whole, objects.commit(commit));
  CommittedTree tree(objects, whole.tree);
  for (std::size_t i = 0; i < hashed.size(); ++i) {
    TRY_ASSIGN(const auto object, tree.object_name_of(hashed[i]));
    if (i >= hashes.size() || object != hashes[i]) others.push_back(hashed[i]);
  }
  return others;
}

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

// Git writes the texts that wait once more, so both must fit on the disk.
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

Order commit_order(const Repository& repository, const std::string& one, const std::string& other) {
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
