#pragma once

#include "mrctl/http/curl_transport.hpp"
#include "mrctl/http/url.hpp"

#include "curl_library.hpp"
#include "retrying_transport.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

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

// Returns the part of a proxy's URL that messages show: host and port, without the user.
[[nodiscard]] std::string_view place_of_proxy(std::string_view proxy);

// Sets options on an easy handle and keeps the first error, so that no failure goes unnoticed.
class EasyOptions {
public:
  EasyOptions(const CurlLibrary& curl, CURL* easy) : curl_(curl), easy_(easy) {}

  template <class Value>
  void operator()(CURLoption option, Value value) {
    const auto code = curl_.easy_setopt(easy_, option, value);
    if (refusal_ == CURLE_OK) refusal_ = code;
  }

  // Fails with an internal error if libcurl rejected an option.
  [[nodiscard]] Status result() const;

private:
  const CurlLibrary& curl_;
  CURL* easy_;
  CURLcode refusal_ = CURLE_OK;
};

// Sets the options that depend on the settings only: limits and TLS.
void set_connection(EasyOptions& set, const Options& options);

void set_roots(EasyOptions& set, const CaSource& ca);

void set_time_limit(EasyOptions& set, Duration limit);

// An empty text stands for no proxy.
void set_proxy(EasyOptions& set, const std::string& proxy);

// Sets the options of the request except its headers, in place of those of the previous request.
// The request is not copied.
void set_request(EasyOptions& set, const Request& request, Connections connections);

// Returns the request's header lines, the key's among them.
[[nodiscard]] HeaderList make_header_list(const CurlLibrary& curl, const Request& request);

} // namespace mrctl::http
