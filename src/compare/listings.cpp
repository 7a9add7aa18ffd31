#include "mrctl/compare/listings.hpp"

#include "mrctl/json/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace mrctl::compare {

namespace {

// An answer without endpoints would make every one of them look removed.
Result<service::Model> read_answer(const std::string& id, const service::Answer& answer) {
  const auto endpoints = json_member(answer.data.text(), "endpoints");
  if (!endpoints || (!endpoints->starts_with('[') && *endpoints != "null"))
    return fail(
        Error::unexpected_response(fmt::format("the answer for {} has no list 'endpoints'", id)));
  auto model = service::read_model(answer.data);
  model.id = id;
  return model;
}

// What is wrong with all of them is more likely wrong with the address.
std::string note_on(const std::vector<std::string>& gone, std::size_t asked) {
  if (gone.size() == asked)
    return "the service knows none of the models: check that the base URL is the right one";
  return fmt::format("the service does not know {} any more", fmt::join(gone, ", "));
}

} // namespace

std::vector<std::string> ids_of(const std::vector<service::Model>& models) {
  std::vector<std::string> ids;
  for (const auto& model : models)
    ids.push_back(*model.id);
  return ids;
}

void list_now(const service::Service& service, std::vector<service::Query> models,
              ComparedListings& out) {
  const auto ids = ids_of(out.before);
  out.service = service.base_url;
  std::vector<std::string> gone;
  auto answers =
      service::ask(service, spec::list_endpoints, std::move(models), service::AnswerParts::data);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (!answers[i] && answers[i].error().kind == ErrorKind::not_found) {
      gone.push_back(ids[i]);
      continue;
    }
    auto listed =
        answers[i] ? read_answer(ids[i], *answers[i]) : fail(std::move(answers[i].error()));
    if (listed) {
      out.after.push_back(*std::move(listed));
      continue;
    }
    out.failures.push_back(std::move(listed.error()));
    if (out.failures.back().kind == ErrorKind::unauthorized) return; // it is the same for all
  }
  if (!gone.empty()) out.notes.push_back(note_on(gone, ids.size()));
}

std::string listing_text(const std::vector<service::Model>& models) {
  std::string out;
  for (const auto& model : models) {
    const JsonText text(model.text);
    const auto id = json_quote(*model.id);
    const auto root = text.root();
    const auto found = find_member(root, "id");
    const auto cut = found ? JsonCut{found->text(), id} : adding_items(root, R"("id":)" + id);
    out.append(out.empty() ? "" : ",").append(cut_json(text, {cut}).text());
  }
  return models.size() == 1 ? out + "\n" : "[" + out + "]\n";
}

} // namespace mrctl::compare
