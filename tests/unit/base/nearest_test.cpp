#include "mrctl/base/nearest.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>

namespace {

constexpr std::array<std::string_view, 6> words{"temperature", "top_p",   "top_k",
                                                "base_url",    "profile", "max_tokens"};

} // namespace

TEST_CASE("the nearest word is the one at the smallest distance") {
  const std::pair<std::string_view, std::string_view> typed[] = {
      {"temprature", "temperature"},   // one left out
      {"temperatuer", "temperature"},  // two swapped
      {"tempperature", "temperature"}, // one too many
      {"base_ulr", "base_url"},        {"topp", "top_p"}, {"profile", "profile"},
  };
  for (const auto& [word, expected] : typed)
    CHECK(mrctl::nearest_word(word, words) == expected);
}

TEST_CASE("a swap of neighbours counts as one, less than two replacements") {
  const std::array<std::string_view, 2> candidates{"abXY", "bacd"};
  CHECK(mrctl::nearest_word("abcd", candidates) == "bacd");
}

TEST_CASE("the first of equally near words wins") {
  CHECK(mrctl::nearest_word("top_x", words) == "top_p");
}

TEST_CASE("a word that begins another means that one") {
  CHECK(mrctl::nearest_word("temp", words) == "temperature");
  CHECK(mrctl::nearest_word("max", words) == "max_tokens");
}

TEST_CASE("nothing is near to a word that resembles none") {
  for (const std::string_view word : {"", "zzzz", "completely_different", "te"})
    CHECK_MESSAGE(mrctl::nearest_word(word, words).empty(), std::string(word));
  CHECK(mrctl::nearest_word("a", std::vector<std::string>{}).empty());
}

TEST_CASE("a huge word is not compared") {
  CHECK(mrctl::nearest_word(std::string(1'000'000, 'a'), words).empty());
}

TEST_CASE("owned candidates are searched in the same way") {
  CHECK(mrctl::nearest_word("wrok", std::vector<std::string>{"home", "work"}) == "work");
}

TEST_CASE("a slip of a word clearly means it, a resemblance does not") {
  using mrctl::clearly_meant;
  const std::array<std::string_view, 7> fields{"seed",  "stop",       "model",     "tools",
                                               "top_p", "modalities", "max_tokens"};
  const std::pair<std::string_view, std::string_view> typed[] = {
      {"maxTokens", "max_tokens"},    // case and '_'
      {"TOP-P", "top_p"},             // '-'
      {"seeds", "seed"},              // plurals of short words
      {"tool", "tools"},              //
      {"modality", "modalities"},     //
      {"max_tokesn", "max_tokens"},   // neighbours swapped
      {"max_tokensss", "max_tokens"}, // two letters of nine
      {"modalty", "modalities"},      // a plural and a letter
      {"speed", ""},                  // one letter of four
      {"modle", ""},                  // of five
      {"max_tokenizer", ""},          // four of nine
      {"stop_it", ""},                //
  };
  for (const auto& row : typed)
    CHECK_MESSAGE(clearly_meant(row.first, fields) == row.second, std::string(row.first));
  CHECK(clearly_meant("logprobz", std::array<std::string_view, 1>{"logprobs"}) == "logprobs");
  CHECK(clearly_meant("logpropz", std::array<std::string_view, 1>{"logprobs"}).empty());
  CHECK(clearly_meant(std::string(1'000'000, 'a'), fields).empty());
}

TEST_CASE("a word of the opposite sense, and one with a placeholder, are never meant") {
  using mrctl::nearest_word;
  const std::vector<std::string> members{"allowed_models", "${allow}_models", "id"};
  CHECK(mrctl::nearest_word("excluded_models", members).empty());
  CHECK(mrctl::nearest_word("blocked_models", members).empty());
  CHECK(mrctl::nearest_word("alowed_models", members) == "allowed_models");
  CHECK(mrctl::nearest_word("${alow}_models", members).empty());
  CHECK(mrctl::nearest_word("ignored", std::vector<std::string>{"ignore", "only"}) == "ignore");
}

TEST_CASE("a vocabulary is searched in any case, and keeps its spelling") {
  const mrctl::Vocabulary vocabulary({"Harbor Cloud", "tools", "Tern"});
  CHECK(vocabulary.nearest("Tool") == "tools");
  CHECK(vocabulary.nearest("HARBOR CLUD") == "Harbor Cloud");
  CHECK(vocabulary.nearest("zzz").empty());
}
