#include "mrctl/apply/pull.hpp"

#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/json/rows.hpp"
#include "mrctl/output/result_rows.hpp"
#include "mrctl/service/operations.hpp"

#include "pulled_preset.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

namespace mrctl::apply {

namespace {

namespace fs = std::filesystem;

// Asks for all, and keeps what can be written. Every failure is reported.
std::vector<Pulled> pull_each(const Puller& puller, const service::Service& service,
                              const std::vector<std::string>& slugs, PulledPresets& out) {
  std::vector<Result<Pulled>> presets;
  std::vector<service::Query> queries;
  for (const auto& slug : slugs)
    if (presets.emplace_back(puller.begin(slug))) queries.push_back({{slug}, {}});
  const auto answers =
      service::ask(service, spec::get_preset, std::move(queries), service::AnswerParts::facts);
  std::vector<Pulled> pulled;
  std::size_t asked = 0;
  for (auto& begun : presets) {
    auto preset = begun ? puller.take(*std::move(begun), answers[asked++]) : std::move(begun);
    if (preset)
      pulled.push_back(*std::move(preset));
    else
      out.failures.push_back(std::move(preset.error()));
  }
  return pulled;
}

Status write_text(const std::string& file, const std::string& text) {
  constexpr unsigned mode_of_new = 0644;
  return replace_file(
      file, text, {mode_of_new, Durability::loss_of_power, MissingFolders::refuse, Mode::wanted});
}

// Leaves the files as they were before.
Status put_back(std::span<const PulledFile> files) {
  for (const auto& [path, text, old] : files) {
    std::error_code error;
    if (old)
      TRY(write_text(path, *old));
    else if (!fs::remove(path, error) && error)
      return fail(Error::io("cannot remove", path, error.value()));
  }
  return {};
}

Status write_files(const std::vector<PulledFile>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    auto written = write_text(files[i].path, files[i].text);
    if (written) continue;
    TRY(put_back(std::span(files).first(i)));
    return written;
  }
  return {};
}

// Returns those whose files hold their text now.
std::vector<Pulled> write_each(std::vector<Pulled> presets, PulledPresets& out) {
  std::vector<Pulled> kept;
  for (auto& pulled : presets)
    if (auto written = write_files(pulled.files); written)
      kept.push_back(std::move(pulled));
    else
      out.failures.push_back(std::move(written.error()));
  return kept;
}

// All records or none.
Status record(const std::vector<Pulled>& presets, const std::string& service,
              const PulledRecords& records) {
  RecordTransaction changes;
  for (const auto& pulled : presets) {
    TRY_ASSIGN(auto file, recorded_path(pulled.file, records.state));
    TRY_ASSIGN(const auto before, read_record(records.read, {service, pulled.slug}));
    TRY(changes.put(records.locked, before,
                    Record{service, pulled.slug, pulled.live, {}, std::move(file)}));
  }
  return records.locked.bring_to_disk();
}

std::vector<std::string> without_repetitions(const std::vector<std::string>& slugs) {
  std::vector<std::string> out;
  for (const auto& slug : slugs)
    if (!contains(out, slug)) out.push_back(slug);
  return out;
}

} // namespace

PulledPresets pull(const Pulling& pulling, const std::vector<std::string>& slugs,
                   const PulledRecords& records) {
  PulledPresets out;
  const auto& service = pulling.source.service;
  const Puller puller(pulling);
  auto kept = write_each(pull_each(puller, service, without_repetitions(slugs), out), out);
  if (auto recorded = record(kept, service.base_url, records); !recorded) {
    for (const auto& pulled : kept)
      if (auto gone = put_back(pulled.files); !gone)
        out.failures.push_back(std::move(gone.error()));
    out.failures.insert(out.failures.begin(), std::move(recorded.error()));
    return out;
  }
  for (const auto& pulled : kept)
    append(out.notes, pulled.notes);
  out.presets = std::move(kept);
  return out;
}

// clang-format off
constexpr auto rows_of(const Pulled* /*record*/) {
  return std::tuple{
      ResultMember{"slug", &Pulled::slug, {.title = "SLUG", .is_identifier = true}},
      ResultMember{"file", &Pulled::file, {.title = "FILE"}},
      ResultMember{"version", [](const auto& pulled) { return pulled.live.version; }, {.says = "the live one", .least = 1, .title = "VERSION"}},
      ResultMember{"written", [](const auto& pulled) { return pulled.is_written(); }, {.says = "false if the file has this body already", .title = "WRITTEN"}},
  };
}
// clang-format on

output::Presentation present_pulled(const std::vector<Pulled>& presets) {
  auto result = output::present_document(result_json(presets));
  result.page = [&](output::Page& page) {
    page.rows({.grid = output::grid_of(presets, {"slug", "file", "version", "written"})});
  };
  return result;
}

Json pulled_schema() {
  return result_schema<std::vector<Pulled>>();
}

} // namespace mrctl::apply
