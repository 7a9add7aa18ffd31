#include "case_files.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <utility>

namespace mrctl::cases {

std::optional<std::string> read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::vector<std::string> lines;
  std::istringstream content(read(path).value_or(""));
  for (std::string line; std::getline(content, line);)
    if (!line.empty() && !line.starts_with('#')) lines.push_back(line);
  return lines;
}

std::vector<std::string> split_words(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  bool is_open = false;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0 && c == quote)
      quote = 0;
    else if (c == '\\' && quote != '\'' && i + 1 < line.size())
      word += line[++i];
    else if (quote == 0 && (c == '\'' || c == '"'))
      quote = c;
    else if (quote == 0 && c == ' ') {
      if (is_open) words.push_back(std::exchange(word, {}));
      is_open = false;
      continue;
    } else
      word += c;
    is_open = true;
  }
  if (is_open) words.push_back(word);
  return words;
}

bool expect(const std::filesystem::path& path, const std::string& actual) {
  const auto expected = read(path).value_or("");
  if (actual == expected) return true;
  if (std::getenv("MRCTL_UPDATE") == nullptr) {
    std::cerr << path.string() << " differs\n--- expected\n"
              << expected << "--- actual\n"
              << actual << "---\n";
    return false;
  }
  if (actual.empty())
    std::filesystem::remove(path);
  else {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << actual;
  }
  return true;
}

} // namespace mrctl::cases
