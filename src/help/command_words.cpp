#include "command_words.hpp"

#include "mrctl/spec/command.hpp"

#include <string>

namespace mrctl::help {

void offer_commands(Completion& completion, std::string_view noun) {
  auto& words = completion.words;
  for (const auto& command : spec::commands()) {
    const bool is_new = words.empty() || words.back().text != command.noun;
    if (noun.empty() && !command.verb.empty() && is_new)
      words.push_back({std::string(command.noun), std::string(command.verb)});
    else if (noun.empty() && !command.verb.empty())
      words.back().says += ", " + std::string(command.verb);
    else if (noun.empty())
      words.push_back({std::string(command.noun), std::string(command.summary)});
    else if (command.noun == noun && !command.verb.empty())
      words.push_back({std::string(command.verb), std::string(command.summary)});
  }
}

} // namespace mrctl::help
