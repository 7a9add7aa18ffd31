// Bodies in many layouts, and many changes: what is edited reads as it was meant, and members that
// did not change keep their bytes.
#include "mrctl/document/edit.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/yaml.hpp"

#include "fuzz/json_changes.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

using namespace mrctl;

namespace {

class Layouts {
public:
  explicit Layouts(fuzz::Choices& choices) : choices_(choices) {}

  // The texts of the members, with their comments.
  std::map<std::string, std::string> members_of(const Json& object) {
    std::map<std::string, std::string> texts;
    for (const auto& [key, value] : object.items())
      texts[key] = note_above("") + key + ":" + value_in(value, "");
    return texts;
  }

private:
  std::string note() { return "# note " + std::to_string(++notes_); }
  std::string note_above(const std::string& indent) {
    return choices_.once_in(3) ? indent + note() + "\n" : "";
  }
  std::string end_of_line() {
    return choices_.once_in(3) ? std::string(1 + choices_.below(3), ' ') + note() + "\n" : "\n";
  }

  std::string value_in(const Json& value, const std::string& indent) {
    if (!value.is_structured() || value.empty() || choices_.once_in(3))
      return " " + in_brackets(value) + end_of_line();
    auto out = end_of_line();
    const auto inner = indent + (value.is_array() && choices_.once_in(2) ? "" : "  ");
    for (const auto& [key, item] : value.items()) {
      out += note_above(inner) + inner;
      out += value.is_array() ? "-" + element(item, inner) : key + ":" + value_in(item, inner);
    }
    return out;
  }

  // An object begins on the line of its dash.
  std::string element(const Json& value, const std::string& indent) {
    if (!value.is_object() || value.empty()) return value_in(value, indent + "  ");
    std::string out;
    for (const auto& [key, item] : value.items())
      out += (out.empty() ? " " : indent + "  ") + key + ":" + value_in(item, indent + "  ");
    return out;
  }

  std::string in_brackets(const Json& value) {
    if (value.is_string()) return in_quotes(value.get<std::string>());
    if (!value.is_structured()) return dump_json(value);
    std::string out;
    for (const auto& [key, item] : value.items())
      out += (out.empty() ? "" : ", ") + (value.is_object() ? key + ": " : "") + in_brackets(item);
    return value.is_object() ? "{" + out + "}" : "[" + out + "]";
  }

  std::string in_quotes(const std::string& text) {
    const bool is_word = !text.empty() && text.find_first_not_of("abcdefghijklm") == text.npos;
    if (is_word && choices_.once_in(2)) return text;
    const bool is_plain = text.find_first_of("'\n\t\xC2") == text.npos;
    return is_plain && choices_.once_in(2) ? "'" + text + "'" : json_quote(text);
  }

  fuzz::Choices& choices_;
  int notes_ = 0;
};

std::string with_crlf(const std::string& text) {
  return document::with_line_ends_of("\r\n", text);
}

Json read(const std::string& text) {
  const auto document =
      document::read_document(document::make_document("a.yaml", SharedText(text)));
  REQUIRE_MESSAGE(document, text);
  return *parse_json(document->json.text(), Reading::strict);
}

bool is_same(const Json& one, const Json& other) {
  return nlohmann::json(one) == nlohmann::json(other);
}

} // namespace

TEST_CASE("any change of any layout reads as it is meant, and the rest keeps its bytes") {
  constexpr int rounds = 1000;
  std::mt19937 random(65);
  int edited = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::uint8_t> bytes(300);
    for (auto& byte : bytes)
      byte = static_cast<std::uint8_t>(random());
    fuzz::Choices choices(bytes);
    Json value = Json::object();
    for (const auto* key : {"a", "b", "c", "d", "e"})
      value[key] = choices.once_in(2)
                       ? fuzz::changed(Json::array({fuzz::any_value(choices), "w"}), choices)
                       : fuzz::any_value(choices);
    const auto members = Layouts(choices).members_of(value);
    std::string text;
    for (const auto& [key, lines] : members)
      text += lines;
    const bool has_crlf = choices.once_in(3);
    if (has_crlf) text = with_crlf(text);
    CAPTURE(text);
    REQUIRE(is_same(read(text), value));

    Json meant = value;
    for (const auto* key : {"a", "b", "c", "d"})
      if (choices.once_in(3)) meant[key] = fuzz::changed(meant[key], choices);
    if (choices.once_in(4)) meant.erase("e");
    if (choices.once_in(4)) meant["new"] = fuzz::any_value(choices);
    const auto wanted = dump_json(meant);
    CAPTURE(wanted);
    const auto document =
        document::read_document(document::make_document("a.yaml", SharedText(text)));
    const auto edits = document::edit_document(*document, document->json,
                                               JsonText(SharedText(wanted)), output::yaml);
    if (!edits) continue;
    ++edited;
    CHECK_MESSAGE(is_same(read(edits->text), meant), edits->text);
    for (const auto& [key, lines] : members)
      if (meant.contains(key) && dump_json(meant[key]) == dump_json(value[key]))
        CHECK_MESSAGE(edits->text.find(has_crlf ? with_crlf(lines) : lines) != std::string::npos,
                      edits->text);
  }
  CHECK(edited > rounds * 19 / 20);
}
