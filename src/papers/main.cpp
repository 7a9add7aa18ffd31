#include "mrctl/base/replace_file.hpp"
#include "mrctl/papers/papers.hpp"

#include <cstdio>
#include <exception>
#include <filesystem>

namespace {

using namespace mrctl;

constexpr unsigned readable_by_all = 0644;

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

int complain(const char* text) {
  std::fprintf(stderr, "mrctl-papers: %s\n", text);
  return 1;
}

} // namespace

// mrctl-papers FOLDER: writes all generated papers below the folder.
int main(int argc, char** argv) {
  if (argc != 2) return complain("needs one folder, the root of the repository");
  try {
    const auto written = write_papers(argv[1]);
    return written ? 0 : complain(written.error().message.c_str());
  } catch (const std::exception& exception) {
    return complain(exception.what());
  }
}
