#include "ca_source.hpp"

#include "mrctl/base/file.hpp"

#include "curl_library.hpp"

#include <array>
#include <system_error>

namespace mrctl::http {

namespace {

bool holds_hashed_links(const std::string& folder) {
  std::error_code fault;
  auto entry = std::filesystem::directory_iterator(folder, fault);
  for (; !fault && entry != std::filesystem::directory_iterator(); entry.increment(fault))
    if (entry->path().extension() == ".0") return true;
  return false;
}

constexpr const char* roots_folder = "etc/ssl/certs";
constexpr std::array roots_files{"etc/ssl/certs/ca-certificates.crt",
                                 "etc/pki/tls/certs/ca-bundle.crt", "etc/ssl/ca-bundle.pem",
                                 "etc/ssl/cert.pem"};

std::string text_of(const char* path) {
  return path == nullptr ? "" : path;
}

} // namespace

CaSource built_in_roots(const CurlLibrary& curl) {
  const auto* version = curl.version_info(CURLVERSION_NOW);
  if (version->age < CURLVERSION_SEVENTH) return {};
  const CaSource own{.file = text_of(version->cainfo), .folder = text_of(version->capath)};
  return own == CaSource{} ? find_roots("/") : own;
}

CaSource find_roots(const std::filesystem::path& root) {
  const auto folder = (root / roots_folder).string();
  if (holds_hashed_links(folder)) return {.file = {}, .folder = folder};
  for (const auto* file : roots_files)
    if (kind_of_file(root / file) == FileKind::regular)
      return {.file = (root / file).string(), .folder = {}};
  return {.file = (root / roots_files.front()).string(), .folder = {}};
}

CaSource choose_ca(const Options& options, const CaSource& built_in) {
  if (!options.ca_cert.empty()) return {.file = options.ca_cert, .folder = {}};
  if (!options.ca_file.empty() || !options.ca_folder.empty())
    return {.file = options.ca_file, .folder = options.ca_folder};
  if (built_in.file.empty() || built_in.folder.empty()) return built_in;
  if (holds_hashed_links(built_in.folder)) return {.file = {}, .folder = built_in.folder};
  return {.file = built_in.file, .folder = {}};
}

bool names_roots(const Options& options) {
  return !options.ca_cert.empty() || !options.ca_file.empty() || !options.ca_folder.empty();
}

const CaSource& Roots::find(const CurlLibrary& curl, const Options& options) const {
  if (!found_) found_ = choose_ca(options, built_in_roots(curl));
  return *found_;
}

} // namespace mrctl::http
