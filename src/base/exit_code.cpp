#include "mrctl/base/exit_code.hpp"

#include "mrctl/base/table.hpp"

#include <array>

namespace mrctl {

namespace {

constexpr std::array table{
    ExitCode{1, ErrorKind::internal, "internal",
             "internal error, or an error of local input or output"},
    ExitCode{2, ErrorKind::usage, "usage", "invalid usage, settings or body; nothing was sent"},
    ExitCode{2, ErrorKind::validation, "validation", ""},
    ExitCode{3, ErrorKind::unauthorized, "unauthorized", "no usable key, 401 or 403"},
    ExitCode{4, ErrorKind::not_found, "not_found", "404"},
    ExitCode{5, ErrorKind::conflict, "conflict", "409 or 412"},
    ExitCode{6, ErrorKind::rate_limited, "rate_limited", "429"},
    ExitCode{7, ErrorKind::server, "server", "5xx"},
    ExitCode{8, ErrorKind::no_response, "no_response",
             "no usable HTTP response: DNS, connection, TLS, timeout or incomplete answer"},
    ExitCode{9, ErrorKind::rejected, "rejected", "any other 4xx"},
    ExitCode{10, ErrorKind::condition, "condition",
             "success, but a requested condition was not met, such as --strict"},
    ExitCode{11, ErrorKind::unexpected_response, "unexpected_response",
             "a 2xx answer that violates the specification, or a filter without usable output"},
    ExitCode{130, ErrorKind::interrupted, "interrupted", "interrupted (SIGINT)"},
    ExitCode{143, ErrorKind::terminated, "terminated", "terminated (SIGTERM)"},
};

static_assert(stand_in_order(table, &ExitCode::kind, ErrorKind::terminated));

} // namespace

std::span<const ExitCode> exit_codes() {
  return table;
}

const ExitCode& exit_code_of(ErrorKind kind) {
  return table[static_cast<std::size_t>(kind)];
}

} // namespace mrctl
