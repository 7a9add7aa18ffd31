#pragma once

#include <exception>
#include <functional>

namespace mrctl::app {

// What to do where an exception can go nowhere: nlohmann/json allocates in its destructors. While
// this lives, the process then ends with the code that `say` returns, which may rethrow the
// exception to look at it. The innermost one speaks, once.
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
