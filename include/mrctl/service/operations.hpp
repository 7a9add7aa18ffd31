#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/secret.hpp"
#include "mrctl/http/message.hpp"
#include "mrctl/http/transport.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/spec/command.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::service {

// The address of the service, the key, and the transport.
struct Service {
  std::string base_url; // one that host_of() accepts, without a slash at its end
  std::optional<ApiKey> key{};
  http::Transport* transport = nullptr; // not owned; may be null if requests are only built
};

// The requests of the operations, exactly as they would be sent. They contain the service's key if
// there is one. All fail with a usage error if the base URL, or a part of the path, cannot be used.

// The arguments of an operation.
struct Query {
  std::vector<std::string> parameters; // of the operation's path: {"acme", "large:free"}
  SharedText body{};
  std::string query{}; // "limit=100&offset=0"
};

[[nodiscard]] Result<http::Request> request_for(const Service& service,
                                                const spec::Operation& operation, Query query);

// Any operation, as `mrctl api METHOD PATH` asks for it. The path is relative to the base URL, with
// or without a slash in front, and may have a query.
struct Call {
  std::string method;
  std::string path;
  http::Headers headers;
  SharedText body;
};

// Adds "Content-Type: application/json" to a body without one. Fails with a usage error for a
// method or a header that cannot be sent, for headers that are mrctl's own (Authorization, Host,
// Content-Length …), and for a path that is a complete URL, because the key is for this service
// only.
[[nodiscard]] Result<http::Request> any_request(const Service& service, const Call& call);

// Which parts of an answer the caller needs: its facts and values, its values, both texts, those of
// a list, or only the text of `data` or of the whole answer. Reading all values of a long answer
// takes more time than anything else, and several times its memory.
enum class AnswerParts { facts, values, texts, list, data, body };

// A valid 2xx answer: JSON with `data`. Other parts are empty.
struct Answer {
  std::string body; // the bytes as received; empty only for AnswerParts::data
  JsonText data;    // `data`, compact or as sent; not for AnswerParts::body

  Json value;      // `data`, parsed; for AnswerParts::facts and ::values
  HttpFacts facts; // for AnswerParts::facts: operation, status, request id …
};

// All operations fail with an unauthorized error, without sending anything, if they need a key and
// there is none; with the kind of the status for other answers than 2xx (the exit codes); with
// unexpected_response for a 2xx that is not JSON or has no `data`; and with no_response.

// Asks for several things side by side, and reads each answer while others are in progress. The
// answers are in the order of the queries. Sends a key if there is one.
[[nodiscard]] std::vector<Result<Answer>> ask(const Service& service,
                                              const spec::Operation& operation,
                                              std::vector<Query> queries,
                                              AnswerParts parts = AnswerParts::values);

// Returns the error of an operation that many services lack: not_found, and a sentence that claims
// nothing, if the service answers as one without it.
[[nodiscard]] Error as_unanswered(Error error, const spec::Operation& operation);

struct FetchedList {
  std::vector<std::string> records; // JSON texts
  std::vector<std::string> pages;   // the answers, byte for byte
};

// Reads a list page by page: up to its total_count, else to a short page, or to one that adds
// nothing. A record that comes again is left out. Fails as the first page that fails, and as
// as_unanswered() says.
[[nodiscard]] Result<FetchedList> list_records(const Service& service,
                                               const spec::Operation& operation,
                                               const std::vector<std::string>& parameters,
                                               std::optional<std::size_t> most);

// Creates a preset, or a new version of it, from a chat-completions body. If the answer is lost,
// the hint says how to find out whether a version exists.
[[nodiscard]] Result<Answer> create_preset(const Service& service, std::string_view slug,
                                           SharedText body);

// The answer about the preset at that place, counted from 0 in the order of their start.
struct AnsweredPreset {
  std::size_t place = 0;
  Result<Answer> answer;
  std::string date{}; // of an answer, as its header has it
};

// Requests about presets, side by side: it creates them, or reads as many as are said. Needs a key.
// See http::Batch.
class PresetBatch {
public:
  explicit PresetBatch(const Service& service);
  PresetBatch(const Service& service, std::size_t to_read);

  [[nodiscard]] std::size_t room() { return batch_->room(); }
  // Returns the place of the request.
  std::size_t start(std::string slug, SharedText body = {});
  [[nodiscard]] std::optional<AnsweredPreset> next();
  [[nodiscard]] std::optional<ErrorKind> stopped() const { return batch_->stopped(); }

private:
  [[nodiscard]] http::Request request_of(const std::string& slug, SharedText body) const;

  const Service& service_;
  const spec::Operation& operation_;
  AnswerParts parts_;
  std::unique_ptr<http::Batch> batch_;
  std::map<std::size_t, std::string> slugs_; // of the requests in progress, by place
  std::size_t started_ = 0;
};

// Returns whether the service may have stored something although the request failed: it was sent,
// and no answer says that it was rejected (specification, section 3).
[[nodiscard]] bool may_have_stored(const Error& error);

// Succeeds if the service accepts the key as a management key: it answers "not found" when asked
// for a credential that cannot exist. Needs a key.
[[nodiscard]] Status check_management_key(const Service& service);

// Sends any request and returns the answer, with any status. Sends a key if there is one.
[[nodiscard]] Result<http::Exchange> send_any(const Service& service, const Call& call);

// Returns the failure of an exchange of send_any(): any status but 2xx, or a 2xx that contains
// `error`. Returns nothing for a success.
[[nodiscard]] std::optional<Error> failure_of(const Service& service, const Call& call,
                                              const http::Exchange& exchange);

// Reads UUIDs, to ask for their credentials. Fails with a usage error that names the first text
// that is not one.
[[nodiscard]] Result<std::vector<Query>> read_credential_ids(const std::vector<std::string>& texts);

// Reads "author/slug", to ask for its endpoints. Fails with a usage error if a text is not of that
// form.
[[nodiscard]] Result<std::vector<Query>> read_model_ids(const std::vector<std::string>& texts);

// Returns "did you mean acme/large?" for a model that is not listed: its id without a client's
// prefix ("router/acme/large"), its base if it is a variant ("acme/large:nitro"), or the nearest of
// the known ids; empty if nothing is close. Without known ids, as when the service is asked, only
// the form of the id counts.
[[nodiscard]] std::string hint_on_model(std::string_view model,
                                        const std::vector<std::string>& known);

} // namespace mrctl::service
