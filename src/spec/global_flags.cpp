#include "mrctl/base/output_format.hpp"
#include "mrctl/spec/command.hpp"

namespace mrctl::spec {

namespace {

using Words = std::string_view;

constexpr std::array colours{Words("auto"), Words("always"), Words("never")};

constexpr std::array rows{
    Flag{"--base-url", 0, FlagKind::value, "URL", "address of the service, ending in /api/v1"},
    Flag{"--api-key-file", 0, FlagKind::value, "FILE",
         "file with the management key; - is standard input"},
    Flag{"--profile", 0, FlagKind::value, "NAME", "profile of the configuration file"},
    Flag{"--config", 0, FlagKind::value, "FILE", "configuration file"},
    Flag{"--output", 'o', FlagKind::value, "FORMAT", "format of the result", format_names},
    Flag{"--report", 0, FlagKind::list, "FORMAT=FILE",
         "also write the result to a file: any format of -o, junit or codequality"},
    Flag{"--summary", 0, FlagKind::value, "FILE",
         "add the result to a file as Markdown, for the summary of a CI job"},
    Flag{"--jq", 0, FlagKind::value, "EXPR",
         "run a jq program on the JSON result; its numbers are doubles"},
    Flag{"--raw-output", 'r', FlagKind::on_off, {}, "print the strings that --jq yields bare"},
    Flag{"--no-header", 0, FlagKind::on_off, {}, "only the rows in tables, csv, tsv and markdown"},
    Flag{"--color", 0, FlagKind::value, "WHEN", "colour the output", colours},
    Flag{"--error-format", 0, FlagKind::value, "FORMAT", "format of errors", error_format_names},
    Flag{"--quiet", 'q', FlagKind::on_off, {}, "no notes and warnings"},
    Flag{"--verbose",
         'v',
         FlagKind::count,
         {},
         "say what goes over the wire; repeat for headers, bodies"},
    Flag{"--timeout", 0, FlagKind::value, "D",
         "time limit over all attempts, for example 30s; 0 is none"},
    Flag{"--connect-timeout", 0, FlagKind::value, "D", "time limit for connecting"},
    Flag{"--retries", 0, FlagKind::value, "N", "how often to try again where that is safe"},
    Flag{"--jobs", 0, FlagKind::value, "N",
         "how many requests at once, 1 to 100; the default is 8"},
    Flag{"--ca-cert", 0, FlagKind::value, "FILE", "certificates to trust instead of the system's"},
    Flag{"--client-cert", 0, FlagKind::value, "FILE", "certificate of the client"},
    Flag{"--client-key", 0, FlagKind::value, "FILE", "private key of the client's certificate"},
    Flag{"--proxy", 0, FlagKind::value, "URL", "proxy to go through"},
    Flag{"--insecure",
         0,
         FlagKind::on_off,
         {},
         "do not check certificates, and let the key travel over plain http"},
    Flag{"--no-input", 0, FlagKind::on_off, {}, "never prompt"},
    Flag{"--help", 'h', FlagKind::on_off, {}, "show help"},
    Flag{"--version", 0, FlagKind::on_off, {}, "show the version"},
};

} // namespace

Rows<Flag> global_flags() {
  return rows;
}

} // namespace mrctl::spec
