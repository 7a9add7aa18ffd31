#include "mrctl/base/file.hpp"
#include "mrctl/base/replace_file.hpp"
#include "mrctl/papers/papers.hpp"
#include "mrctl/papers/readme_tables.hpp"

#include <cstdio>
#include <exception>
#include <filesystem>

namespace {

using namespace mrctl;

constexpr unsigned readable_by_all = 0644;
constexpr std::size_t largest_readme = 1U << 20U;

Status write_papers(const std::filesystem::path& folder) {
  for (const auto& paper : papers::papers()) {
    const auto path = folder / paper.path;
    std::filesystem::create_directories(path.parent_path());
    if (auto written = replace_file(path.string(), paper.text, {.mode_of_new = readable_by_all});
        !written)
      return written;
  }
  return {};
}

// The tables of the README have the program's rows; its other text is written by hand.
Status update_readme(const std::filesystem::path& folder) {
  const auto path = (folder / "README.md").string();
  if (!std::filesystem::exists(path)) return {};
  const auto text = read_file(path, largest_readme);
  if (!text) return fail(text.error());
  auto updated = papers::with_readme_tables(*text);
  return updated == *text ? Status()
                          : replace_file(path, updated, {.mode_of_new = readable_by_all});
}

int complain(const char* text) {
  std::fprintf(stderr, "mrctl-papers: %s\n", text);
  return 1;
}

} // namespace

// mrctl-papers FOLDER: writes all generated papers below the folder, and the tables of its README.
int main(int argc, char** argv) {
  if (argc != 2) return complain("needs one folder, the root of the repository");
  try {
    const auto written = write_papers(argv[1]).and_then([&] { return update_readme(argv[1]); });
    return written ? 0 : complain(written.error().message.c_str());
  } catch (const std::exception& exception) {
    return complain(exception.what());
  }
}
