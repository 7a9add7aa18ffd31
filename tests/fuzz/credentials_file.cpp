// Any bytes as a credentials.toml: keys, or a refusal that shows none of them. A key that is stored
// is found for its host alone, and the others stay.
#include "mrctl/config/key.hpp"

#include "scratch_file.hpp"

#include <algorithm>
#include <cstdint>

using namespace mrctl;
using namespace mrctl::fuzz;

namespace {

const std::string host = "https://router.example:443";
const std::string key = "sk-canary-0123456789abcdef";

void check_refusal(const Error& error) {
  require(error.kind == ErrorKind::unauthorized, "an unauthorized error", error.message);
  require(error.message.find("canary") == std::string::npos, "no key in a message", error.message);
}

bool holds(const std::vector<std::string>& hosts, const std::string& wanted) {
  return std::find(hosts.begin(), hosts.end(), wanted) != hosts.end();
}

void check_store(const config::Settings& settings, const std::vector<std::string>& before) {
  require(config::store_key(settings, Secret(key)).has_value(), "a key can be stored");
  const auto found = config::find_stored_key(settings);
  require(found && *found && (*found)->reveal() == key, "the stored key is found");
  const auto after = config::stored_hosts(settings);
  require(after && holds(*after, host), "its host is listed");
  for (const auto& known : before)
    require(holds(*after, known), "other hosts stay", known);
  const auto gone = config::forget_keys(settings);
  require(gone && holds(*gone, host), "a key can be forgotten");
  const auto left = config::find_stored_key(settings);
  require(left && !*left, "a forgotten key is gone");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFolder folder;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  config::Settings settings;
  settings.credentials_file = folder.write("credentials.toml", text);
  settings.base_url = "https://router.example/api/v1";
  settings.profile = "default";
  const auto hosts = config::stored_hosts(settings);
  const auto found = config::find_stored_key(settings);
  require(hosts.has_value() == found.has_value(), "both read the file or refuse it");
  if (!hosts) {
    check_refusal(hosts.error());
    return 0;
  }
  require(!*found || holds(*hosts, host), "a key that is found has its host");
  check_store(settings, *hosts);
  return 0;
}
