#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mrctl {

enum class Severity { error, warning };

[[nodiscard]] std::string_view severity_name(Severity severity);

// The location of a problem in a file. Lines and columns count from 1; columns count code points.
struct Place {
  std::string file{};
  std::size_t line = 0;
  std::size_t column = 0;
  std::string line_text{};      // the line for the caret display; an excerpt if it is long
  std::size_t underline = 1;    // number of code points to mark
  std::size_t first_column = 1; // of the first character of line_text

  bool operator==(const Place&) const = default;
};

// What a suggestion is: advice (`say`), the word or JSON that was probably meant (`meant`), or the
// advice to leave the word or value out (`drop`). `use` is advice that begins with "use".
enum class Does : std::uint8_t { say, use, meant, drop };

// A proposal to somebody who wrote a wrong word or value.
struct Suggestion {
  std::string text{};
  Does does = Does::say;

  Suggestion() = default;
  Suggestion(std::string words, Does what = Does::say) : text(std::move(words)), does(what) {}
  Suggestion(std::string_view words, Does what = Does::say) : text(words), does(what) {}
  Suggestion(const char* words, Does what = Does::say) : text(words), does(what) {}

  [[nodiscard]] bool empty() const { return text.empty(); }
  [[nodiscard]] std::string sentence() const; // "did you mean 'order'?", or the advice
  bool operator==(const Suggestion&) const = default;
};

// One error or suspicious spot in the user's input. Everything but the message may be empty; `path`
// is a JSON Pointer into the body.
struct Problem {
  Severity severity = Severity::error;
  std::string rule{}; // stable id, for example "temperature.range"
  std::string path{};
  std::optional<Place> place{};
  std::string flag{}; // "--temperature", when a flag brought the value
  std::string message{};
  Suggestion suggestion{};
  std::string flag_path{};       // "provider.sort", when --set or its kin brought the value
  std::size_t flag_position = 0; // of the flag on the command line, from 1

  bool operator==(const Problem&) const = default;
};

using Problems = std::vector<Problem>;

// Returns a flag with the path that it was given, if any: "--set provider.sort".
[[nodiscard]] std::string spelled_flag(const std::string& flag, const std::string& path);

[[nodiscard]] bool has_errors(const Problems& problems);

// What kind of failure it was. Each kind has one exit code and one name; see exit_code.hpp.
enum class ErrorKind {
  internal,            // a bug, or a local read or write that failed
  usage,               // the command line or the settings are wrong; nothing was sent
  validation,          // the body is wrong; nothing was sent
  unauthorized,        // no key, an unusable key, 401, 403
  not_found,           // 404
  conflict,            // 409, 412
  rate_limited,        // 429
  server,              // 5xx
  no_response,         // DNS, connect, TLS, time limit, cut off
  rejected,            // any other 4xx
  condition,           // success, but a requested condition was not met
  unexpected_response, // a 2xx that is not as specified, or a filter that matched nothing usable
  interrupted,         // SIGINT
  declined,            // the answer to a question was no
  terminated,          // SIGTERM
};

// What is known about an exchange that failed, or that never began.
struct HttpFacts;

// A failure on its way to the user. `message` is one sentence without a full stop or a prefix.
struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string message{};
  std::string hint{};
  Problems problems{};
  std::shared_ptr<const HttpFacts> http{}; // null: no exchange is known to have begun or not

  [[nodiscard]] static Error internal(std::string message);
  // errno_value: what the system said, or 0. "cannot read presets/a.yaml: No such file or
  // directory"
  [[nodiscard]] static Error io(std::string_view what, std::string_view path, int errno_value);
  [[nodiscard]] static Error usage(std::string message, std::string hint = {});
  // A word that is not one of the valid ones: "unknown column 'pirce'", hint: "did you mean
  // 'price'?"
  [[nodiscard]] static Error unknown_word(std::string_view kind, std::string_view word,
                                          std::string_view nearest,
                                          std::string_view list_hint = {});
  [[nodiscard]] static Error invalid(Problems problems);
  [[nodiscard]] static Error unauthorized(std::string message, std::string hint = {});
  [[nodiscard]] static Error condition(std::string message, std::string hint = {});
  [[nodiscard]] static Error unexpected_response(std::string message, std::string hint = {});
  // For what mrctl itself has not found, before any request.
  [[nodiscard]] static Error not_found(std::string message, std::string hint = {});
  [[nodiscard]] static Error conflict(std::string message, std::string hint = {});

  [[nodiscard]] Error with_hint(std::string text) &&;

  bool operator==(const Error&) const = default; // of exchanges, they must share the facts
};

template <class T>
using Result = tl::expected<T, Error>;

using Status = Result<void>;

// "return fail(Error::usage(...));" reads better than naming the type of the unexpected value.
[[nodiscard]] inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

// Returns from the enclosing function if a Status holds an error. A Result needs TRY_ASSIGN, which
// keeps its value: a lock, for example, must be held.
#define TRY(...)                                                                                   \
  do {                                                                                             \
    auto outcome_ = (__VA_ARGS__);                                                                 \
    static_assert(std::is_same_v<decltype(outcome_), ::mrctl::Status>);                            \
    if (!outcome_) return ::mrctl::fail(std::move(outcome_).error());                              \
  } while (false)

// Declares a variable with the value of a Result, or returns its error: TRY_ASSIGN(auto body,
// read_body(path));
#define TRY_ASSIGN(declaration, ...)                                                               \
  MRCTL_TRY_ASSIGN(MRCTL_UNIQUE(tried_, __COUNTER__), declaration, __VA_ARGS__)
#define MRCTL_TRY_ASSIGN(tried, declaration, ...)                                                  \
  auto tried = (__VA_ARGS__);                                                                      \
  if (!tried) return ::mrctl::fail(std::move(tried).error());                                      \
  declaration = std::move(*tried)
#define MRCTL_UNIQUE(name, number) MRCTL_UNIQUE_(name, number)
#define MRCTL_UNIQUE_(name, number) name##number

struct ExitCode {
  int code;
  ErrorKind kind;
  std::string_view name; // "kind" in JSON errors
  // One line for help, man pages and the README; empty if the row above has it.
  std::string_view meaning;
};

inline constexpr int exit_success = 0;

// Every failure's code, in the order of the codes; several kinds may share one.
[[nodiscard]] std::span<const ExitCode> exit_codes();

[[nodiscard]] const ExitCode& exit_code_of(ErrorKind kind);

// Returns whether the failure was caused by a signal.
[[nodiscard]] constexpr bool is_interruption(ErrorKind kind) {
  return kind == ErrorKind::interrupted || kind == ErrorKind::terminated;
}

// Whether the request may have reached the service, and so may have had an effect.
enum class Sent { no, yes, unknown };

[[nodiscard]] std::string_view sent_name(Sent sent);

// What is known about a failed exchange with the service.
struct HttpFacts {
  std::string operation{};         // "POST /presets/support/chat/completions"
  int status = 0;                  // 0: there was no response
  std::optional<long long> code{}; // error.code of the envelope (specification, section 7)
  std::string metadata{};          // error.metadata as JSON text, empty when absent
  std::string request_id{};
  std::string key_origin{}; // "from MRCTL_API_KEY (sk-m…f3a1)", empty when no key was sent
  int attempts = 0;
  std::optional<long long> retry_after_s{};
  Sent sent = Sent::no;
};

[[nodiscard]] Error with_http(Error error, HttpFacts facts);

// Returns the facts of the error, or those of no exchange.
[[nodiscard]] HttpFacts http_facts(const Error& error);

} // namespace mrctl
