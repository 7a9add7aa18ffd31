#pragma once

#include "mrctl/http/curl_transport.hpp"

#include "curl_library.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace mrctl::http {

// Where trusted certificates come from: a PEM file, a folder of hashed links, or both if the user
// names both. Both empty: libcurl's own default.
struct CaSource {
  std::string file;
  std::string folder;

  // Returns what a message names.
  [[nodiscard]] const std::string& place() const { return file.empty() ? folder : file; }

  bool operator==(const CaSource&) const = default;
};

// Returns the places that the options name; else the built-in folder if it contains hashed links;
// else the built-in file. Never both built-in ones: a file is read whole for each connection.
[[nodiscard]] CaSource choose_ca(const Options& options, const CaSource& built_in);

// Returns libcurl's own places, or those of find_roots() if it was built without any.
[[nodiscard]] CaSource built_in_roots(const CurlLibrary& curl);

// Returns where Debian, Fedora, SUSE or Alpine keep trusted certificates below this folder. If
// there are none, it returns Debian's place, which libcurl then reports as missing.
[[nodiscard]] CaSource find_roots(const std::filesystem::path& root);

// Returns whether the options name a place.
[[nodiscard]] bool names_roots(const Options& options);

// The trusted certificates of a transport. They are looked for when an https request first needs
// them, because that reads a folder of hundreds of files.
class Roots {
public:
  [[nodiscard]] const CaSource& find(const CurlLibrary& curl, const Options& options) const;

private:
  mutable std::optional<CaSource> found_;
};

} // namespace mrctl::http
