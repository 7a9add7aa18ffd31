#include "last_words.hpp"

#include <cstdlib>
#include <utility>

namespace mrctl::app {

namespace {

// A handler of std::terminate has no arguments, so it needs this variable.
LastWords* innermost = nullptr;

} // namespace

LastWords::LastWords(std::function<int()> say)
    : say_(std::move(say)), outer_(std::exchange(innermost, this)),
      before_(std::set_terminate(speak)) {}

LastWords::~LastWords() {
  std::set_terminate(before_);
  innermost = outer_;
}

void LastWords::speak() {
  auto* const words = std::exchange(innermost, nullptr);
  if (words == nullptr) std::abort();
  std::_Exit(words->say_());
}

} // namespace mrctl::app
