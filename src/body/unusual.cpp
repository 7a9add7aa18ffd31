#include "unusual.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/decimal.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/utf8.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/spec/model_id.hpp"
#include "mrctl/spec/unusual.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

namespace mrctl::body {

namespace {

using spec::Usually;

// "2,5" means 2.5.
std::string with_point(std::string text) {
  std::replace(text.begin(), text.end(), ',', '.');
  return Decimal::parse(text) ? text : std::string();
}

void check_word(ShapeCheck& check, const spec::UsualText& row, const std::string& text,
                const BodyPath& path) {
  if (std::find(row.words.begin(), row.words.end(), text) != row.words.end()) return;
  const std::vector<std::string_view> words(row.words.begin(), row.words.end());
  check.add(Severity::warning, path, "unusual",
            fmt::format("{} is usually one of {}, got {}", name_of(path), fmt::join(words, ", "),
                        abbreviated(dump_json(text))),
            std::string(nearest_word(lower_case(text), words)));
}

void check_model(ShapeCheck& check, const std::string& text, const BodyPath& path) {
  if (spec::is_model_id(text)) return;
  if (text.empty())
    return check.add(Severity::warning, path, "unusual", fmt::format("{} is empty", name_of(path)));
  const auto usual = spec::without_client(text);
  const bool is_preset = text.find("@preset/") != std::string::npos;
  check.add(Severity::warning, path, "unusual",
            fmt::format("{} is usually author/slug or author/slug:variant, got {}", name_of(path),
                        abbreviated(dump_json(text))),
            is_preset       ? "a preset cannot build on another"
            : usual == text ? ""
                            : std::string(usual));
}

// Services have tools of their own, so only a slip of a known one is found.
void check_server_tool(ShapeCheck& check, const spec::UsualText& row, const std::string& text,
                       const BodyPath& path) {
  if (!spec::is_prefixed_name(text)) return;
  const auto meant = clearly_meant("router" + text.substr(text.find(':')), row.words);
  if (text == meant) return;
  if (!text.starts_with("router:"))
    check.add(Severity::warning, path, "unusual",
              fmt::format("{} usually begins with router:, got {}; only some services know it",
                          name_of(path), abbreviated(dump_json(text))),
              std::string(meant));
  else if (!meant.empty())
    check_word(check, row, text, path);
}

void check_text(ShapeCheck& check, const spec::UsualText& row, const std::string& text,
                const BodyPath& path) {
  switch (row.usually) {
  case Usually::word:
    return check_word(check, row, text, path);
  case Usually::decimal:
    if (Decimal::parse(text)) return;
    return check.add(Severity::warning, path, "unusual",
                     fmt::format("{} is not a decimal number, got {}", name_of(path),
                                 abbreviated(dump_json(text))),
                     with_point(text));
  case Usually::model:
    return check_model(check, text, path);
  case Usually::server_tool:
    return check_server_tool(check, row, text, path);
  }
}

// Follows a path, of which `rest` begins with a slash, to all texts that it names.
void follow(ShapeCheck& check, const spec::UsualText& row, std::string_view rest,
            const JsonView& value, const BodyPath& path) {
  if (rest.empty()) {
    if (value.is_string()) check_text(check, row, value.string(), path);
    return;
  }
  const auto end = std::min(rest.find('/', 1), rest.size());
  const auto step = rest.substr(1, end - 1);
  const auto behind = rest.substr(end);
  if (step != "*") {
    if (const auto member = find_member(value, step))
      follow(check, row, behind, *member, path.member(step));
  } else if (value.is_array()) {
    std::size_t index = 0;
    for (const auto& item : value.items())
      follow(check, row, behind, item.value, path.element(index++));
  } else {
    for (const auto& item : value.items()) {
      const auto key = item.key();
      follow(check, row, behind, item.value, path.pair(key));
    }
  }
}

} // namespace

void warn_of_unusual(ShapeCheck& check, const JsonView& body) {
  for (const auto& row : spec::usual_texts())
    follow(check, row, row.path, body, {});
}

} // namespace mrctl::body
