#pragma once

#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/body/preset_files.hpp"

#include "unit/base/temporary_folder.hpp"

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace mrctl::body {

// A folder of preset files, and what the loader makes of it.
struct PresetDesk {
  TemporaryFolder folder{};
  std::vector<std::string> flags{}; // as on the command line
  std::vector<std::string> paths{"presets"};
  std::vector<std::string> bases{};
  std::map<std::string, int> reads{};

  [[nodiscard]] spec::Invocation invocation() const {
    std::vector<std::string> words{"preset", "plan"};
    append(words, flags);
    for (const auto& path : paths)
      words.push_back(path == "-" || path.empty() ? path : folder / path);
    auto parsed = spec::parse(words);
    REQUIRE_MESSAGE(parsed.has_value(), parsed.error().error.message);
    return *std::move(parsed);
  }

  [[nodiscard]] std::string without_folder(std::string text) const {
    const auto beginning = folder / "";
    for (auto at = text.find(beginning); at != std::string::npos; at = text.find(beginning))
      text.erase(at, beginning.size());
    return text;
  }

  // "error presets/a.yaml:1:4 [rule] message", a problem a line.
  [[nodiscard]] std::string lines(const Problems& problems) const {
    std::string out;
    for (const auto& problem : problems) {
      out += std::string(severity_name(problem.severity)) + " ";
      if (problem.place) {
        out += problem.place->file;
        if (problem.place->line > 0)
          out += ":" + std::to_string(problem.place->line) + ":" +
                 std::to_string(problem.place->column);
        out += " ";
      } else {
        out += problem.flag + " ";
      }
      out += "[" + problem.rule + "] " + problem.message + "\n";
    }
    return without_folder(out);
  }

  [[nodiscard]] Result<std::vector<PresetFile>> files() const {
    const auto asked = invocation();
    std::vector<std::string> of_presets;
    for (const auto& base : bases)
      of_presets.push_back(folder / base);
    return find_preset_files(asked.arguments, asked.flags.slug_prefix.value_or(""), of_presets);
  }

  // "slug path", a file a line; else what is wrong.
  [[nodiscard]] std::string found() const {
    const auto files = this->files();
    if (!files) return without_folder(files.error().message) + "\n" + lines(files.error().problems);
    std::string out;
    for (const auto& file : *files)
      out += file.slug + " " + without_folder(file.path) + "\n";
    return out;
  }

  // A reader that counts what it reads. The invocation must outlive it.
  [[nodiscard]] PresetReader reader(const spec::Invocation& asked) {
    auto made = PresetReader::make(asked, [this](const std::string& path) {
      ++reads[without_folder(path)];
      return read_file(path, 2'000'000);
    });
    REQUIRE(made.has_value());
    return *std::move(made);
  }

  // "slug body", a file a line, then the warnings; else what is wrong.
  [[nodiscard]] std::string visited() {
    const auto asked = invocation();
    const auto files = this->files();
    REQUIRE_MESSAGE(files.has_value(), files.error().message);
    std::mutex mutex; // guards `reads`
    const auto reader =
        PresetReader::make(asked, [this, &mutex](const std::string& path) -> Result<std::string> {
          const std::lock_guard lock(mutex);
          ++reads[without_folder(path)];
          return read_file(path, 1'000'000);
        });
    if (!reader) return without_folder(reader.error().message) + "\n";
    std::string out;
    const auto warnings =
        visit_presets(*files, *reader, [&](const PresetFile& file, const Body& body) {
          auto line = file.slug + " " + dump_json(body.json.value()) + "\n";
          return [&out, line = std::move(line)] {
            out += line;
            return Status();
          };
        });
    if (!warnings) return warnings.error().message + "\n" + lines(warnings.error().problems);
    return out + lines(*warnings);
  }
};

} // namespace mrctl::body
