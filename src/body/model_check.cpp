#include "model_check.hpp"

#include "mrctl/base/character.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "meant_value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace mrctl::body {

namespace {

// "U+200B at the end" for the first character that is not visible ASCII; empty if there is none.
std::string invisible_character(std::string_view text) {
  const auto at = std::ranges::find_if_not(text, is_visible_ascii);
  if (at == text.end()) return {};
  const auto begin = static_cast<std::size_t>(at - text.begin());
  const auto character = text.substr(begin, length_of_character(text.substr(begin)));
  const auto where =
      begin == 0 ? std::string("at the beginning")
      : begin + character.size() == text.size()
          ? std::string("at the end")
          : fmt::format("as character {}", count_characters(text.substr(0, begin)) + 1);
  return fmt::format("U+{:04X} {}", code_point_of(character), where);
}

// The id without characters that nobody sees; empty if that makes no id.
std::string visible_part(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto character = text.substr(0, length_of_character(text));
    const auto code = code_point_of(character);
    const bool is_unseen = code <= 0x20 || (code >= 0x7F && code <= 0xA0) || code == 0xAD ||
                           (code >= 0x2000 && code <= 0x206F) || code == 0xFEFF;
    if (!is_unseen) out += character;
    text.remove_prefix(character.size());
  }
  const bool is_visible = std::ranges::all_of(out, is_visible_ascii);
  return is_visible && spec::is_model_id(out) ? out : std::string();
}

// What may be meant by a text that is no id, each from what it looks like; empty for other texts.

std::string meant_by_preset(const std::string& text) {
  return text.find("@preset/") == text.npos ? "" : "a preset cannot build on another";
}

std::string meant_by_variable(const std::string& text) {
  return text.find("${") == text.npos && !text.starts_with('$')
             ? ""
             : "mrctl replaces no variables: set it with --set-string model=MODEL";
}

// "Acme Large". In "Large 4" there is no author.
std::string meant_by_display_name(const std::string& text) {
  const auto words = spec::split_names(lower_case(text), " ");
  const bool is_name =
      words.size() > 1 && !is_digit(words[1].front()) && text.find_first_of("/,\t\n") == text.npos;
  if (!is_name) return {};
  auto id =
      fmt::format("{}/{}", trimmed(words[0], ":"), fmt::join(words.begin() + 1, words.end(), "-"));
  return spec::is_model_id(id) && std::ranges::all_of(id, is_visible_ascii) ? id : std::string();
}

std::string meant_by_several(const std::string& text) {
  const auto several = several_names_in(text);
  return several ? fmt::format("write \"models\": {}", list_of_texts(several->names)) : "";
}

// "acme/large/northlake/us-east": a model, and the tag of an endpoint.
std::string meant_by_endpoint(const std::string& text) {
  const auto steps = split(text, '/');
  constexpr std::size_t both = 4;
  const bool is_address = text.find_first_of(":.") < text.find('/') ||
                          contains(steps, std::string_view("models")) ||
                          contains(steps, std::string_view()) || steps.back() == "endpoints";
  if (steps.size() != both || is_address) return {};
  return fmt::format("write {}/{}, and provider.only: [{}/{}]", steps[0], steps[1], steps[2],
                     steps[3]);
}

std::string meant_by_address(const std::string& text) {
  const auto id = spec::model_id_in(text);
  return id == text ? std::string() : std::string(id);
}

std::string meant_by_version(const std::string& text) {
  return text.find('@') == text.npos ? std::string() : text.substr(0, text.find('@'));
}

// "acme:large", but "large:free" is a variant.
std::string meant_by_colon(const std::string& text) {
  constexpr std::array<std::string_view, 8> variants{"free",   "nitro",    "floor",    "online",
                                                     "exacto", "thinking", "extended", "beta"};
  const auto colon = text.find(':');
  if (colon == text.npos || text.find('/') != text.npos) return {};
  auto id = text;
  id[colon] = '/';
  return spec::is_model_id(id) && !contains(variants, text.substr(colon + 1)) ? id : std::string();
}

std::string meant_by_slug(const std::string& text) {
  return text.find_first_of("/ ") == text.npos ? fmt::format("write AUTHOR/{}", text) : "";
}

std::string meant_model(const std::string& text) {
  for (const auto meant :
       {meant_by_preset, meant_by_variable, meant_by_display_name, meant_by_several,
        meant_by_endpoint, meant_by_address, meant_by_version, meant_by_colon, meant_by_slug})
    if (auto words = meant(text); !words.empty()) return words;
  return {};
}

} // namespace

void check_model(ShapeCheck& check, const std::string& text, const BodyPath& path) {
  if (text.empty())
    return check.add(Severity::warning, path, "unusual", fmt::format("{} is empty", name_of(path)));
  if (const auto invisible = invisible_character(text); !invisible.empty()) {
    const auto visible = visible_part(text);
    return check.add(
        Severity::warning, path, "unusual",
        fmt::format("{} contains {}; ids of models are visible ASCII", name_of(path), invisible),
        visible.empty() ? meant_by_display_name(text) : visible);
  }
  if (spec::is_model_id(text) && text.find("${") == std::string::npos) return;
  if (text.starts_with("@preset/"))
    return check.add(
        Severity::warning, path, "model.preset",
        fmt::format("{} is a preset, not a model: {}", name_of(path), abbreviated(dump_json(text))),
        "a preset cannot build on another: name its model, author/slug");
  check.add(Severity::warning, path, "unusual",
            fmt::format("{} is usually author/slug or author/slug:variant, got {}{}", name_of(path),
                        abbreviated(dump_json(text)),
                        spec::names_provider(text)
                            ? "; a provider belongs in provider.only or provider.order"
                            : ""),
            meant_model(text));
}

void warn_of_model_among_tags(ShapeCheck& check, const JsonView& body) {
  const auto model = find_member(body, "model");
  const auto provider = find_member(body, "provider");
  if (!model || !model->is_string() || model->string().empty() || !provider) return;
  const auto id = model->string();
  const BodyPath whole;
  const auto in_provider = whole.member("provider");
  for (const auto* name : {"only", "order", "ignore"}) {
    const auto list = find_member(*provider, name);
    if (!list || !list->is_array()) continue;
    const auto here = in_provider.member(name);
    std::size_t index = 0;
    for (const auto& item : list->items()) {
      const auto place = here.element(index++);
      if (item.value.is(id))
        check.add(Severity::warning, place, "list.pattern",
                  fmt::format("{}: {} is the model, not a tag", name_of(place),
                              abbreviated(item.value.text())),
                  "name a provider, or the tag of an endpoint");
    }
  }
}

} // namespace mrctl::body
