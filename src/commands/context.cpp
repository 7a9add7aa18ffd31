#include "mrctl/commands/context.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/http/redaction.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <utility>

namespace mrctl::commands {

namespace {

// Smaller inputs are read, checked and sent instantly.
constexpr std::uintmax_t large = 1'000'000;
constexpr std::size_t many = 1000;

std::string megabytes(std::uintmax_t bytes) {
  return fmt::format("{} MB", (bytes + large / 2) / large);
}

} // namespace

std::unique_ptr<Activity> begin_reading(const Context& context, const std::string& path) {
  if (!context.begin_activity) return nullptr;
  if (path == "-")
    return context.input_is_terminal ? nullptr : context.begin_activity("reading standard input");
  if (kind_of_file(path) != FileKind::regular) return context.begin_activity("reading " + path);
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error || size < large) return nullptr;
  return context.begin_activity(fmt::format("reading {} ({})", path, megabytes(size)));
}

std::unique_ptr<Activity> begin_checking(const Context& context, std::size_t files,
                                         const std::string& folder) {
  if (!context.begin_activity || files < many) return nullptr;
  return context.begin_activity(fmt::format("checking {} files in {}", files, folder));
}

Problems without_secrets(Problems problems, const Context& context) {
  const auto hide = [&](std::string& text) {
    if (text.empty()) return;
    text = body::without_found_secrets(text);
    text = http::redact(http::hide_possible_keys(context.hide_secrets(text)), {});
  };
  for (auto& problem : problems) {
    hide(problem.message);
    hide(problem.suggestion);
    if (!problem.place) continue;
    hide(problem.place->line_text);
    hide(problem.place->file); // a key may have been given in its place
  }
  return problems;
}

} // namespace mrctl::commands
