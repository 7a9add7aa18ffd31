#include "mrctl/help/introduction.hpp"

namespace mrctl::help {

namespace {

using spec::Example;

constexpr std::array introduction_examples{
    Example{"mrctl emulator exec -- mrctl endpoints list acme/large",
            "try it without an account, against an emulator of the service"},
    Example{"mrctl preset lint presets/", "check every body in a folder, without network or key"},
    Example{"mrctl preset create support --body presets/support.yaml --temperature 0.2",
            "create a preset from a file, with one change"},
};

} // namespace

spec::Rows<Example> first_examples() {
  return introduction_examples;
}

} // namespace mrctl::help
