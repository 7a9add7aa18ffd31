#include "compared_listings.hpp"

#include "mrctl/commands/connection.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/service/operations.hpp"

#include "listing_file.hpp"
#include "model_ids.hpp"

#include <fmt/format.h>

#include <utility>

namespace mrctl::commands {

namespace {

using compare::ListedModel;

// An answer without endpoints would make every one of them look removed.
Result<ListedModel> read_answer(const std::string& id, service::Answer answer) {
  const auto endpoints = json_member(answer.data, "endpoints");
  if (!endpoints || (!endpoints->starts_with('[') && *endpoints != "null"))
    return fail(
        Error::unexpected_response(fmt::format("the answer for {} has no list 'endpoints'", id)));
  ListedModel listed{service::read_model_text(answer.data), std::move(answer.data)};
  listed.model.id = id;
  return listed;
}

std::vector<std::string> ids_of(const std::vector<ListedModel>& models) {
  std::vector<std::string> ids;
  for (const auto& listed : models)
    ids.push_back(*listed.model.id);
  return ids;
}

// What is wrong with all of them is more likely wrong with the address.
std::string note_on(const std::vector<std::string>& gone, std::size_t asked) {
  if (gone.size() == asked)
    return "the service knows none of the models: check that the base URL is the right one";
  return fmt::format("the service does not know {} any more", fmt::join(gone, ", "));
}

Status list_now(const Context& context, ComparedListings& out) {
  const auto ids = ids_of(out.before);
  auto models = read_model_ids(ids);
  if (!models) return fail(models.error());
  auto connection = connect(context, spec::list_endpoints.key);
  if (!connection) return fail(std::move(connection.error()));
  out.notes = connection_notes(connection->service);
  std::vector<std::string> gone;
  auto answers = service::ask(connection->service, spec::list_endpoints, *std::move(models),
                              service::AnswerParts::data);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (!answers[i] && answers[i].error().kind == ErrorKind::not_found) {
      gone.push_back(ids[i]);
      continue;
    }
    auto listed = answers[i] ? read_answer(ids[i], *std::move(answers[i]))
                             : fail(std::move(answers[i].error()));
    if (listed)
      out.after.push_back(*std::move(listed));
    else
      out.failures.push_back(std::move(listed.error()));
  }
  if (!gone.empty()) out.notes.push_back(note_on(gone, ids.size()));
  return {};
}

} // namespace

Result<ComparedListings> read_compared_listings(const Context& context) {
  return read_sides<ListedModel>(context, read_listing, list_now);
}

} // namespace mrctl::commands
