#pragma once

#include "mrctl/base/error.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

// What an apply is about to do.
struct Announcement {
  std::string plan;                             // the fingerprint
  std::map<std::string, std::string> pending{}; // the texts of pending records, by slug
  std::map<std::string, std::string> adopted{}; // those of records of what is live already
  std::function<bool()> gives_up{};             // whether even the records are given up
};

// The records of a target, locked for one process until this is destroyed: files of a folder, or of
// a branch.
class LockedRecords {
public:
  LockedRecords() = default;
  LockedRecords(const LockedRecords&) = delete;
  LockedRecords& operator=(const LockedRecords&) = delete;
  virtual ~LockedRecords() = default;

  // Replaces the text of a preset's record, or removes the record if there is no text. In a folder,
  // the file has its complete old or new content even if the process is killed; what somebody else
  // has open does not change. Fails with an internal error, also if the folder was moved or
  // replaced since it was locked, and then the record is unchanged.
  [[nodiscard]] virtual Status replace_record(std::string_view slug,
                                              const std::optional<std::string>& text) = 0;

  // Waits until the records survive a power cut, or are on the remote. Fails with an internal
  // error; on a branch also with no_response and a conflict.
  [[nodiscard]] virtual Status bring_to_disk() = 0;

  // Fails with an internal error if records cannot be replaced.
  [[nodiscard]] virtual Status check_writable() const { return {}; }

  // The rest is of an apply, and does something on a branch only.

  // Says to everybody what will be sent, before anything is. Fails with no_response, and with a
  // conflict if the records have changed.
  [[nodiscard]] virtual Status begin(const Announcement& /*what*/) { return {}; }
  // Returns whether a new request may start.
  [[nodiscard]] virtual bool may_start() const { return true; }
  // Gives a record back that begin() made pending and that was not sent.
  virtual void give_back(std::string_view) {}
  // Ends what begin() began: bring_to_disk(), with what was done in words: "1 created, 2 updated".
  [[nodiscard]] virtual std::vector<Error> end(std::string_view) {
    auto written = bring_to_disk();
    return written ? std::vector<Error>() : std::vector{std::move(written.error())};
  }
  // Notes that nothing was to be sent of these sources.
  [[nodiscard]] virtual Status note_nothing_to_send() { return {}; }
  // The commit of the sources, for the log.
  virtual void set_source(const std::string& /*commit*/) {}
};

} // namespace mrctl::apply
