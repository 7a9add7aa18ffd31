#include "mrctl/service/requests.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/http/url.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

namespace mrctl::service {

namespace {

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
    auto encoded = segment(operation.parameters[index], parameters[index]);
    if (!encoded) return encoded;
    path += *encoded;
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
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return is_visible_ascii(c) &&
           std::string_view("\"(),/:;<=>?@[\\]{}").find(c) == std::string_view::npos;
  });
}

bool is_header_value(std::string_view value) {
  return std::none_of(value.begin(), value.end(),
                      [](unsigned char c) { return (c < ' ' && c != '\t') || c == 0x7F; });
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
  return std::any_of(own.begin(), own.end(),
                     [&](std::string_view name) { return http::is_named(header, name); });
}

Status check_header(const http::Header& header) {
  if (!is_token(header.name) || !is_header_value(header.value))
    return fail(Error::usage("a header has an invalid name or value",
                             "write it as 'Name: value' on one line"));
  if (is_own_header(header))
    return fail(Error::usage(fmt::format("mrctl sets the header {} itself", header.name)));
  return {};
}

Result<std::string> checked_method(std::string_view text) {
  constexpr std::array<std::string_view, 7> methods{"GET",    "POST", "PUT",    "PATCH",
                                                    "DELETE", "HEAD", "OPTIONS"};
  const auto list = fmt::format("the methods are {}", fmt::join(methods, ", "));
  // Only a word is repeated; anything else may be a secret.
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_letter))
    return fail(Error::usage("METHOD must be the name of an HTTP method", list));
  auto method = upper_case(text);
  if (std::find(methods.begin(), methods.end(), method) != methods.end()) return method;
  return fail(Error::unknown_word("method", text, nearest_word(method, methods), list));
}

// "//host/x", "user:password@host/x".
bool begins_with_host(std::string_view path) {
  return path.starts_with("//") || path.find('@') < path.find_first_of("/?");
}

// It may contain a user name and a password, so messages do not repeat it. The result always begins
// with a slash, so that the path cannot change the host of the base URL.
Result<std::string> checked_path(std::string_view path) {
  constexpr const char* below = "give the path below the base URL, for example /models";
  if (path.find("://") < path.find_first_of("/?"))
    return fail(Error::usage("PATH is a complete URL", below));
  if (begins_with_host(path)) return fail(Error::usage("PATH begins with a host", below));
  if (!std::all_of(path.begin(), path.end(), is_visible_ascii) ||
      path.find('#') != std::string_view::npos)
    return fail(Error::usage("PATH has characters that are not allowed in a path",
                             "percent-encode spaces, '#' and non-ASCII characters"));
  return path.substr(0, 1) == "/" ? std::string(path) : fmt::format("/{}", path);
}

Status check_headers(const http::Headers& headers) {
  for (const auto& header : headers)
    if (auto usable = check_header(header); !usable) return usable;
  return {};
}

// A header given by the user replaces the one of the same name.
void merge_headers(http::Headers& into, const http::Headers& given) {
  std::erase_if(into,
                [&](const auto& own) { return http::find_header(given, own.name).has_value(); });
  into.insert(into.end(), given.begin(), given.end());
}

} // namespace

Result<http::Request> request_for(const Service& service, const spec::Operation& operation,
                                  Query query) {
  const auto path = path_of(operation, query.parameters);
  if (!path) return fail(path.error());
  auto request = make_request(service, operation.method, *path);
  if (!query.body.empty()) request.headers.push_back({"Content-Type", "application/json"});
  request.body = std::move(query.body);
  return request;
}

Result<http::Request> any_request(const Service& service, const Call& call) {
  const auto method = checked_method(call.method);
  if (!method) return fail(method.error());
  const auto path = checked_path(call.path);
  if (!path) return fail(path.error());
  if (auto usable = check_headers(call.headers); !usable) return fail(usable.error());
  auto request = make_request(service, *method, *path);
  if (!call.body.empty()) request.headers.push_back({"Content-Type", "application/json"});
  merge_headers(request.headers, call.headers);
  request.body = call.body;
  return request;
}

} // namespace mrctl::service
