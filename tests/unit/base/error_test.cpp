#include "mrctl/base/error.hpp"

#include <doctest/doctest.h>

#include <cerrno>

using mrctl::Error;
using mrctl::ErrorKind;

TEST_CASE("a failed read says what the system said") {
  CHECK(Error::io("cannot read", "a.yaml", ENOENT).message ==
        "cannot read a.yaml: No such file or directory");
  CHECK(Error::io("cannot write", "a.yaml", 0).message == "cannot write a.yaml");
  CHECK(Error::io("cannot read", "a.yaml", 0).kind == ErrorKind::internal);
}

TEST_CASE("an unknown word comes with the nearest one, or with where to look") {
  const auto near = Error::unknown_word("column", "pirce", "price", "see --help");
  CHECK(near.kind == ErrorKind::usage);
  CHECK(near.message == "unknown column 'pirce'");
  CHECK(near.hint == "did you mean 'price'?");
  CHECK(Error::unknown_word("column", "zzz", "", "see --help").hint == "see --help");
}

TEST_CASE("a wrong body says how many errors there are, without the warnings") {
  mrctl::Problem error;
  mrctl::Problem warning;
  warning.severity = mrctl::Severity::warning;
  CHECK(Error::invalid({error, warning}).message == "1 error; nothing was sent");
  const auto several = Error::invalid({error, warning, error});
  CHECK(several.message == "2 errors; nothing was sent");
  CHECK(several.kind == ErrorKind::validation);
  CHECK(several.problems.size() == 3);
}

TEST_CASE("a hint is added to an error") {
  const auto error = Error::unauthorized("no").with_hint("do");
  CHECK(error.kind == ErrorKind::unauthorized);
  CHECK(error.message == "no");
  CHECK(error.hint == "do");
}
