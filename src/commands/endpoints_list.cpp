#include "mrctl/api/operations.hpp"
#include "mrctl/model/endpoint.hpp"
#include "mrctl/model/endpoint_columns.hpp"
#include "mrctl/model/endpoint_rows.hpp"
#include "mrctl/render/endpoints.hpp"
#include "mrctl/render/table.hpp"

#include "commands.hpp"
#include "connection.hpp"
#include "output.hpp"
#include "rendering.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::commands {

namespace {

using render::Format;

// How the listing is to be shown, checked before anything is sent.
struct View {
  Format format = Format::table;
  model::Columns columns;
  std::optional<model::Sorting> sorting;
};

struct Listing {
  std::vector<std::string> bodies;
  std::vector<std::string> data;
  std::vector<model::Model> models;
};

Result<api::Model> read_model_id(const std::string& text) {
  const auto slash = text.find('/');
  const bool is_whole = slash != std::string::npos && slash > 0 && slash + 1 < text.size() &&
                        text.find('/', slash + 1) == std::string::npos;
  if (is_whole) return api::Model{text.substr(0, slash), text.substr(slash + 1)};
  return fail(Error::usage(fmt::format("'{}' is not a model", text),
                           "a model is author/slug, for example acme/large"));
}

Result<std::vector<api::Model>> read_model_ids(const std::vector<std::string>& texts) {
  std::vector<api::Model> models;
  for (const auto& text : texts) {
    auto model = read_model_id(text);
    if (!model) return fail(std::move(model.error()));
    models.push_back(*std::move(model));
  }
  return models;
}

Result<View> read_view(const Context& context) {
  View view;
  const auto& invocation = context.invocation;
  auto format = format_of(context);
  if (!format) return fail(std::move(format.error()));
  view.format = *format == Format::table && invocation.has("--wide") ? Format::wide : *format;

  const auto models = invocation.arguments.size() > 1 ? model::Models::several : model::Models::one;
  const bool is_full = view.format == Format::csv || view.format == Format::tsv;
  view.columns = model::default_columns(is_full ? model::Shown::wide : shown_in(view.format),
                                        is_full ? model::Models::several : models);
  if (const auto names = invocation.value("--columns")) {
    auto columns = model::select_columns(*names);
    if (!columns) return fail(std::move(columns.error()));
    view.columns = *std::move(columns);
  }
  if (const auto word = invocation.value("--sort")) {
    auto sorting = model::parse_sorting(*word);
    if (!sorting) return fail(std::move(sorting.error()));
    view.sorting = *sorting;
  }
  return view;
}

void add_model(Listing& listing, api::Answer got, const std::string& asked) {
  auto model = model::read_model(got.value);
  if (!model.id) model.id = asked;
  listing.models.push_back(std::move(model));
  listing.bodies.push_back(std::move(got.body));
  listing.data.push_back(std::move(got.data));
}

std::string show_table(const Listing& listing, const model::Rows& rows, const View& view,
                       const Context& context, Answer& answer) {
  auto table = render::endpoints_table(listing.models, rows, view.columns, context.terminal);
  if (!table.hidden.empty()) answer.notes.push_back(render::hidden_note(table.hidden));
  return std::move(table.text);
}

std::string show(const Listing& listing, const View& view, const Context& context, Answer& answer) {
  auto rows = model::list_rows(listing.models);
  if (view.sorting) rows = model::sorted(std::move(rows), *view.sorting);
  const Forms forms{
      [&] { return show_table(listing, rows, view, context, answer); },
      [&] { return view.sorting ? render::arrange_endpoints(listing.data, rows) : listing.data; },
      [&] { return render::endpoints_jsonl(listing.data, rows); },
      [&] { return render::endpoint_records(rows, view.columns); },
      [&] { return joined(listing.bodies); },
  };
  return text_in(view.format, forms, context);
}

} // namespace

Result<Answer> endpoints_list(const Context& context) {
  const auto& asked = context.invocation.arguments;
  const auto models = read_model_ids(asked);
  if (!models) return fail(models.error());
  const auto view = read_view(context);
  if (!view) return fail(view.error());
  auto connection = connect(context, Key::optional);
  if (!connection) return fail(std::move(connection.error()));

  Answer answer;
  answer.notes = connection_notes(connection->service);
  Listing listing;
  auto results = api::list_endpoints(connection->service, *models);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i])
      add_model(listing, *std::move(results[i]), asked[i]);
    else
      answer.failures.push_back(std::move(results[i].error()));
  }
  if (!listing.data.empty()) answer.out = show(listing, *view, context, answer);
  return answer;
}

} // namespace mrctl::commands
