#include "mrctl/emulator/catalogue.hpp"

#include "mrctl/base/json.hpp"
#include "mrctl/base/json_text.hpp"

#include "embedded.hpp"

#include <fmt/format.h>

namespace mrctl::emulator {

namespace {

using Texts = std::map<std::string, std::string, std::less<>>;

// Keys are identifiers, which need no escapes; one that has some can't be asked for.
Texts member_texts(std::string_view catalogue, std::string_view key) {
  Texts texts;
  const auto part = json_member(catalogue, key);
  if (!part) return texts;
  for (const auto& member : json_members(*part))
    texts.insert_or_assign(std::string(member.key), compact_json(member.value));
  return texts;
}

bool has_the_shape(const Json& value) {
  const auto is_object_or_missing = [&](std::string_view key) {
    const auto* part = find_member(value, key);
    return part == nullptr || part->is_object();
  };
  return value.is_object() && is_object_or_missing("models") && is_object_or_missing("credentials");
}

} // namespace

Catalogue seeded_catalogue() {
  return {member_texts(catalogue_text(), "models"), member_texts(catalogue_text(), "credentials")};
}

Result<Catalogue> read_catalogue(std::string_view text, std::string_view name) {
  const auto value = parse_json(text, Reading::tolerant);
  if (!value)
    return fail(Error::usage(fmt::format("{} is not a catalogue: {}, at byte {}", name,
                                         value.error().message, value.error().offset)));
  if (!has_the_shape(*value))
    return fail(
        Error::usage(fmt::format("{} is not a catalogue: its objects 'models' and 'credentials' "
                                 "are what it may hold",
                                 name)));
  return Catalogue{member_texts(text, "models"), member_texts(text, "credentials")};
}

} // namespace mrctl::emulator
