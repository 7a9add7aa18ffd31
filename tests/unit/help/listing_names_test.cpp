#include "mrctl/help/shell_completion.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mrctl::help;

namespace {

// "acme/large (Large): north south; acme/tiny (): "
std::string listed_in(std::string_view text) {
  std::string all;
  for (const auto& model : names_in_listing(text)) {
    all += model.id + " (" + model.name + "):";
    for (const auto& tag : model.tags)
      all += " " + tag;
    all += "\n";
  }
  return all;
}

} // namespace

TEST_CASE("the names of a listing are found in every form that is read") {
  const std::string large = R"({"id": "acme/large", "name": "Large", "endpoints":
    [{"name": "tag", "tag": "north/fp8"}, {"tag": "s\u006futh"}]})";
  const std::string tiny = R"({"endpoints": null, "id": "acme/tiny:free"})";
  const std::string names = "acme/large (Large): north/fp8 south\n";
  CHECK(listed_in(large) == names);
  CHECK(listed_in(R"({"data": )" + large + "}") == names);
  CHECK(listed_in("[" + large + "," + tiny + "]") == names + "acme/tiny:free ():\n");
  CHECK(listed_in(large + "\n" + tiny) == names + "acme/tiny:free ():\n");
}

TEST_CASE("what is not a listing has no names") {
  CHECK(listed_in("").empty());
  CHECK(listed_in(R"({"id": "acme/large")").empty());
  CHECK(listed_in(R"([{"id": "acme/large"}, nonsense])").empty());
  CHECK(listed_in(R"({"id": 7, "endpoints": [1, {"tag": null}]})") == " ():  \n");
}
