#include "stored_keys.hpp"

#include "mrctl/base/file.hpp"

#include "toml_document.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

namespace mrctl::config {

namespace {

constexpr std::size_t largest_file = 1024 * 1024;
constexpr std::string_view heading = "# Keys stored by 'mrctl auth login'; 'mrctl auth logout' "
                                     "removes them. Keep this file private.\n";

std::optional<std::string> text_member(const TomlValue& table, std::string_view key) {
  const auto* member = find_toml_member(table, key);
  if (member == nullptr || member->value.type != ValueType::string) return std::nullopt;
  return member->value.text;
}

std::optional<StoredKey> read_row(const TomlValue& row) {
  auto profile = text_member(row, "profile");
  auto host = text_member(row, "host");
  auto key = text_member(row, "key");
  if (!profile || !host || !key || row.members.size() != 3) return std::nullopt;
  return StoredKey{std::move(*profile), std::move(*host), Secret(std::move(*key))};
}

Error not_as_written(const std::string& path, TextPoint at) {
  return Error::unauthorized(fmt::format("{}:{}:{}: not in the form that 'mrctl auth login' writes",
                                         path, at.line, at.column),
                             "remove the file and store the keys again");
}

Result<StoredKeys> parse_rows(const std::string& path, const std::string& text) {
  const auto root = parse_toml(text);
  if (!root) return fail(not_as_written(path, root.error().at));
  StoredKeys keys;
  for (const auto& member : root->members) {
    if (member.key != "keys" || member.value.type != ValueType::array)
      return fail(not_as_written(path, member.at));
    for (const auto& item : member.value.items) {
      auto key = read_row(item);
      if (!key) return fail(not_as_written(path, item.begin));
      keys.push_back(std::move(*key));
    }
  }
  return keys;
}

} // namespace

std::string credentials_file_beside(const std::string& config_file) {
  const auto kind = kind_of_file(config_file);
  const bool is_no_file = kind && *kind != FileKind::absent && *kind != FileKind::regular;
  if (config_file.empty() || is_no_file) return {};
  return (std::filesystem::path(config_file).parent_path() / "credentials.toml").string();
}

Result<StoredKeys> read_stored_keys(const std::string& path) {
  TRY_ASSIGN(const auto kind, kind_of_file(path));
  if (kind == FileKind::absent) return StoredKeys{};
  TRY(require_changeable(path));
  TRY(require_private_file(path));
  return read_file(path, largest_file).and_then([&](const std::string& text) {
    return parse_rows(path, text);
  });
}

Status write_stored_keys(const std::string& path, const StoredKeys& keys) {
  std::string text(heading);
  for (const auto& row : keys)
    text += fmt::format("\n[[keys]]\nprofile = {}\nhost = {}\nkey = {}\n", toml_quote(row.profile),
                        toml_quote(row.host), toml_quote(row.key.reveal()));
  if (text.size() > largest_file)
    return fail(Error::usage(
        fmt::format("{} would be larger than {} bytes; the file is unchanged", path, largest_file),
        "remove keys with 'mrctl auth logout'"));
  return replace_file(path, text, {.mode = Mode::required});
}

std::vector<std::string> profiles_with_keys(const std::string& path) {
  std::vector<std::string> names;
  const auto keys = read_stored_keys(path);
  if (!keys) return names;
  for (const auto& row : *keys)
    if (names.empty() || names.back() != row.profile) names.push_back(row.profile);
  return names;
}

} // namespace mrctl::config
