#include "ca_source.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace mrctl::http {

namespace {

bool is_hashed_link(const std::filesystem::path& path) {
  return path.extension() == ".0";
}

bool holds_hashed_links(const std::string& folder) {
  std::error_code fault;
  auto entry = std::filesystem::directory_iterator(folder, fault);
  for (; !fault && entry != std::filesystem::directory_iterator(); entry.increment(fault))
    if (is_hashed_link(entry->path())) return true;
  return false;
}

} // namespace

CaSource choose_ca(const Options& options, const CaSource& built_in) {
  if (!options.ca_cert.empty()) return {.file = options.ca_cert, .folder = {}};
  if (!options.ca_file.empty() || !options.ca_folder.empty())
    return {.file = options.ca_file, .folder = options.ca_folder};
  if (!built_in.folder.empty() && holds_hashed_links(built_in.folder))
    return {.file = {}, .folder = built_in.folder};
  if (!built_in.file.empty()) return {.file = built_in.file, .folder = {}};
  return built_in;
}

bool names_roots(const Options& options) {
  return !options.ca_cert.empty() || !options.ca_file.empty() || !options.ca_folder.empty();
}

} // namespace mrctl::http
