#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/base/output_format.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mrctl::spec {

// When output is coloured (--color).
enum class WhenColoured : std::uint8_t { automatically, always, never };

// The names, each at the position of its value.
inline constexpr std::array<std::string_view, 3> when_coloured_names{"auto", "always", "never"};
static_assert(when_coloured_names.size() == static_cast<std::size_t>(WhenColoured::never) + 1);

// The settings as commands use them. A setting without a value is empty, zero or off.
struct SettingValues {
  std::string base_url;
  std::string profile;
  std::string config;
  std::string api_key_file;
  std::vector<std::string> credential_command;
  std::optional<Format> output;
  WhenColoured color = WhenColoured::automatically;
  ErrorFormat error_format = ErrorFormat::text;
  Duration timeout{};
  Duration connect_timeout{};
  int retries = 0;
  int jobs = 0;
  std::string proxy;
  std::string ca_cert;
  std::string client_cert;
  std::string client_key;
  bool insecure = false;
  bool strip = false;
  std::string target;
  std::string state;
};

// A member of the record that has one of the types.
template <class Record, class... Types>
using MemberOf = std::variant<Types Record::*...>;

// Where a setting's value is kept. The type of the member decides how its text is read.
using SettingMember =
    MemberOf<SettingValues, std::string, std::vector<std::string>, std::optional<Format>,
             WhenColoured, ErrorFormat, Duration, int, bool>;

// The texts of settings, such as those that flags gave, by key: "base_url".
using SettingTexts = std::map<std::string, std::string, std::less<>>;

} // namespace mrctl::spec
