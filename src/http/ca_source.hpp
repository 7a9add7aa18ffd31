#pragma once

#include "mrctl/http/curl_transport.hpp"

#include "curl_library.hpp"

#include <filesystem>
#include <string>

namespace mrctl::http {

// Where the roots for TLS come from: a PEM file, a folder of hashed links, or both when both are
// named by hand. Both empty: libcurl's own default.
struct CaSource {
  std::string file;
  std::string folder;

  bool operator==(const CaSource&) const = default;
};

// Returns what the options name; else the built-in folder where it holds hashed links; else the
// built-in file. Never both built-in ones: a file is read whole for each connection.
[[nodiscard]] CaSource choose_ca(const Options& options, const CaSource& built_in);

// Returns libcurl's own places; where it was built without any, those of find_roots().
[[nodiscard]] CaSource built_in_roots(const CurlLibrary& curl);

// Returns where Debian, Fedora, SUSE or Alpine keep roots below this folder; where none is there,
// the place of the first, which libcurl then names as missing.
[[nodiscard]] CaSource find_roots(const std::filesystem::path& root);

// Returns whether the options say where the roots are.
[[nodiscard]] bool names_roots(const Options& options);

} // namespace mrctl::http
