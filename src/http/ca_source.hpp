#pragma once

#include "mrctl/http/curl_transport.hpp"

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

// Returns whether the options say where the roots are.
[[nodiscard]] bool names_roots(const Options& options);

} // namespace mrctl::http
