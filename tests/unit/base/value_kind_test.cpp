#include "mrctl/base/list.hpp"
#include "mrctl/base/value_kind.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

using namespace mrctl;

namespace {

std::vector<ValueKind> all_kinds() {
  std::vector<ValueKind> kinds;
  for (auto takes = Takes::text; takes <= Takes::remote;
       takes = static_cast<Takes>(static_cast<int>(takes) + 1))
    kinds.push_back(kind_of(takes));
  return kinds;
}

struct Texts {
  Takes takes;
  std::vector<std::string> right;
  std::vector<std::string> wrong;
};

} // namespace

TEST_CASE("a kind with a check says what a value must be") {
  for (const auto& kind : all_kinds()) {
    CAPTURE(static_cast<int>(kind.takes));
    if (kind.holds != nullptr) CHECK_FALSE(kind.must.empty());
    CHECK(kind.schema[0].empty() == kind.schema[1].empty());
    CHECK((kind.in_toml.empty() || kind.in_toml.starts_with("a")));
  }
}

TEST_CASE("the check of a kind accepts what is right and nothing else") {
  const std::string uuid = "1f0e4c1e-0000-4000-8000-00000000ABCD";
  const std::vector<Texts> rows{
      {Takes::text, {"a b", "\xC3\xA4"}, {"", "a\nb", "a\x7F"}},
      {Takes::profile, {"work"}, {"", "${PROFILE}"}},
      {Takes::duration, {"500ms", "10", "1m30s"}, {"", "soon", "-1s"}},
      {Takes::count, {"0", "007", "18446744073709551615"}, {"", "-1", "+1", "1.5", "1 ", "many"}},
      {Takes::boolean, {"true", "false"}, {"", "yes", "True"}},
      {Takes::name, {"a.b_c-1", "..a"}, {"", "...", ".git", ".GIT", "a/b", "a b"}},
      {Takes::plain_name, {"", "a_b-1"}, {"a.b", "a b", "\xC3\xA4"}},
      {Takes::host, {"router.example", "router.example:8443"}, {"", "a/b", "u@h", "https://a"}},
      {Takes::day,
       {"2026-12-31", "2028-02-29"},
       {"", "2026-12-3", "31.12.2026", "2026-02-29", "2026-13-01", "+026-12-31", "2026-12-31 "}},
      {Takes::amount, {"0", "0.02", "1e-6"}, {"", "-1", "01", ".5", "2,5", "$1"}},
      {Takes::entry, {"acme/large", "a b"}, {"", "a,b", "a\nb"}},
      {Takes::glob, {"acme/*", "a?c"}, {"a[bc]"}},
      {Takes::uuid, {uuid}, {"", uuid + "0", "1f0e4c1e000040008000000000000000"}},
      {Takes::fingerprint,
       {std::string(40, 'f')},
       {"", std::string(39, 'f'), std::string(40, 'F'), std::string(41, 'f')}},
      {Takes::hash,
       {"h1:" + std::string(64, 'a')},
       {"", "h1:", "h2:" + std::string(64, 'a'), "h1:" + std::string(64, 'A'),
        "h1:" + std::string(65, 'a')}},
  };
  for (const auto& row : rows) {
    CAPTURE(static_cast<int>(row.takes));
    const auto holds = kind_of(row.takes).holds;
    REQUIRE((holds != nullptr));
    for (const auto& text : row.right)
      CHECK_MESSAGE(holds(text), text);
    for (const auto& text : row.wrong)
      CHECK_FALSE_MESSAGE(holds(text), text);
  }
}

TEST_CASE("files and folders are paths") {
  for (const auto& kind : all_kinds()) {
    const bool is_of_file = kind.takes == Takes::file || kind.takes == Takes::preset_file;
    CHECK(is_file(kind.takes) == is_of_file);
    CHECK(is_path(kind.takes) == (is_of_file || kind.takes == Takes::folder));
  }
}

TEST_CASE("each type is called by people and in JSON Schema") {
  std::set<std::string_view> names;
  for (auto type = ValueType::any; type <= ValueType::table;
       type = static_cast<ValueType>(static_cast<int>(type) + 1)) {
    CHECK(names.insert(words_of(type).found).second);
    CHECK_FALSE(words_of(type).required.empty());
    CHECK(words_of(type).schema.empty() == (type == ValueType::any));
  }
  CHECK(words_of(ValueType::boolean).found == "a boolean");
  CHECK(words_of(ValueType::boolean).required == "true or false");
  CHECK(words_of(ValueType::table).schema == "object");
}
