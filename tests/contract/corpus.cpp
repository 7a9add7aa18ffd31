#include "corpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>

namespace mrctl::contract {

namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error(fmt::format("{} cannot be read", file.string()));
  return {std::istreambuf_iterator<char>(stream), {}};
}

Json json_of(const fs::path& file) {
  auto value = parse_json(bytes_of(file), Reading::strict);
  if (!value)
    throw std::runtime_error(fmt::format("{}: {} {} at byte {}", file.filename().string(),
                                         value.error().message, value.error().path,
                                         value.error().offset));
  return *std::move(value);
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file() && !entry.path().filename().string().starts_with('.'))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

Json with_texts_written_out(const Json& value) {
  if (value.is_string()) return written_out(value.get_ref<const std::string&>());
  if (!value.is_structured()) return value;
  if (value.is_array()) {
    auto items = Json::array();
    for (const auto& item : value)
      items.push_back(with_texts_written_out(item));
    return items;
  }
  auto members = Json::object();
  for (const auto& [key, member] : value.items())
    members[written_out(key)] = with_texts_written_out(member);
  return members;
}

// Most bodies are about something else: they get the one message that the service requires.
Json with_message(Json body) {
  if (body.is_object() && !body.contains("messages"))
    body["messages"] = Json::array({{{"role", "user"}, {"content", "Hello"}}});
  return body;
}

class Reader {
public:
  explicit Reader(std::vector<Entry>& entries) : entries_(entries) {}

  void read(const fs::path& file) {
    file_ = file.filename().string();
    const auto parts = json_of(file);
    for (const auto& [title, cases] : parts.items()) {
      if (title == "valid")
        add_cases(Verdict::valid, "", cases);
      else if (title == "warned")
        add_groups(Verdict::warned, cases);
      else if (title == "invalid")
        add_groups(Verdict::invalid, cases);
      else if (title == "completed")
        add_cases(Verdict::completed, "", cases);
      else if (title != "about")
        throw std::runtime_error(fmt::format("{}: '{}' is no part of a corpus file", file_, title));
    }
  }

private:
  void add_groups(Verdict verdict, const Json& groups) {
    for (const auto& [finding, cases] : groups.items())
      add_cases(verdict, written_out(finding), cases);
  }

  void add_cases(Verdict verdict, const std::string& finding, const Json& cases) {
    for (const auto& [name, written] : cases.items()) {
      auto body = with_texts_written_out(written);
      if (verdict != Verdict::completed) body = with_message(std::move(body));
      entries_.push_back({file_, name, verdict, finding, std::move(body)});
    }
  }

  std::vector<Entry>& entries_;
  std::string file_;
};

// The findings of texts/findings.json by file: "json.syntax  at 3:18".
std::map<std::string, std::string> findings_in(const Json& groups) {
  std::map<std::string, std::string> findings;
  for (const auto& [finding, places] : groups.items())
    for (const auto& [file, place] : places.items())
      findings[file] = fmt::format("{} at {}", finding, place.get<std::string>());
  return findings;
}

void add_texts(std::vector<Text>& texts, const fs::path& folder, Verdict without_finding,
               Verdict with_finding, std::map<std::string, std::string> findings) {
  for (const auto& file : files_in(folder)) {
    const auto name = file.filename().string();
    const auto found = findings.find(name);
    const bool has_finding = found != findings.end();
    texts.push_back({name, has_finding ? with_finding : without_finding,
                     has_finding ? found->second : std::string(), bytes_of(file)});
    if (has_finding) findings.erase(found);
  }
  if (!findings.empty())
    throw std::runtime_error(fmt::format("findings.json: there is no file {} in {}",
                                         findings.begin()->first, folder.filename().string()));
}

} // namespace

std::string Entry::path() const {
  const auto blank = finding.find(' ');
  return blank == std::string::npos ? std::string() : finding.substr(blank + 1);
}

std::string written_out(std::string_view text) {
  const auto begin = text.find("<<");
  const auto end = text.find(">>", begin);
  if (end == std::string_view::npos) return std::string(text);
  const auto times = text.rfind('*', end);
  std::string out(text.substr(0, begin));
  const auto count = std::stoul(std::string(text.substr(times + 1, end - times - 1)));
  for (std::size_t i = 0; i < count; ++i)
    out += text.substr(begin + 2, times - begin - 2);
  return out + written_out(text.substr(end + 2));
}

const std::vector<Entry>& corpus() {
  static const auto read = [] {
    std::vector<Entry> entries;
    Reader reader(entries);
    for (const auto& file : files_in(MRCTL_CORPUS))
      if (file.extension() == ".json") reader.read(file);
    return entries;
  }();
  return read;
}

const std::vector<Text>& corpus_texts() {
  static const auto read = [] {
    const fs::path folder = fs::path(MRCTL_CORPUS) / "texts";
    const auto findings = json_of(folder / "findings.json");
    std::vector<Text> texts;
    add_texts(texts, folder / "valid", Verdict::valid, Verdict::warned,
              findings_in(findings.at("warned")));
    add_texts(texts, folder / "invalid", Verdict::invalid, Verdict::invalid,
              findings_in(findings.at("invalid")));
    return texts;
  }();
  return read;
}

} // namespace mrctl::contract
