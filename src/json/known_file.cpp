#include "mrctl/json/known_file.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mrctl {

namespace {

// What a document is that has all of these members.
struct DocumentForm {
  std::array<std::string_view, 3> members; // the last ones may be empty
  std::string_view what;
  std::string_view next;
};

constexpr std::string_view name_presets = "name the preset's own file";
constexpr std::string_view manifest = "a Kubernetes manifest";
constexpr std::string_view from_manifest = "move the members of 'spec' to the top level";

// The first one that fits counts.
constexpr std::array known_rows{
    DocumentForm{{"plan", "explain", "problems"}, "a result of 'mrctl preset check'", name_presets},
    DocumentForm{
        {"applied", "failed", "presets"}, "a result of 'mrctl preset apply'", name_presets},
    DocumentForm{
        {"rules", "assumed", "presets"}, "a result of 'mrctl preset explain'", name_presets},
    DocumentForm{{"providers", "presets", "single_provider"},
                 "a result of 'mrctl preset drill'",
                 name_presets},
    DocumentForm{
        {"errors", "warnings", "problems"}, "a result of 'mrctl preset lint'", name_presets},
    DocumentForm{
        {"changes", "compared", ""}, "a result of a diff", "name one of the files compared"},
    DocumentForm{{"format", "service", "slug"}, "a record of what was applied", name_presets},
    DocumentForm{{"target", "applied", "version"}, "a row of 'mrctl preset state'", name_presets},
    DocumentForm{{"slug", "file", "body"},
                 "a result of 'mrctl preset render'",
                 "its body is the member body, which --jq '.[0].body' extracts"},
    DocumentForm{{"id", "endpoints", ""},
                 "a listing of endpoints",
                 "'mrctl endpoints diff' compares it, 'mrctl preset explain --listing' uses it"},
    DocumentForm{{"id", "label", ""}, "a credential", ""},
    DocumentForm{{"apiVersion", "kind", ""}, manifest, from_manifest},
    DocumentForm{
        {"choices", "model", ""}, "a response from a model", "write the request, not its answer"},
    DocumentForm{{"error", "", ""}, "an error message", ""},
};

constexpr std::array<std::string_view, 4> members_of_presets{"model", "models", "messages",
                                                             "provider"};

std::optional<KnownFile> plan_in(const JsonView& object) {
  const auto plan = find_member(object, "plan");
  if (!plan || !find_member(object, "service") || !find_member(object, "presets")) return {};
  if (!plan->is_string())
    return KnownFile{"a plan that has nothing to send", std::string(name_presets)};
  return KnownFile{"a plan", fmt::format("--plan {} applies it", plan->string())};
}

std::optional<KnownFile> stored_preset_in(const JsonView& object) {
  if (find_member(object, "designated_version")) {
    const auto slug = find_member(object, "slug");
    return KnownFile{"a stored preset",
                     fmt::format("'mrctl preset pull {}' writes its body as a file",
                                 slug && slug->is_string() ? slug->string() : "SLUG")};
  }
  const auto version = find_member(object, "version");
  if (version && version->is_number() && find_member(object, "preset_id") &&
      find_member(object, "config"))
    return KnownFile{"a version of a stored preset",
                     fmt::format("'mrctl preset get SLUG --version {} -o yaml' prints its body",
                                 version->text())};
  return {};
}

std::optional<KnownFile> known_object(const JsonView& object) {
  if (auto plan = plan_in(object)) return plan;
  if (auto preset = stored_preset_in(object)) return preset;
  const auto has = [&](std::string_view member) { return find_member(object, member).has_value(); };
  const auto has_if_named = [&](std::string_view member) { return member.empty() || has(member); };
  for (const auto& row : known_rows)
    if (std::ranges::all_of(row.members, has_if_named))
      return KnownFile{row.what, std::string(row.next)};
  if (std::ranges::any_of(members_of_presets, has)) return KnownFile{known_preset};
  return {};
}

bool is_key_of_toml(std::string_view key) {
  return !key.empty() && !is_digit(key.front()) && is_alphanumeric(key, "_-.\"");
}

// The name in "[targets.staging]" or "[[gates]]", or in front of "="; empty for another line.
std::string_view toml_name_in(std::string_view line) {
  line = trimmed(line.substr(0, line.find('#')), white_space);
  if (line.starts_with('[') && line.ends_with(']')) {
    const auto name = trimmed(line, "[] ");
    return is_key_of_toml(name) && name.find('"') == std::string_view::npos ? name
                                                                            : std::string_view();
  }
  const auto equals = line.find('=');
  if (equals == std::string_view::npos) return {};
  const auto key = trimmed(line.substr(0, equals), blanks);
  return is_key_of_toml(key) ? key : std::string_view();
}

std::string_view first_line_of(std::string_view text) {
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    const auto content = trimmed(line, white_space);
    if (!content.empty() && !content.starts_with('#') && content != "---") return line;
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return {};
}

KnownFile known_toml(std::string_view name) {
  constexpr std::array<std::string_view, 8> of_project{
      "presets", "bases", "state", "assume", "gates", "waivers", "targets", "default_target"};
  const auto first = name.substr(0, name.find('.'));
  if (contains(of_project, first))
    return {"a project file", "name it with --project, or run the command in its folder"};
  if (first == "profile" || first == "profiles")
    return {"a configuration file of mrctl", "name it with --config"};
  return {"TOML", "write JSON or YAML, such as 'model: acme/large'"};
}

// How a line of Python or JavaScript begins, and what else it has.
struct CodeLine {
  std::string_view beginning;
  std::string_view rest;
};

constexpr std::array lines_of_code{
    CodeLine{"import ", ""}, CodeLine{"from ", " import "}, CodeLine{"const ", "="},
    CodeLine{"let ", "="},   CodeLine{"var ", "="},         CodeLine{"await ", "("},
    CodeLine{"def ", "("},   CodeLine{"function ", "("},    CodeLine{"async ", "("},
};

// "client.chat.create(", also behind "response = ", where TOML has no bare word.
bool is_call(std::string_view text) {
  const auto end = std::ranges::find_if_not(text, [](char c) { return is_alphanumeric(c, "_."); });
  return end != text.begin() && end != text.end() && *end == '(';
}

bool is_code(std::string_view line) {
  const auto equals = line.find('=');
  const auto value = equals == line.npos ? line : trimmed(line.substr(equals + 1), blanks);
  return is_call(line) || is_call(value) ||
         std::ranges::any_of(lines_of_code, [&](const CodeLine& row) {
           return line.starts_with(row.beginning) && line.find(row.rest) != line.npos;
         });
}

// Returns whether the text is a pointer of git-lfs or git-annex to a large file.
bool is_pointer(std::string_view text) {
  return (text.starts_with("version https://") && text.find("\noid ") != text.npos) ||
         text.starts_with("/annex/objects/");
}

constexpr std::string_view fetch_it = "fetch it, for example with 'git lfs pull'";
constexpr std::string_view decrypt_it = "decrypt it before mrctl reads it";

constexpr std::string_view encrypted_value = "ENC[AES256_GCM,";
constexpr std::array encrypted_beginnings{encrypted_value, std::string_view("$ANSIBLE_VAULT;"),
                                          std::string_view("-----BEGIN PGP MESSAGE-----"),
                                          std::string_view("-----BEGIN AGE ENCRYPTED FILE-----")};

} // namespace

std::string KnownFile::instead_of(std::string_view expected) const {
  const bool helps = !next.empty() && (expected == known_preset || next != name_presets);
  return fmt::format("this is {}, not {}{}{}", what, expected, helps ? ": " : "",
                     helps ? next : "");
}

std::optional<KnownFile> known_document(const JsonView& root) {
  if (root.is_object()) {
    const auto data = find_member(root, "data");
    auto inside = data && data->is_object() ? known_object(*data) : std::nullopt;
    return inside ? inside : known_object(root);
  }
  if (!root.is_array() || root.size() == 0) return {};
  const auto first = root.items().begin()->value;
  return first.is_object() ? known_object(first) : std::nullopt;
}

bool is_encrypted(std::string_view text) {
  return std::ranges::any_of(encrypted_beginnings, [&](std::string_view beginning) {
    return text.starts_with(beginning);
  });
}

std::optional<JsonFault> find_unwritten_text(std::string_view text) {
  const std::string rule = "text.unwritten";
  if (is_pointer(text))
    return JsonFault{.rule = rule,
                     .message = "a pointer to a large file, which the checkout has not fetched",
                     .suggestion = std::string(fetch_it)};
  if (const auto conflict = find_merge_conflict(text, markers_in_prose))
    return JsonFault{.rule = rule,
                     .message = "a merge conflict starts here",
                     .offset = *conflict,
                     .suggestion = "keep one side completely"};
  const auto encrypted_at = [&](std::size_t offset) {
    return JsonFault{.rule = rule,
                     .message = "the text is encrypted",
                     .offset = offset,
                     .suggestion = std::string(decrypt_it)};
  };
  if (const auto value = text.find(encrypted_value); value != text.npos) return encrypted_at(value);
  for (const auto beginning : encrypted_beginnings)
    for (auto at = text.find(beginning); at != text.npos; at = text.find(beginning, at + 1))
      if (at == 0 || text[at - 1] == '\n') return encrypted_at(at);
  return std::nullopt;
}

// "Plan 3f9c… for https://router.example: 1 to create", in the text that 'preset plan' prints.
std::string_view fingerprint_in(std::string_view text) {
  constexpr std::string_view beginning = "\nPlan ";
  constexpr std::size_t digits = 40;
  auto at = text.npos; // the last one; rfind() takes far longer in megabytes without one
  for (auto next = text.find(beginning); next != text.npos; next = text.find(beginning, next + 1))
    at = next;
  if (at == text.npos) return {};
  const auto digest = text.substr(at + beginning.size(), digits);
  const bool is_one =
      digest.size() == digits && text.substr(at).find(" for ") != text.npos &&
      std::ranges::all_of(digest, [](char c) { return value_of_hex_digit(c) >= 0; });
  return is_one ? digest : std::string_view();
}

std::optional<KnownFile> known_text(std::string_view text) {
  if (const auto plan = fingerprint_in(text); !plan.empty())
    return KnownFile{"a plan", fmt::format("--plan {} applies it", plan)};
  if (is_pointer(text)) return KnownFile{"the pointer of a large file", std::string(fetch_it)};
  constexpr std::size_t longest_beginning = std::size_t{64} << 10U;
  const auto line = first_line_of(text.substr(0, longest_beginning));
  if (is_encrypted(line)) return KnownFile{"an encrypted file", std::string(decrypt_it)};
  if (line.starts_with("```")) return KnownFile{"a block of Markdown", "remove the lines with ```"};
  if (is_code(line))
    return KnownFile{"program code",
                     R"(keep its arguments as a body, such as {"model": "acme/large"})"};
  if (const auto name = toml_name_in(line); !name.empty()) return known_toml(name);
  const auto key = line.substr(0, line.find(':'));
  if (key.size() == line.size()) return {};
  if (key == "apiVersion") return KnownFile{manifest, std::string(from_manifest)};
  if (contains(members_of_presets, key)) return KnownFile{known_preset};
  return {};
}

} // namespace mrctl
