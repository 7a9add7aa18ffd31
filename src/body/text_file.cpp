#include "text_file.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/document/place.hpp"
#include "mrctl/json/known_file.hpp"
#include "mrctl/json/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

namespace mrctl::body {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_text = std::size_t{1} << 20U;
// The most bytes of all texts of one body, which may name a file many times.
constexpr std::size_t most_texts = std::size_t{64} << 20U;

// Returns whether a path is that of a file, or lies in that folder, whatever name leads there.
bool is_withheld(const fs::path& real, const std::string& withheld) {
  if (withheld.empty()) return false;
  std::error_code error;
  if (fs::equivalent(real, withheld, error)) return true;
  const auto folder = fs::canonical(withheld, error);
  return !error && std::mismatch(folder.begin(), folder.end(), real.begin(), real.end()).first ==
                       folder.end();
}

// Records are JSON in `.mrctl`, or in the folder of --state.
bool is_private(const fs::path& real, const ReadFile& read_file) {
  return contains(real, ".mrctl") ||
         std::ranges::any_of(read_file.withheld(), [&](const std::string& withheld) {
           return is_withheld(real, withheld);
         });
}

// People write the path from the current folder, or slip. A suggestion begins at the body's folder,
// as paths do.
Suggestion hint_on_path(const std::string& named, const std::string& path, const BodyFile& file) {
  const bool is_from_here = kind_of_file(named) == FileKind::regular;
  const auto meant = is_from_here ? named : nearest_path(path);
  if (meant.empty()) return {};
  auto beside = fs::path(meant).lexically_proximate(fs::path(folder_of(file.path))).string();
  if (!is_from_here) return {std::move(beside), Does::meant};
  return fmt::format("did you mean '{}'? paths begin at the folder of the body", beside);
}

Result<std::string> read_text(const std::string& named, const BodyFile& file,
                              const ReadFile& read_file) {
  if (fs::path(named).is_absolute())
    return fail(Error::usage(fmt::format("cannot read {}: it is an absolute path", named),
                             "write the path from the folder of this file"));
  const auto path = path_beside(file.path, named);
  const bool is_below = !file.folder.empty() && file.path != file.folder;
  return read_named_file(path, is_below ? file.folder : folder_of(file.path), read_file,
                         largest_text);
}

} // namespace

std::string path_beside(const std::string& file, const std::string& named) {
  return (fs::path(folder_of(file)) / named).lexically_normal().string();
}

tl::expected<std::string, Problem> text_of_file(std::string name, std::string content) {
  const document::Document document{std::move(name), std::move(content)};
  const auto text = document::content_of(document);
  if (const auto invalid = find_invalid_utf8(text))
    return tl::unexpected(problem_of(
        document, {.rule = "text.utf-8", .message = "not valid UTF-8", .offset = *invalid}));
  if (const auto nul = text.find('\0'); nul != std::string_view::npos)
    return tl::unexpected(
        problem_of(document, {.rule = "text.control",
                              .message = "a NUL character, which text does not contain",
                              .offset = nul,
                              .suggestion = "check that it is the right file"}));
  if (auto fault = find_unwritten_text(text))
    return tl::unexpected(problem_of(document, *std::move(fault)));
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r' || text.substr(i + 1, 1) != "\n") out += text[i];
  return out;
}

Result<std::string> read_named_file(const std::string& path, const std::string& folder,
                                    const ReadFile& read_file, std::size_t limit) {
  TRY_ASSIGN(const auto real, find_inside(path, folder));
  if (is_private(real, read_file))
    return fail(Error::usage(
        fmt::format("cannot read {}: it holds a key, settings or records of mrctl", path)));
  TRY_ASSIGN(const auto kind, kind_of_file(real));
  if (kind != FileKind::regular)
    return fail(Error::usage(fmt::format("cannot read {}: it is not a regular file", path)));
  for (const auto& [draft, content] : read_file.drafts)
    if (std::error_code error; fs::equivalent(draft, real, error) && !error) return content;
  auto text = read_own_file(real, limit);
  if (text && *text) return **std::move(text);
  if (text) return fail(Error::usage(fmt::format("cannot read {}", path)));
  auto message = std::move(text.error().message);
  if (const auto at = message.find(real); at != std::string::npos)
    message.replace(at, real.size(), path);
  return fail(Error::usage(std::move(message)));
}

tl::expected<DocumentWithTexts, Problem>
read_with_texts(document::Document document, const BodyFile& file, const ReadFile& read_file) {
  auto read = read_document(std::move(document));
  if (!read) return tl::unexpected(std::move(read.error()));
  DocumentWithTexts out{*read, read->json, {}};
  const auto place = [&](const std::string& pointer) {
    const document::PlaceQuery wanted{pointer};
    return document::locate(*read, {&wanted, 1}).front();
  };
  const auto refuse = [&](const std::string& pointer, std::string message, Suggestion advice) {
    return tl::unexpected(Problem{.rule = "yaml.file",
                                  .path = pointer,
                                  .place = place(pointer),
                                  .message = std::move(message),
                                  .suggestion = std::move(advice)});
  };
  std::vector<JsonCut> cuts;
  std::map<std::string, std::string> known;
  std::size_t size = 0;
  for (const auto& [pointer, value] : document::named_files(*read)) {
    const auto named = value.string();
    if (file.path == "-")
      return refuse(pointer, "!file cannot be used on standard input, which is in no folder",
                    "write the body to a file");
    auto text = known.find(named);
    if (text == known.end()) {
      auto content = read_text(named, file, read_file);
      if (!content) {
        const auto path = path_beside(file.path, named);
        const bool is_absent =
            !fs::path(named).is_absolute() && kind_of_file(path) == FileKind::absent;
        return refuse(pointer, content.error().message,
                      is_absent ? hint_on_path(named, path, file) : content.error().hint);
      }
      auto decoded = text_of_file(path_beside(file.path, named), *std::move(content));
      if (!decoded) {
        const auto here = place(pointer);
        decoded.error().message +=
            fmt::format("; {}:{}:{} names this file", here.file, here.line, here.column);
        return tl::unexpected(std::move(decoded.error()));
      }
      text = known.emplace(named, json_quote(*decoded)).first;
    }
    size += text->second.size();
    if (size > most_texts)
      return refuse(pointer,
                    fmt::format("the texts of files add up to more than {} MiB", most_texts >> 20U),
                    "name fewer files");
    cuts.push_back({value.text(), text->second});
    out.texts.push_back({pointer, path_beside(file.path, named)});
  }
  if (!cuts.empty()) out.json = cut_json(read->json, std::move(cuts));
  return out;
}

} // namespace mrctl::body
