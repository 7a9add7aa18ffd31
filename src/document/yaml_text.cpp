#include "yaml_text.hpp"

#include "yaml_syntax.hpp"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <istream>
#include <streambuf>

namespace mrctl::document {

namespace {

constexpr std::string_view marker = "--- ";

// yaml-cpp takes an array or object at the root for a key until it ends, and keeps every token of
// it until then. Behind the marker of a document, which begins a line, no key begins.
std::size_t place_for_marker(std::string_view text) {
  std::size_t at = 0;
  std::size_t line = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '#')
      at = std::min(text.find('\n', at), text.size());
    else if (c == '\n')
      line = ++at;
    else if (c == ' ' || c == '\t' || c == '\r')
      ++at;
    else
      return c == '{' || c == '[' ? line : text.size();
  }
  return text.size();
}

// Reads pieces of text one after the other, without a copy of them.
class Pieces : public std::streambuf {
public:
  explicit Pieces(const std::array<std::string_view, 3>& pieces) : pieces_(pieces) {}

protected:
  int_type underflow() override {
    while (next_ < pieces_.size()) {
      if (pieces_.at(next_++).empty()) continue;
      read(next_ - 1, 0);
      return traits_type::to_int_type(*gptr());
    }
    return traits_type::eof();
  }

  // yaml-cpp reads ahead to look for a byte-order mark, and puts back what it has read.
  int_type pbackfail(int_type character) override {
    for (auto piece = next_ - std::min<std::size_t>(next_, 1); piece-- > 0;) {
      const auto size = pieces_.at(piece).size();
      if (size == 0) continue;
      read(piece, size - 1);
      next_ = piece + 1;
      return traits_type::not_eof(character);
    }
    return traits_type::eof();
  }

private:
  void read(std::size_t piece, std::size_t offset) {
    const auto text = pieces_.at(piece);
    auto* begin = const_cast<char*>(text.data()); // never written: what is put back is the same
    setg(begin, begin + offset, begin + text.size());
  }

  std::array<std::string_view, 3> pieces_;
  std::size_t next_ = 0;
};

} // namespace

YamlText::YamlText(std::string_view text) : text_(text), marker_(place_for_marker(text)) {}

std::size_t YamlText::offset_of(const YAML::Mark& mark) const {
  const auto offset = static_cast<std::size_t>(std::max(mark.pos, 0));
  const bool is_behind_marker = marker_ < text_.size() && offset > marker_;
  return std::min(is_behind_marker ? offset - std::min(offset - marker_, marker.size()) : offset,
                  text_.size());
}

std::optional<JsonFault> YamlText::feed(YAML::EventHandler& handler) const {
  const bool is_marked = marker_ < text_.size();
  Pieces pieces(
      {text_.substr(0, marker_), is_marked ? marker : std::string_view(), text_.substr(marker_)});
  std::istream stream(&pieces);
  try {
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(handler))
      return JsonFault{.rule = "body.empty", .message = "there are only comments here"};
    parser.HandleNextDocument(handler);
    return std::nullopt;
  } catch (const JsonFault& fault) {
    if (fault.rule != "yaml.key") return fault;
    return find_broken_pair(text_, fault.offset).value_or(fault);
  } catch (const YAML::DeepRecursion& error) {
    return JsonFault{
        .rule = "yaml.depth", .message = "nested too deeply", .offset = offset_of(error.mark)};
  } catch (const YAML::Exception& error) {
    return explain_yaml_syntax(text_, error.msg, offset_of(error.mark));
  }
}

} // namespace mrctl::document
