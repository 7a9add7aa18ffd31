#include "mrctl/emulator/options.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace mrctl::emulator {

namespace {

constexpr std::array<std::string_view, 12> option_names{
    "mode",       "listen", "db",   "catalogue", "management_key", "inference_key",
    "latency_ms", "faults", "seed", "log",       "command",        "quiet"};
constexpr std::uint64_t longest_latency_ms = 600'000;

// Reads members by name and type; remembers the first that is wrong.
class Members {
public:
  explicit Members(const Json& object) : object_(object) {}

  std::string text(std::string_view name, std::string fallback) {
    const auto* value = find_member(object_, name);
    if (value == nullptr || !expect(value->is_string(), name, "a string")) return fallback;
    return value->get<std::string>();
  }
  std::uint64_t number(std::string_view name, std::uint64_t fallback) {
    const auto* value = find_member(object_, name);
    if (value == nullptr || !expect(value->is_number_unsigned(), name, "a whole number"))
      return fallback;
    return value->get<std::uint64_t>();
  }
  bool flag(std::string_view name) {
    const auto* value = find_member(object_, name);
    return value != nullptr && expect(value->is_boolean(), name, "true or false") &&
           value->get<bool>();
  }
  std::vector<std::string> texts(std::string_view name) {
    const auto* value = find_member(object_, name);
    const auto is_text = [](const Json& item) { return item.is_string(); };
    if (value == nullptr ||
        !expect(value->is_array() && std::all_of(value->begin(), value->end(), is_text), name,
                "an array of strings"))
      return {};
    return value->get<std::vector<std::string>>();
  }
  bool expect(bool holds, std::string_view name, std::string_view what) {
    if (!holds && !error_)
      error_ = Error::usage(fmt::format("the emulator's option '{}' must be {}", name, what));
    return holds;
  }
  // Takes the value, or remembers the error.
  template <class T>
  T value_of(Result<T> result) {
    if (result) return std::move(*result);
    if (!error_) error_ = std::move(result.error());
    return {};
  }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

private:
  const Json& object_;
  std::optional<Error> error_;
};

Result<Json> parse_object(std::string_view text) {
  auto value = parse_json(text, Reading::strict);
  if (!value)
    return fail(Error::usage("the emulator's options are not JSON: " + value.error().message));
  if (!value->is_object())
    return fail(Error::usage("the emulator's options must be a JSON object"));
  for (const auto& [key, member] : value->items())
    if (std::find(option_names.begin(), option_names.end(), key) == option_names.end())
      return fail(Error::unknown_word("emulator option", key, nearest_word(key, option_names)));
  return std::move(*value);
}

// A key travels in a header and in a line for the shell.
bool is_usable_key(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), is_visible_ascii);
}

Keys read_keys(Members& members) {
  const Keys defaults;
  Keys keys{members.text("management_key", defaults.management),
            members.text("inference_key", defaults.inference)};
  members.expect(is_usable_key(keys.management), "management_key", "visible ASCII characters");
  members.expect(is_usable_key(keys.inference), "inference_key", "visible ASCII characters");
  members.expect(keys.management != keys.inference, "inference_key",
                 "a key other than the management key");
  return keys;
}

Mode read_mode(Members& members) {
  const auto mode = members.text("mode", "");
  members.expect(mode == "serve" || mode == "exec", "mode", R"("serve" or "exec")");
  return mode == "exec" ? Mode::exec : Mode::serve;
}

Duration read_latency(Members& members) {
  const auto latency = members.number("latency_ms", 0);
  members.expect(latency <= longest_latency_ms, "latency_ms", "at most 10 minutes");
  return Duration(std::min(latency, longest_latency_ms));
}

std::vector<FaultRule> read_faults(Members& members) {
  std::vector<FaultRule> rules;
  for (const auto& text : members.texts("faults"))
    rules.push_back(members.value_of(parse_fault_rule(text)));
  return rules;
}

std::vector<std::string> read_command(Members& members, Mode mode) {
  auto command = members.texts("command");
  members.expect(mode == Mode::serve || !command.empty(), "command", "a program and its arguments");
  return command;
}

} // namespace

Result<Options> parse_options(std::string_view json) {
  const auto object = parse_object(json);
  if (!object) return fail(object.error());
  Members members(*object);
  Options options;
  options.mode = read_mode(members);
  const auto* default_listen = options.mode == Mode::serve ? "127.0.0.1:8787" : "127.0.0.1:0";
  options.listen = members.value_of(parse_listen_address(members.text("listen", default_listen)));
  options.db = members.text("db", "");
  options.catalogue = members.text("catalogue", "");
  options.keys = read_keys(members);
  options.latency = read_latency(members);
  options.faults = read_faults(members);
  options.seed = members.number("seed", 1);
  options.log = members.flag("log") ? Log::requests : Log::off;
  options.notes = members.flag("quiet") ? Notes::off : Notes::on;
  options.command = read_command(members, options.mode);
  if (members.error()) return fail(*members.error());
  return options;
}

} // namespace mrctl::emulator
