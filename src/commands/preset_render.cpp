#include "mrctl/base/error.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/document/document.hpp"
#include "mrctl/output/json.hpp"
#include "mrctl/output/presentation.hpp"
#include "mrctl/output/result_rows.hpp"
#include "mrctl/output/text.hpp"
#include "mrctl/output/yaml.hpp"

#include "checked_body.hpp"
#include "commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace mrctl::commands {

namespace {

struct RenderedBody {
  const body::PresetFile& file;
  const std::string& slug_prefix;
  CompactJson body;
};

// clang-format off
constexpr auto rows_of(const RenderedBody* /*record*/) {
  return std::tuple{
      ResultMember{"slug", [](const auto& rendered) { return rendered.file.slug; }, {"slug of the preset"}},
      ResultMember{"file", [](const auto& rendered) { return rendered.file.path; }, {"file that the body is read from"}},
      ResultMember{"slug_prefix", [](const auto& rendered) { return Sometimes{unless_empty(rendered.slug_prefix)}; }, output::doc_of_slug_prefix},
      ResultMember{"body", &RenderedBody::body, {.says = "the body that would be sent", .types = {ValueType::object}}},
  };
}
// clang-format on

// The bodies of files, which are read again when they are written: 100,000 do not fit in memory.
struct Rendering {
  std::vector<body::PresetFile> files;
  const body::PresetReader& reader;
  std::string slug_prefix;   // of every slug
  bool shows_origin = false; // for people: the place that each line comes from
  Status status{};           // fails if a body cannot be read again
};

using WriteBody = std::function<void(const body::PresetFile& file, const body::Body& body)>;

void for_each_body(Rendering& rendering, const WriteBody& write) {
  for (const auto& file : rendering.files) {
    const auto body = rendering.reader.read(file);
    if (body && !has_errors(body->problems))
      write(file, *body);
    else if (rendering.status)
      rendering.status = fail(body ? Error::invalid(body->problems) : body.error());
  }
}

std::string object_of(const body::PresetFile& file, const body::Body& body,
                      const std::string& slug_prefix) {
  return result_json(RenderedBody{file, slug_prefix, {compact_json(body.json.text().view())}});
}

void add_pointers(const JsonView& value, const std::string& pointer,
                  std::vector<std::string>& pointers) {
  std::size_t index = 0;
  for (const auto& item : value.items()) {
    pointers.push_back(value.is_object() ? pointer_join(pointer, item.key())
                                         : pointer_join(pointer, index++));
    add_pointers(item.value, std::string(pointers.back()), pointers);
  }
}

// The origin of each line on which a member begins, by the line's number.
std::map<std::size_t, std::string> origins_by_line(const std::string& yaml,
                                                   const body::Body& body) {
  std::vector<std::string> pointers;
  add_pointers(body.json.root(), "", pointers);
  const auto queries = mapped(pointers, [](const auto& pointer) {
    return document::PlaceQuery{pointer, document::PlaceOf::key};
  });
  const auto found = body::locate_all(queries, body);
  const auto document = document::read_document({"", SharedText(yaml), document::Syntax::yaml});
  if (!document) return {};
  const auto places = locate(*document, queries);
  std::map<std::size_t, std::string> lines;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto& [source, text_file, origin] = found[i];
    if (origin)
      lines[places[i].line] = fmt::format("{}:{}{}{}", origin->file, origin->line,
                                          text_file.empty() ? "" : ", ", text_file);
    else if (source != nullptr && !source->flag.empty())
      lines[places[i].line] = spelled_flag(source->flag, source->flag_path);
  }
  return lines;
}

// Comments stand in one column, unless a line is long.
std::string with_origins(const std::string& yaml, const body::Body& body) {
  constexpr std::size_t widest = 60;
  const auto origins = origins_by_line(yaml, body);
  const auto lines = lines_in(yaml);
  std::size_t width = 0;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (origins.contains(i + 1) && lines[i].size() <= widest)
      width = std::max(width, lines[i].size());
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto origin = origins.find(i + 1);
    out += origin == origins.end()
               ? std::string(lines[i])
               : fmt::format("{:<{}}  # {}", lines[i], width, output::safe_text(origin->second));
    out += "\n";
  }
  return out;
}

output::Presentation present_bodies(Rendering& rendering) {
  output::Presentation result{.is_list = true};
  result.records = [&](const output::Write& record) {
    for_each_body(rendering, [&](const auto& file, const auto& body) {
      record(object_of(file, body, rendering.slug_prefix));
    });
  };
  result.page = [&](output::Page& page) {
    std::string before;
    for_each_body(rendering, [&](const auto& file, const auto& body) {
      const auto yaml = output::yaml(compact_json(body.json.text().view()));
      page.code(fmt::format("{}# {} ({})\n{}", std::exchange(before, "\n"), file.slug,
                            output::safe_text(file.path),
                            rendering.shows_origin ? with_origins(yaml, body) : yaml),
                output::CodeOf::program);
    });
  };
  result.rows = [&] {
    std::string json = "[";
    for_each_body(rendering, [&](const auto& file, const auto& body) {
      json += (json.size() > 1 ? "," : "") + object_of(file, body, rendering.slug_prefix);
    });
    return output::json_records(json + "]");
  };
  result.names = [&] {
    output::ResultNames slugs;
    for_each_body(rendering, [&](const auto& file, const auto&) { slugs.push_back(file.slug); });
    return slugs;
  };
  result.is_long = true;
  return result;
}

} // namespace

Result<Output> preset_render(const Context& context) {
  const auto& invocation = context.invocation;
  const auto slug_prefix = invocation.flags.slug_prefix.value_or("");
  TRY_ASSIGN(auto files, body::find_preset_files(invocation.arguments, slug_prefix,
                                                 every_base(invocation, context.service.settings)));
  TRY_ASSIGN(const auto reader,
             reader_of_presets(invocation, context.input, context.service.environment_key));
  const auto activity = body::begin_checking(context.input, files.size(), "the presets");
  Output output;
  TRY_ASSIGN(output.warnings, body::visit_presets(files, reader, [](const auto&, const auto&) {
               return [] { return Status(); };
             }));

  Rendering rendering{std::move(files), reader, slug_prefix, invocation.flags.origin};
  present(output, context.wanted, present_bodies(rendering));
  if (!rendering.status) output.failures.push_back(rendering.status.error());
  return output;
}

Json render_schema() {
  return result_schema<std::vector<RenderedBody>>();
}

} // namespace mrctl::commands
