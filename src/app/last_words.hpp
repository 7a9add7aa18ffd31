#pragma once

#include <exception>
#include <functional>

namespace mrctl::app {

// Handles exceptions that cannot be caught: nlohmann/json allocates in its destructors. While this
// object lives, such an exception ends the process with the code that `say` returns; `say` may
// rethrow the exception to inspect it. The innermost object is called, once.
class LastWords {
public:
  explicit LastWords(std::function<int()> say);
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;
  ~LastWords();

private:
  [[noreturn]] static void speak();

  std::function<int()> say_;
  LastWords* outer_;
  std::terminate_handler before_;
};

} // namespace mrctl::app
