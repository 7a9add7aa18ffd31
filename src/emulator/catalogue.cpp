#include "mrctl/emulator/catalogue.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/tokens.hpp"
#include "mrctl/json/value.hpp"

#include "embedded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace mrctl::emulator {

namespace {

using MemberTexts = std::map<std::string, std::string, std::less<>>;

// Keys are identifiers without escapes; a key with escapes cannot be requested.
MemberTexts member_texts(std::string_view catalogue, std::string_view key) {
  MemberTexts texts;
  const auto part = json_member(catalogue, key);
  if (!part) return texts;
  for (const auto& member : json_members(*part))
    texts.insert_or_assign(std::string(member.key), compact_json(member.value));
  return texts;
}

// A text with its name, to locate faults in it.
struct Source {
  std::string_view text;
  std::string_view name;
};

Error wrong(const Source& source, std::size_t offset, std::string_view message) {
  const auto before = source.text.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const auto column = offset - (before.rfind('\n') + 1) + 1; // npos + 1 is the beginning
  return Error::usage(fmt::format("{}:{}:{}: {}", source.name, line, column, message),
                      R"(a catalogue is {"models": {"author/slug": DATA}, "credentials": )"
                      R"({"UUID": DATA}})");
}

Error wrong_at(const Source& source, std::string_view part, std::string_view message) {
  return wrong(source, static_cast<std::size_t>(part.data() - source.text.data()), message);
}

constexpr std::array<std::string_view, 2> parts{"models", "credentials"};

bool is_model(std::string_view key) {
  const auto slash = key.find('/');
  return slash != std::string_view::npos && slash > 0 && slash + 1 < key.size();
}

// The service compares identifiers in lower case.
bool is_credential(std::string_view key) {
  constexpr std::size_t length = 36;
  return key.size() == length && std::none_of(key.begin(), key.end(), is_upper_case);
}

Status check_keys(const Source& source, const JsonMemberText& part) {
  const bool is_models = part.key == parts[0];
  const auto* message = is_models ? "the key of a model must be author/slug"
                                  : "the key of a credential must be a UUID in lower case";
  for (const auto& member : json_members(part.value))
    if (!(is_models ? is_model(member.key) : is_credential(member.key)))
      return fail(wrong_at(source, member.key, message));
  return {};
}

Status check_part(const Source& source, const JsonMemberText& part) {
  if (std::find(parts.begin(), parts.end(), part.key) == parts.end()) {
    const auto nearest = nearest_word(part.key, parts);
    const auto suggestion =
        nearest.empty() ? std::string() : fmt::format("; did you mean '{}'?", nearest);
    return fail(wrong_at(source, part.key, "a catalogue has no such member" + suggestion));
  }
  if (JsonTokens(part.value).peek() != "{")
    return fail(wrong_at(source, part.value, fmt::format("'{}' must be an object", part.key)));
  return check_keys(source, part);
}

} // namespace

Catalogue seeded_catalogue() {
  return {member_texts(catalogue_text(), "models"), member_texts(catalogue_text(), "credentials")};
}

Result<Catalogue> read_catalogue(std::string_view text, std::string_view name) {
  const Source source{text, name};
  const auto value = parse_json(text, Reading::tolerant);
  if (!value) return fail(wrong(source, value.error().offset, value.error().message));
  if (!value->is_object()) return fail(wrong(source, 0, "a catalogue must be an object"));
  for (const auto& part : json_members(text))
    if (auto checked = check_part(source, part); !checked) return fail(std::move(checked.error()));
  return Catalogue{member_texts(text, parts[0]), member_texts(text, parts[1])};
}

} // namespace mrctl::emulator
