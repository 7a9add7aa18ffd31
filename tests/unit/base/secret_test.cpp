#include "mrctl/base/secret.hpp"

#include <doctest/doctest.h>

#include <concepts>
#include <ostream>
#include <string>

namespace {

template <class T>
concept Printable = requires(std::ostream& out, const T& value) {
  out << value;
};

static_assert(!Printable<mrctl::Secret>);
static_assert(!std::equality_comparable<mrctl::Secret>);
static_assert(!std::convertible_to<mrctl::Secret, std::string>);

} // namespace

TEST_CASE("a long key shows its first and last four characters") {
  CHECK(mrctl::Secret("sk-mgmt-test-0000f3a1").masked() == "sk-m…f3a1");
  CHECK(mrctl::Secret("0123456789abcdef").masked() == "0123…cdef");
}

TEST_CASE("a key of less than 16 characters shows nothing") {
  CHECK(mrctl::Secret("0123456789abcde").masked() == "…");
  CHECK(mrctl::Secret("").masked() == "…");
}

TEST_CASE("a mask that would cut a character in two shows nothing") {
  CHECK(mrctl::mask("abcé-0123456789ab") == "…");
  CHECK(mrctl::mask("0123456789abcdeéfgh") == "…");
  CHECK(mrctl::mask("éé-0123456789-éé") == "éé…éé");
}

TEST_CASE("a secret gives its value only when asked to reveal it") {
  const mrctl::Secret secret("sk-mgmt-test-0000");
  CHECK(secret.reveal() == "sk-mgmt-test-0000");
  CHECK_FALSE(secret.empty());
  CHECK(mrctl::Secret("").empty());
}

TEST_CASE("labels with their middle hidden look masked") {
  for (const std::string_view label :
       {"sk-…abcd", "sk-...abcd", "sk-a1...b2c3", "sk-****abcd", "****", "sk-••••••••••••1234",
        "sk-xxxxxxxxxxxxxxxx12", "…", "AKIA…", "sk-or-v1-0e6…1c96", "a.b...cd"})
    CHECK_MESSAGE(mrctl::is_masked(label), std::string(label));
}

TEST_CASE("labels that show too much do not look masked") {
  for (const std::string_view label :
       {"", "sk-test-0000111122223333", "..", "sk-**abcd", "sk-xxxabcd", "a.b.c.d.e.f",
        "{\"type\": \"service_account\"}", "sk-0000111122223333444455556666…ab",
        "sk…00001111222233334444", "sk-0000111122223333...", "sk-...0000111122223333444455556666"})
    CHECK_MESSAGE(!mrctl::is_masked(label), std::string(label));
}
