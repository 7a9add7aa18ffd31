// Any bytes as a mrctl.toml: a project, or at most a hundred problems with their places; what is
// written of a project is read back as it was.
#include "mrctl/config/project.hpp"

#include "refusal.hpp"
#include "scratch_file.hpp"

#include <cstdint>
#include <string>

using namespace mrctl;
using namespace mrctl::fuzz;

namespace {

// Paths are those of the current folder by now, and gates are not written.
void check_text(config::Project project, const std::string& file) {
  project.presets.clear();
  project.bases.clear();
  project.state.clear();
  for (auto& target : project.targets)
    target.bases.clear();
  const auto again = config::read_project(file, config::project_text(project));
  require(again.has_value(), "what was written can be read",
          again ? std::string() : again.error().message);
  require(again->default_target == project.default_target &&
              again->targets.size() == project.targets.size() && again->assume == project.assume,
          "what was written is read back");
  for (std::size_t i = 0; i < project.targets.size(); ++i) {
    const auto& before = project.targets[i];
    const auto& after = again->targets[i];
    require(before.name == after.name && before.profile == after.profile &&
                before.host == after.host && before.slug_prefix == after.slug_prefix,
            "a target is read back", before.name);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFolder folder;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto file = folder.write("mrctl.toml", text);
  const auto project = config::read_project(file, text);
  if (project) {
    check_text(*project, file);
    return 0;
  }
  check_refusal(project.error(), text);
  require(project.error().problems.size() <= 100, "a hundred problems at most");
  return 0;
}
