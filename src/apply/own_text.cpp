#include "own_text.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/json/tokens.hpp"

#include <string>

namespace mrctl::apply {

namespace {

// The text of a member, or nothing if it is no string. Anything ignored here, such as a number
// instead of a name, is found by the comparison with the whole text.
class Members {
public:
  explicit Members(const JsonOutline& outline) : members_(outline.members) {}

  [[nodiscard]] std::string_view value(std::string_view name) const {
    return find_json_member(members_, name).value_or("null");
  }
  [[nodiscard]] std::optional<std::string> text(std::string_view name) const {
    const auto token = value(name);
    return token.starts_with('"') ? std::optional(json_unquoted(token)) : std::nullopt;
  }

private:
  std::span<const JsonMemberText> members_;
};

// Most bodies are the known one.
std::optional<std::string> known_or_canonical(std::string_view text, const Hashed* known) {
  if (known != nullptr && compact_json(text) == known->text) return known->text;
  auto canonical = canonical_json(text);
  return canonical && canonical->starts_with('{') ? std::optional(*std::move(canonical))
                                                  : std::nullopt;
}

} // namespace

std::optional<Record> read_own_text(std::string_view text, RecordOf wanted, const Hashed* known) {
  const auto outline = outline_json(text);
  if (!outline) return std::nullopt;
  const Members members(*outline);
  auto body = known_or_canonical(members.value("body"), known);
  if (!body) return std::nullopt;
  Record record{std::string(wanted.service),
                std::string(wanted.slug),
                Applied{.workspace_id = members.text("workspace_id"),
                        .preset_id = members.text("preset_id"),
                        .version = version_of(members.value("version")),
                        .version_id = members.text("version_id"),
                        .applied = members.text("applied").value_or(""),
                        .stored = members.text("stored").value_or(""),
                        .body = *std::move(body)},
                {}};
  const bool is_own =
      is_hash(record.last->applied) && is_hash(record.last->stored) && record_text(record) == text;
  return is_own ? std::optional(std::move(record)) : std::nullopt;
}

} // namespace mrctl::apply
