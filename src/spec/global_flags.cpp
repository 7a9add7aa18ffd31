#include "mrctl/base/output_format.hpp"
#include "mrctl/spec/command.hpp"

namespace mrctl::spec {

namespace {

using Words = std::string_view;

constexpr std::array colours{Words("auto"), Words("always"), Words("never")};

constexpr std::array rows{
    Flag{"--base-url", 0, FlagKind::value, "URL", "address of the service, ending in /api/v1"},
    Flag{.name = "--api-key-file",
         .kind = FlagKind::value,
         .value_name = "FILE",
         .help = "file that contains the management key; - is standard input",
         .takes = Takes::file},
    Flag{.name = "--profile",
         .kind = FlagKind::value,
         .value_name = "NAME",
         .help = "profile to use",
         .takes = Takes::profile},
    Flag{.name = "--config",
         .kind = FlagKind::value,
         .value_name = "FILE",
         .help = "configuration file",
         .takes = Takes::file},
    Flag{"--output", 'o', FlagKind::value, "FORMAT", "format of the result", format_names},
    Flag{.name = "--report",
         .kind = FlagKind::list,
         .value_name = "FORMAT=FILE",
         .help = "also write the result to a file: any format of -o, junit or codequality",
         .takes = Takes::report},
    Flag{.name = "--summary",
         .kind = FlagKind::value,
         .value_name = "FILE",
         .help = "add the result to a file as Markdown, for the summary of a CI job",
         .takes = Takes::file},
    Flag{"--jq", 0, FlagKind::value, "EXPR",
         "run a jq program on the JSON result; numbers become doubles"},
    Flag{"--raw-output", 'r', FlagKind::on_off, {}, "print strings from --jq without quotes"},
    Flag{"--no-header",
         0,
         FlagKind::on_off,
         {},
         "leave out the header row of tables, csv, tsv and markdown"},
    Flag{"--color", 0, FlagKind::value, "WHEN", "when to use colour", colours},
    Flag{"--error-format", 0, FlagKind::value, "FORMAT", "format of errors", error_format_names},
    Flag{"--quiet", 'q', FlagKind::on_off, {}, "suppress notes and warnings"},
    Flag{"--verbose", 'v', FlagKind::count, {}, "trace requests; repeat for headers and bodies"},
    Flag{"--timeout", 0, FlagKind::value, "D",
         "time limit for all attempts together, for example 30s; 0 is none"},
    Flag{"--connect-timeout", 0, FlagKind::value, "D", "time limit for connecting"},
    Flag{"--retries", 0, FlagKind::value, "N",
         "maximum retries of requests that are safe to repeat"},
    Flag{"--jobs", 0, FlagKind::value, "N",
         "maximum concurrent requests, 1 to 100; the default is 8"},
    Flag{.name = "--ca-cert",
         .kind = FlagKind::value,
         .value_name = "FILE",
         .help = "file of trusted certificates, instead of the system's",
         .takes = Takes::file},
    Flag{.name = "--client-cert",
         .kind = FlagKind::value,
         .value_name = "FILE",
         .help = "client certificate",
         .takes = Takes::file},
    Flag{.name = "--client-key",
         .kind = FlagKind::value,
         .value_name = "FILE",
         .help = "private key of the client certificate",
         .takes = Takes::file},
    Flag{"--proxy", 0, FlagKind::value, "URL", "URL of the proxy to use"},
    Flag{"--insecure",
         0,
         FlagKind::on_off,
         {},
         "accept any certificate, and send the key over plain http"},
    Flag{"--no-input", 0, FlagKind::on_off, {}, "never prompt"},
    Flag{"--help", 'h', FlagKind::on_off, {}, "show help"},
    Flag{"--version", 0, FlagKind::on_off, {}, "show the version"},
};

} // namespace

Rows<Flag> global_flags() {
  return rows;
}

} // namespace mrctl::spec
