#include "mrctl/app/run.hpp"
#include "mrctl/base/output_format.hpp"

#include "../../counting_store.hpp"
#include "case_files.hpp"
#include "desk.hpp"
#include "schemas.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <span>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace mrctl::cases {

namespace {

struct Outcome {
  std::string out;
  std::string err;
  std::vector<int> codes;   // one for each command line
  std::string violations{}; // of the schemas of results and errors
};

void change_variable(config::Environment& environment, const std::string& line) {
  const auto equals = line.find('=');
  if (equals == std::string::npos)
    environment.variables.erase(line);
  else
    environment.variables[line.substr(0, equals)] = line.substr(equals + 1);
}

config::Environment environment_of(const std::filesystem::path& folder) {
  config::Environment environment;
  environment.variables = {{"MRCTL_BASE_URL", "http://127.0.0.1:8787/api/v1"},
                           {"MRCTL_API_KEY", emulator::Keys{}.management},
                           {"NO_COLOR", "1"},
                           {"LANG", "C.UTF-8"}};
  for (const auto& line : lines_of(folder / "env"))
    change_variable(environment, line);
  return environment;
}

emulator::Service service_of(const std::filesystem::path& folder) {
  auto store = emulator::counting_store();
  if (const auto catalogue = read(folder / "catalogue.json"))
    store.catalogue = emulator::read_catalogue(*catalogue, "catalogue.json").value();
  if (read(folder / "reads")) store.reads = emulator::Reads::answered;
  std::vector<emulator::FaultRule> rules;
  for (const auto& line : lines_of(folder / "faults"))
    rules.push_back(emulator::parse_fault_rule(line).value());
  return {std::move(store), std::move(rules), 1};
}

app::World world_of(const std::filesystem::path& folder, Desk& desk, Outcome& outcome) {
  app::World world;
  world.environment = environment_of(folder);
  world.out = [&](std::string_view text) { return outcome.out += text, 0; };
  world.err = [&](std::string_view text) { return outcome.err += text, 0; };
  if (const auto width = read(folder / "terminal")) {
    world.terminal_width = std::stoi(*width);
    world.output_is_terminal = world.error_is_terminal = true;
  }
  world.read_input = [folder]() -> Result<std::string> {
    return read(folder / "stdin").value_or("");
  };
  world.ask_secret = [](std::string_view) -> Result<std::string> {
    return fail(Error::usage("nobody is here to answer"));
  };
  world.make_transport = [&](http::Options) -> Result<std::unique_ptr<http::Transport>> {
    return transport_to(desk);
  };
  world.become = [](const std::vector<std::string>&) { return ENOSYS; };
  return world;
}

Outcome play(const std::filesystem::path& folder, Desk& desk, std::span<const std::string> lines) {
  Outcome outcome;
  const auto world = world_of(folder, desk, outcome);
  for (const auto& line : lines) {
    const auto words = split_words(line);
    const auto out = outcome.out.size();
    const auto err = outcome.err.size();
    outcome.codes.push_back(app::run(std::span(words).subspan(1), world));
    outcome.violations += schema_violations(words, std::string_view(outcome.out).substr(out),
                                            std::string_view(outcome.err).substr(err));
  }
  std::cerr << outcome.violations;
  return outcome;
}

// A copy of a case, in which its commands may write what they like.
class Copy {
public:
  explicit Copy(const std::filesystem::path& folder) : path_(new_folder()) {
    std::filesystem::copy(folder, path_,
                          std::filesystem::copy_options::recursive |
                              std::filesystem::copy_options::copy_symlinks);
  }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;
  ~Copy() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
  static std::filesystem::path new_folder() {
    auto name = (std::filesystem::temp_directory_path() / "mrctl-case-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw std::system_error(errno, std::generic_category(), "cannot create " + name);
    return name;
  }

  std::filesystem::path path_;
};

// The style of pages is the same in all of them: only a case with a file `whole` shows it.
std::string without_style(std::string page) {
  constexpr std::string_view begin = "<style>";
  const auto at = page.find(begin);
  const auto end = page.find("</style>");
  if (at == std::string::npos || end == std::string::npos) return page;
  const auto inside = at + begin.size();
  return page.replace(inside, end - inside, "…");
}

// One number if all command lines end alike, else one a line.
std::string text_of(std::vector<int> codes) {
  if (std::adjacent_find(codes.begin(), codes.end(), std::not_equal_to<>()) == codes.end())
    codes.resize(std::min<std::size_t>(codes.size(), 1));
  std::string text;
  for (const auto code : codes)
    text += std::to_string(code) + "\n";
  return text;
}

// Stands for the flags of each form of a result in turn.
constexpr std::string_view placeholder = "{form}";

struct Form {
  std::string file; // in the folder `expected`
  std::string flags;
};

// Each format of --output, and what changes a result without being a format.
std::vector<Form> forms() {
  std::vector<Form> out;
  for (const auto format : format_names)
    out.push_back({std::string(format), "-o " + std::string(format)});
  out.push_back({"jq", "--jq length"});
  out.push_back({"jq-raw", "-r --jq '[.. | scalars] | first'"});
  for (const auto format : format_names)
    if (is_of_records(find_row(format_rows, &FormatRow::name, format)->format))
      out.push_back(
          {"no-header-" + std::string(format), "-o " + std::string(format) + " --no-header"});
  return out;
}

std::string with_form(std::string line, const Form& form) {
  const auto at = line.find(placeholder);
  return at == std::string::npos ? line : line.replace(at, placeholder.size(), form.flags);
}

// What command lines printed, and whether all JSON met its schema.
struct Transcript {
  std::string text;
  bool is_valid = true;
};

// Returns each command line and below it what it printed, and how it ended where that is not 0.
Transcript transcript(const std::filesystem::path& folder, const Form& form) {
  const Copy copy(folder);
  std::filesystem::current_path(copy.path());
  Desk desk{service_of(folder), {}};
  Transcript out;
  auto& text = out.text;
  for (const auto& line : lines_of(folder / "cmd")) {
    const auto typed = with_form(line, form);
    const auto outcome = play(folder, desk, std::array{typed});
    out.is_valid = out.is_valid && outcome.violations.empty();
    text += "$ " + typed + "\n" + without_style(outcome.out);
    if (!outcome.err.empty()) text += "[stderr]\n" + outcome.err;
    if (outcome.codes != std::vector{0}) text += "[exit] " + text_of(outcome.codes);
  }
  std::filesystem::current_path(folder);
  return out;
}

bool run_in_each_form(const std::filesystem::path& folder) {
  bool passed = true;
  for (const auto& form : forms()) {
    const auto [text, is_valid] = transcript(folder, form);
    passed = expect(folder / "expected" / form.file, text) && is_valid && passed;
  }
  return passed;
}

bool run_once(const std::filesystem::path& folder) {
  const Copy copy(folder);
  std::filesystem::current_path(copy.path());
  Desk desk{service_of(folder), {}};
  const auto outcome = play(folder, desk, lines_of(folder / "cmd"));
  const bool is_whole = std::filesystem::exists(folder / "whole");
  const bool same_out =
      expect(folder / "stdout", is_whole ? outcome.out : without_style(outcome.out));
  const bool same_err = expect(folder / "stderr", outcome.err);
  const bool same_code = expect(folder / "exit", text_of(outcome.codes));
  const bool same_body =
      expect(folder / "request.json", desk.last_body.empty() ? "" : desk.last_body + "\n");
  std::filesystem::current_path(folder);
  return same_out && same_err && same_code && same_body && outcome.violations.empty();
}

bool run_case(const std::filesystem::path& named) {
  const auto folder = std::filesystem::absolute(named);
  const bool has_placeholder =
      read(folder / "cmd").value_or("").find(placeholder) != std::string::npos;
  return has_placeholder ? run_in_each_form(folder) : run_once(folder);
}

} // namespace

} // namespace mrctl::cases

int main(int argc, char** argv) {
  bool passed = argc > 1;
  for (int i = 1; i < argc; ++i)
    passed = mrctl::cases::run_case(argv[i]) && passed;
  return passed ? 0 : 1;
}
