#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/service/endpoint.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::service {

// In bytes.
inline constexpr std::size_t largest_answer_file = std::size_t{64} << 20U;

// What a file of answers holds, for messages.
struct AnswersOf {
  std::string_view what;    // "is not a listing of endpoints"
  std::string_view command; // that prints such a file
  std::string_view has;     // before an id that is there twice
  std::string_view known;   // as known_document() names it
};

// Takes the text of one answer, without its envelope; returns its id, or why it is not valid.
using TakeAnswer =
    std::function<tl::expected<std::string, std::string_view>(std::string_view text)>;

// Reads a file that a command printed: documents that may follow each other, each an answer or a
// list of answers, with the envelope or without it. Fails with an internal error if the file cannot
// be read, and with a usage error if it is empty or larger than largest_answer_file, an answer is
// not valid, or an id occurs twice.
[[nodiscard]] Status read_answers(const ReadNamedFile& read_file, const std::string& path,
                                  const AnswersOf& kind, const TakeAnswer& take);

// Reads a file of listings: what `endpoints list` prints as json or raw, of one or several models;
// several documents may follow each other. Every model has an id. Fails with an internal error if
// the file cannot be read, and with a usage error if it holds something else, is larger than
// largest_answer_file, or names a model twice.
[[nodiscard]] Result<std::vector<Model>> read_listing_file(const ReadNamedFile& read_file,
                                                           const std::string& path);

} // namespace mrctl::service
