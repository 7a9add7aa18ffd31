#include "yaml_parser.hpp"

#include "yaml_syntax.hpp"

#include <algorithm>

namespace mrctl::request {

namespace {

constexpr std::string_view white_space = " \t\r\n";

fy_diag* make_diag() {
  fy_diag_cfg config;
  fy_diag_cfg_default(&config);
  config.fp = nullptr;
  auto* diag = fy_diag_create(&config);
  fy_diag_set_collect_errors(diag, true);
  return diag;
}

fy_parser* make_parser(std::string_view text, fy_diag* diag) {
  fy_parse_cfg config{};
  config.search_path = "";
  config.flags = static_cast<fy_parse_cfg_flags>(
      FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_DEFAULT_VERSION_1_2 | FYPCF_JSON_NONE |
      FYPCF_SLOPPY_FLOW_INDENTATION); // a bracket may close below its key
  config.diag = diag;
  auto* parser = fy_parser_create(&config);
  fy_parser_set_string(parser, text.data(), text.size());
  return parser;
}

Part part_of_token(fy_token* token) {
  if (token == nullptr) return {};
  const auto* begin = fy_token_start_mark(token);
  const auto* end = fy_token_end_mark(token);
  if (begin == nullptr || end == nullptr) return {};
  return {begin->input_pos, end->input_pos - begin->input_pos};
}

std::size_t end_of(const Part& part) {
  return part.begin + part.size;
}

bool is_one_of(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

std::string text_of_token(fy_token* token) {
  std::size_t size = 0;
  const char* text = token == nullptr ? nullptr : fy_token_get_text(token, &size);
  return text == nullptr ? std::string() : std::string(text, size);
}

// Chunk by chunk: fy_token_get_text() counts some texts of '|' and '>' too long, and returns
// what the heap has behind them.
std::string text_of_scalar(fy_token* token) {
  const auto free = [](fy_token_iter* iterator) { fy_token_iter_destroy(iterator); };
  const std::unique_ptr<fy_token_iter, decltype(free)> iterator(fy_token_iter_create(token), free);
  std::string out;
  int error = 0;
  const fy_iter_chunk* chunk = nullptr;
  while ((chunk = fy_token_iter_chunk_next(iterator.get(), chunk, &error)) != nullptr)
    out.append(chunk->str, chunk->len);
  return out;
}

} // namespace

YamlParser::YamlParser(std::string_view text)
    : text_(text), diag_(make_diag()), parser_(make_parser(text, diag_.get())) {}

YamlEvent YamlParser::next() {
  const auto free = [this](fy_event* event) { fy_parser_event_free(parser_.get(), event); };
  const std::unique_ptr<fy_event, decltype(free)> event(fy_parser_parse(parser_.get()), free);
  if (event != nullptr) return read(*event);
  void* last = nullptr;
  const auto* error = fy_diag_errors_iterate(diag_.get(), &last);
  while (error != nullptr && error->type != FYET_ERROR)
    error = fy_diag_errors_iterate(diag_.get(), &last);
  if (error == nullptr) throw explain_yaml_syntax(text_, "not readable as YAML 1.2", {});
  const bool is_scalar = fy_token_get_type(error->fyt) == FYTT_SCALAR;
  throw explain_yaml_syntax(text_, error->msg,
                            part_of(is_scalar ? FYET_SCALAR : FYET_NONE, error->fyt));
}

YamlEvent YamlParser::read(fy_event& event) {
  auto* value = fy_event_get_token(&event);
  auto* anchor = fy_event_get_anchor_token(&event);
  auto* tag = fy_event_get_tag_token(&event);
  YamlEvent out{event.type, {}, {}, text_of_token(tag), text_of_token(anchor)};
  for (auto* property : {anchor, tag})
    if (property != nullptr) end_ = std::max(end_, end_of(part_of_token(property)));
  if (event.type == FYET_ALIAS || event.type == FYET_SCALAR) {
    const auto style = value == nullptr ? FYSS_PLAIN : fy_token_scalar_style(value);
    out.text =
        style == FYSS_LITERAL || style == FYSS_FOLDED ? text_of_block(value) : text_of_token(value);
    out.has_escapes = style == FYSS_DOUBLE_QUOTED;
    if (out.tag.empty()) out.tag = style == FYSS_PLAIN ? "?" : "!";
  }
  if (value != nullptr)
    out.part = part_of(event.type, value);
  else if (tag != nullptr)
    out.part = {part_of_token(tag).begin, 1};
  else if (event.type == FYET_SCALAR)
    out.part = {skip_to_token({}), 1};
  end_ = std::max({end_, end_of(out.part), end_of(part_of_token(value))});
  return out;
}

// libfyaml ends the last line of a text with a line break that does not exist, and has a NUL for
// none.
std::string YamlParser::text_of_block(fy_token* token) const {
  auto out = text_of_scalar(token);
  const auto part = part_of_token(token);
  const auto last = text_.substr(text_.find_last_of("\r\n") + 1);
  const bool is_cut = end_of(part) == text_.size() && !last.empty() &&
                      last.find_first_not_of(' ') != std::string_view::npos;
  if (is_cut && out.ends_with('\n')) out.pop_back();
  return out;
}

Part YamlParser::part_of(fy_event_type type, fy_token* token) const {
  const auto part = part_of_token(token);
  if (type == FYET_ALIAS) return {part.begin - 1, part.size + 1};
  if (type != FYET_SCALAR) return part;
  const auto style = fy_token_scalar_style(token);
  if (style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED)
    return {part.begin - 1, part.size + 2};
  if (style != FYSS_PLAIN) return {skip_to_token("-?:"), 1};
  const auto line = text_.substr(part.begin, part.size);
  const auto end = std::min(line.find_first_of("\r\n"), line.size());
  return {part.begin, line.find_last_not_of(white_space, end - 1) + 1};
}

// Where something stands behind the last token, over space, comments and the indicators given.
std::size_t YamlParser::skip_to_token(std::string_view indicators) const {
  auto at = end_;
  for (; at < text_.size(); ++at) {
    if (text_[at] == '#') at = std::min(text_.find('\n', at), text_.size() - 1);
    if (!is_one_of(text_[at], white_space) && !is_one_of(text_[at], indicators)) break;
  }
  return at;
}

YamlParser::OpenBrackets YamlParser::find_open_brackets() && {
  OpenBrackets open;
  const auto free = [this](fy_token* token) { fy_scan_token_free(parser_.get(), token); };
  for (;;) {
    const std::unique_ptr<fy_token, decltype(free)> token(fy_scan(parser_.get()), free);
    const auto type = fy_token_get_type(token.get());
    if (type == FYTT_FLOW_SEQUENCE_START || type == FYTT_FLOW_MAPPING_START)
      open.offsets.push_back(part_of_token(token.get()).begin);
    const bool is_end = type == FYTT_FLOW_SEQUENCE_END || type == FYTT_FLOW_MAPPING_END;
    if (is_end && !open.offsets.empty()) open.offsets.pop_back();
    if (type == FYTT_NONE || type == FYTT_STREAM_END) {
      open.is_broken = type == FYTT_NONE;
      return open;
    }
  }
}

} // namespace mrctl::request
