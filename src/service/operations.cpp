#include "mrctl/service/operations.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/http/url.hpp"
#include "mrctl/service/record_reading.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "envelope.hpp"
#include "reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mrctl::service {

namespace {

// An id that no credential has. The service must check the key before it can say so.
constexpr std::string_view impossible_id = "00000000-0000-0000-0000-000000000000";

// Returns the request, or why it cannot go out at all.
Result<http::Request> sendable_request(const Service& service, const spec::Operation& operation,
                                       Query query) {
  auto request = request_for(service, operation, std::move(query));
  if (!request || operation.key == spec::KeyNeed::optional || service.key) return request;
  return fail(complete(
      {service, *request, operation.if_missing},
      Error::unauthorized("no API key is set; nothing was sent", std::string(missing_key_hint))));
}

// Every request to a slug that reaches the service creates a version (specification, section 3).
// The specification has no operation that shows it, but many services do.
Error with_version_hint(Error error, std::string_view slug) {
  const bool is_silent = error.kind == ErrorKind::no_response || error.kind == ErrorKind::server ||
                         error.kind == ErrorKind::unexpected_response ||
                         is_interruption(error.kind);
  if (is_silent && may_have_stored(error))
    error.hint = fmt::format("{}, with 'mrctl preset get {}' if the service shows presets",
                             check_before_repeating(RequestEffect::version),
                             http::percent_encode_segment(slug));
  return error;
}

std::optional<std::size_t> total_in(std::string_view answer) {
  const auto total = find_member(JsonIndex(answer).root(), "total_count");
  const auto number = total ? read_number(total->text()) : std::nullopt;
  constexpr std::size_t most_digits = 9;
  const bool is_count = number && !number->text.empty() && number->text.size() <= most_digits &&
                        std::ranges::all_of(number->text, is_digit);
  return is_count ? std::optional(number_in<std::size_t>(number->text)) : std::nullopt;
}

constexpr std::size_t page_size = 100;
constexpr std::size_t most_records = 100'000;

// Records without an id are known by their whole text.
class RecordList {
public:
  // Returns how many the page adds.
  std::size_t add(const JsonView& page) {
    const auto before = list_.records.size();
    for (const auto& item : page.items()) {
      const auto id = find_member(item.value, "id");
      const auto name = id && !id->is_null() ? id->text() : item.value.text();
      if (known_.emplace(name).second) list_.records.emplace_back(item.value.text());
    }
    return list_.records.size() - before;
  }
  [[nodiscard]] std::size_t size() const { return list_.records.size(); }
  void add_page(std::string body) { list_.pages.push_back(std::move(body)); }
  [[nodiscard]] FetchedList take(std::size_t most) && {
    if (list_.records.size() > most) list_.records.resize(most);
    return std::move(list_);
  }

private:
  FetchedList list_;
  std::set<std::string, std::less<>> known_;
};

// "/presets" for "/presetz".
std::string near_path(std::string_view path) {
  std::vector<std::string_view> known{"models", "byok", "presets"};
  for (const auto& operation : spec::operations()) {
    const auto first = operation.path.substr(1, operation.path.find('/', 1) - 1);
    if (!contains(known, first)) known.push_back(first);
  }
  if (path.starts_with('/')) path.remove_prefix(1);
  const auto end = std::min(path.find('/'), path.size());
  const auto near = nearest_word(path.substr(0, end), known);
  return near.empty() || near == path.substr(0, end)
             ? std::string()
             : fmt::format("did you mean /{}{}?", near, path.substr(end));
}

std::string hint_on_path(const Service& service, const Call& call) {
  constexpr std::string_view prefix = "/api/v1";
  const std::string_view path = call.path;
  const bool is_repeated = service.base_url.ends_with(prefix) &&
                           (path.starts_with("/api/v1/") || path.starts_with("api/v1/"));
  if (is_repeated) return "leave out /api/v1: the base URL already ends in it";
  if (path.starts_with("/v1/") || path.starts_with("v1/"))
    return "leave out /v1: paths are relative to the base URL, as in /models";
  if (const auto brace = path.find('{'); brace != path.npos)
    return fmt::format("replace {} by a value",
                       path.substr(brace, path.find('}', brace) - brace + 1));
  const auto near = near_path(path);
  return near.empty() ? "check the path" : near;
}

// "." and ".." name another path to many servers, encoded or not.
Result<std::string> segment(std::string_view what, std::string_view text) {
  if (text.empty()) return fail(Error::usage(fmt::format("the {} is empty", what)));
  if (text == "." || text == "..")
    return fail(Error::usage(fmt::format("'{}' is not a valid {}", text, what)));
  return http::percent_encode_segment(text);
}

// Returns the operation's path with the parameters in place of its segments in braces.
Result<std::string> path_of(const spec::Operation& operation,
                            const std::vector<std::string>& parameters) {
  if (parameters.size() != operation.parameters.count)
    return fail(Error::internal(fmt::format("{} has {} parameters, got {}", operation.path,
                                            operation.parameters.count, parameters.size())));
  std::string path;
  std::size_t index = 0;
  for (auto rest = operation.path; !rest.empty();) {
    const auto open = std::min(rest.find('{'), rest.size());
    path += rest.substr(0, open);
    rest.remove_prefix(open);
    if (rest.empty()) break;
    TRY_ASSIGN(auto encoded, segment(operation.parameters[index], parameters[index]));
    path += encoded;
    rest.remove_prefix(rest.find('}') + 1);
    ++index;
  }
  return path;
}

http::Request make_request(const Service& service, std::string_view method, std::string_view path) {
  http::Request request{.method = std::string(method),
                        .url = service.base_url + std::string(path),
                        .headers = {{"Accept", "application/json"}},
                        .body = {},
                        .key = {}};
  if (service.key) request.key = service.key->secret;
  return request;
}

bool is_token(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return is_visible_ascii(c) &&
           std::string_view("\"(),/:;<=>?@[\\]{}").find(c) == std::string_view::npos;
  });
}

// Headers that authenticate, or that delimit requests.
bool is_own_header(const http::Header& header) {
  constexpr std::array<std::string_view, 11> own{"Authorization",
                                                 "Proxy-Authorization",
                                                 "Host",
                                                 "Content-Length",
                                                 "Transfer-Encoding",
                                                 "Connection",
                                                 "Upgrade",
                                                 "Expect",
                                                 "TE",
                                                 "Trailer",
                                                 "Keep-Alive"};
  return std::ranges::any_of(own,
                             [&](std::string_view name) { return http::is_named(header, name); });
}

Status check_header(const http::Header& header) {
  if (!is_token(header.name) || !std::ranges::none_of(header.value, [](unsigned char c) {
        return (c < ' ' && c != '\t') || c == 0x7F;
      }))
    return fail(Error::usage("a header has an invalid name or value",
                             "write it as 'Name: value' on one line"));
  if (is_own_header(header))
    return fail(Error::usage(fmt::format("mrctl sets the header {} itself", header.name),
                             "leave it out; 'mrctl help auth' says where the key comes from"));
  return {};
}

Result<std::string> checked_method(std::string_view text) {
  const auto list = fmt::format("the methods are {}", fmt::join(http_methods, ", "));
  // Only a word is repeated; anything else may be a secret.
  if (text.empty() || !std::ranges::all_of(text, is_letter))
    return fail(Error::usage("METHOD must be the name of an HTTP method", list));
  auto method = upper_case(text);
  if (contains(http_methods, method)) return method;
  return fail(Error::unknown_word("method", text, nearest_word(method, http_methods), list));
}

// It may contain a user name and a password, so messages do not repeat it. The result always begins
// with a slash, so that the path cannot change the host of the base URL.
Result<std::string> checked_path(std::string_view path) {
  constexpr const char* below = "give the path below the base URL, for example /models";
  if (path.find("://") < path.find_first_of("/?"))
    return fail(Error::usage("PATH is a complete URL", below));
  const bool begins_with_host = // "//host/x", "user:password@host/x"
      path.starts_with("//") || path.find('@') < path.find_first_of("/?");
  if (begins_with_host) return fail(Error::usage("PATH begins with a host", below));
  if (!std::ranges::all_of(path, is_visible_ascii) || path.find('#') != std::string_view::npos)
    return fail(Error::usage("PATH has characters that are not allowed in a path",
                             "percent-encode spaces, '#' and non-ASCII characters"));
  return path.substr(0, 1) == "/" ? std::string(path) : fmt::format("/{}", path);
}

Result<Query> read_model_id(const std::string& text) {
  const auto slash = text.find('/');
  const bool is_whole = slash != std::string::npos && slash > 0 && slash + 1 < text.size() &&
                        text.find('/', slash + 1) == std::string::npos;
  const auto several = spec::split_names(text);
  if (several.size() > 1)
    return fail(Error::usage(
        fmt::format("'{}' is not a model", text),
        fmt::format("write several models as separate arguments: {}", fmt::join(several, " "))));
  if (is_whole) return Query{{text.substr(0, slash), text.substr(slash + 1)}};
  if (text.ends_with('/') && std::ranges::count(text, '/') == 2) // "acme/large/"
    return fail(Error::usage(fmt::format("'{}' is not a model", text),
                             fmt::format("did you mean {}?", text.substr(0, text.size() - 1))));
  // "router/acme/large" or "acme/large/northlake"
  if (std::ranges::count(text, '/') == 2 && text.find(':') == text.npos)
    return fail(
        Error::usage(fmt::format("'{}' is not a model", text),
                     fmt::format("did you mean {} or {}? A tag is a condition: --where 'tag~{}'",
                                 text.substr(slash + 1), text.substr(0, text.rfind('/')),
                                 after_last(text, "/"))));
  const auto meant = hint_on_model(text, {});
  return fail(
      Error::usage(fmt::format("'{}' is not a model", text),
                   meant.empty() ? "a model is author/slug, for example acme/large" : meant));
}

std::string meant_model(std::string_view model, const std::vector<std::string>& known) {
  const std::string whole(spec::model_id_in(model));
  const std::string base(spec::without_variant(whole));
  const auto variant =
      base.size() == whole.size()
          ? std::string_view()
          : nearest_word(std::string_view(whole).substr(base.size() + 1), spec::variants);
  const auto with_variant = variant.empty() ? base : fmt::format("{}:{}", base, variant);
  for (const auto& id : {whole, lower_case(whole), with_variant, base})
    if (id != model && (known.empty() || contains(known, id))) return id;
  return nearest_word(whole, known);
}

} // namespace

// Bodies may be large, so requests are moved, never copied.
std::vector<Result<Answer>> ask(const Service& service, const spec::Operation& operation,
                                std::vector<Query> queries, AnswerParts parts) {
  std::vector<Result<Answer>> answers(queries.size());
  std::vector<http::Request> requests;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < queries.size(); ++i)
    if (auto request = sendable_request(service, operation, std::move(queries[i]))) {
      requests.push_back(*std::move(request));
      places.push_back(i);
    } else {
      answers[i] = fail(std::move(request.error()));
    }
  if (requests.empty()) return answers;
  const auto receive = [&](std::size_t sent, Result<http::Exchange> exchange) {
    answers[places[sent]] =
        read_answer({service, requests[sent], operation.if_missing}, std::move(exchange), parts);
  };
  http::send_each(*service.transport, requests, receive);
  return answers;
}

Error as_unanswered(Error error, const spec::Operation& operation) {
  constexpr int not_there = 404;
  constexpr int not_allowed = 405;
  constexpr int not_implemented = 501;
  const auto facts = http_facts(error);
  const bool is_list = !operation.path.ends_with('}');
  const bool lacks_it = facts.status == not_allowed || facts.status == not_implemented ||
                        (facts.status == not_there && is_list);
  if (!lacks_it || operation.if_unanswered.empty()) return error;
  return with_http(
      Error::not_found(std::string(operation.if_unanswered), std::string(operation.if_missing)),
      facts);
}

Result<FetchedList> list_records(const Service& service, const spec::Operation& operation,
                                 const std::vector<std::string>& parameters,
                                 std::optional<std::size_t> most) {
  RecordList list;
  const auto wanted = most.value_or(most_records);
  for (std::size_t offset = 0; list.size() < wanted;) {
    const auto limit = std::min(page_size, wanted - list.size());
    auto answer = std::move(
        ask(service, operation,
            {{parameters, {}, fmt::format("limit={}&offset={}", limit, offset)}}, AnswerParts::list)
            .front());
    if (!answer)
      return fail(offset == 0 ? as_unanswered(std::move(answer.error()), operation)
                              : std::move(answer.error()));
    const auto page = answer->data.root();
    const auto fresh = list.add(page);
    offset += page.size();
    const auto total = total_in(answer->body);
    list.add_page(std::move(answer->body));
    const bool is_last = total ? offset >= *total : page.size() < limit;
    if (fresh == 0 || is_last) break;
  }
  return std::move(list).take(wanted);
}

// A 503 with Retry-After was rejected before anything was done. A success that cannot be read may
// have been stored.
bool may_have_stored(const Error& error) {
  if (!error.http || error.http->sent == Sent::no) return false;
  const auto status = error.http->status;
  if (status >= 300 && status < 500) return false;
  return !(status == 503 && error.http->retry_after_s);
}

PresetBatch::PresetBatch(const Service& service)
    : service_(service), operation_(spec::create_preset), parts_(AnswerParts::values),
      batch_(service.transport->begin(0)) {}

PresetBatch::PresetBatch(const Service& service, std::size_t to_read)
    : service_(service), operation_(spec::get_preset), parts_(AnswerParts::facts),
      batch_(service.transport->begin(to_read)) {}

std::size_t PresetBatch::start(std::string slug, SharedText body) {
  const auto place = started_++;
  const auto& started = slugs_.emplace(place, std::move(slug)).first->second;
  batch_->start(request_of(started, std::move(body)));
  return place;
}

std::optional<AnsweredPreset> PresetBatch::next() {
  auto finished = batch_->next();
  if (!finished) return std::nullopt;
  const auto request = request_of(slugs_.extract(finished->place).mapped(), {});
  std::string date;
  if (finished->outcome)
    date = http::find_header(finished->outcome->response.headers, "Date").value_or("");
  return AnsweredPreset{
      finished->place,
      read_answer({service_, request, operation_.if_missing}, std::move(finished->outcome), parts_),
      std::move(date)};
}

// The base URL and the slugs were checked before.
http::Request PresetBatch::request_of(const std::string& slug, SharedText body) const {
  return request_for(service_, operation_, {{slug}, std::move(body)}).value_or(http::Request{});
}

Result<Answer> create_preset(const Service& service, std::string_view slug, SharedText body) {
  std::vector<Query> queries;
  queries.push_back({{std::string(slug)}, std::move(body)});
  return std::move(
             ask(service, spec::create_preset, std::move(queries), AnswerParts::facts).front())
      .map_error([&](Error error) { return with_version_hint(std::move(error), slug); });
}

Status check_management_key(const Service& service) {
  const auto& operation = spec::get_credential;
  TRY_ASSIGN(const auto request,
             sendable_request(service, operation, {{std::string(impossible_id)}}));
  const RequestContext context{service, request, operation.if_missing};
  auto exchange = http::send_one(*service.transport, request);
  if (!exchange) return fail(complete(context, std::move(exchange.error())));
  // Any web server answers 404; only the service says so in its envelope.
  if (exchange->response.status == 404 && has_complaint(exchange->response.body)) return {};
  if (auto failure = find_failure(context, *exchange)) return fail(*std::move(failure));
  return {};
}

Result<http::Exchange> send_any(const Service& service, const Call& call) {
  TRY_ASSIGN(const auto request, any_request(service, call));
  return http::send_one(*service.transport, request).map_error([&](Error error) {
    return complete({service, request, {}}, std::move(error));
  });
}

std::optional<Error> failure_of(const Service& service, const Call& call,
                                const http::Exchange& exchange) {
  const auto request = any_request(service, call);
  const auto hint = hint_on_path(service, call);
  return request ? find_failure({service, *request, hint}, exchange) : request.error();
}

Result<http::Request> request_for(const Service& service, const spec::Operation& operation,
                                  Query query) {
  TRY_ASSIGN(const auto path, path_of(operation, query.parameters));
  auto request = make_request(service, operation.method,
                              query.query.empty() ? path : path + "?" + query.query);
  if (!query.body.empty()) request.headers.push_back({"Content-Type", "application/json"});
  request.body = std::move(query.body);
  return request;
}

Result<http::Request> any_request(const Service& service, const Call& call) {
  TRY_ASSIGN(const auto method, checked_method(call.method));
  TRY_ASSIGN(const auto path, checked_path(call.path));
  for (const auto& header : call.headers)
    TRY(check_header(header));
  auto request = make_request(service, method, path);
  if (!call.body.empty()) request.headers.push_back({"Content-Type", "application/json"});
  // A header given by the user replaces the one of the same name.
  std::erase_if(request.headers, [&](const http::Header& own) {
    return http::find_header(call.headers, own.name).has_value();
  });
  append(request.headers, call.headers);
  request.body = call.body;
  return request;
}

Result<std::vector<Query>> read_credential_ids(const std::vector<std::string>& texts) {
  std::vector<Query> queries;
  for (const auto& id : texts) {
    if (!kind_of(Takes::uuid).holds(id))
      return fail(Error::usage(fmt::format("'{}' is not the UUID of a credential", id),
                               spec::split_names(id).size() > 1
                                   ? "write several ids as separate arguments"
                                   : "'mrctl byok list' lists the ids; one looks like "
                                     "11111111-1111-4111-8111-111111111111"));
    queries.push_back({{id}});
  }
  return queries;
}

Result<std::vector<Query>> read_model_ids(const std::vector<std::string>& texts) {
  std::vector<Query> models;
  for (const auto& text : texts) {
    TRY_ASSIGN(auto model, read_model_id(text));
    models.push_back(std::move(model));
  }
  return models;
}

std::string hint_on_model(std::string_view model, const std::vector<std::string>& known) {
  const auto meant = meant_model(model, known);
  if (meant.empty()) return {};
  auto hint = fmt::format("did you mean {}?", meant);
  const auto colon = model.find(':');
  const auto variant = colon == model.npos ? std::string_view() : model.substr(colon + 1);
  if (variant.empty() || contains(spec::variants, variant) || meant.find(':') != meant.npos)
    return hint;
  constexpr std::array<std::string_view, 4> tiers{"flex", "priority", "scale", "fast"};
  return contains(tiers, variant)
             ? fmt::format("{} {} is a tier: write service_tier {}", hint, variant, variant)
             : fmt::format("{} if {} is a provider, write it into provider.only", hint, variant);
}

} // namespace mrctl::service
