#include "answer_file.hpp"

#include "mrctl/base/white_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace mrctl::commands {

namespace {

using session::Context;

Error too_large(const std::string& path) {
  return Error::usage(fmt::format("{} is larger than {} bytes", path, largest_answer_file));
}

// Returns where the string ends that begins at `begin`.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
  for (auto i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      return i;
  }
  return text.size();
}

} // namespace

Result<std::string> read_answer_file(const Context& context, const std::string& path) {
  std::error_code no_size;
  const auto size = std::filesystem::file_size(path, no_size);
  if (!no_size && size > largest_answer_file) return fail(too_large(path));
  auto text = context.read_file(path);
  if (!text) {
    if (path != "-") text.error().kind = ErrorKind::internal;
    return text;
  }
  if (text->size() > largest_answer_file) return fail(too_large(path));
  return text;
}

std::vector<std::string_view> documents_in(std::string_view text) {
  std::vector<std::string_view> documents;
  std::size_t begin = 0;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') i = end_of_string(text, i);
    if (c == '{' || c == '[') ++depth;
    if (c != '}' && c != ']') continue;
    if (depth > 0) --depth;
    if (depth > 0) continue;
    documents.push_back(text.substr(begin, i + 1 - begin));
    begin = i + 1;
  }
  const auto rest = text.substr(std::min(begin, text.size()));
  if (!trimmed(rest).empty()) documents.push_back(rest);
  return documents;
}

} // namespace mrctl::commands
