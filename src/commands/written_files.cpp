#include "written_files.hpp"

#include "mrctl/json/value.hpp"

namespace mrctl::commands {

output::Presentation present_written(const std::vector<WrittenFile>& files) {
  auto rows = Json::array();
  output::ResultNames names;
  for (const auto& file : files) {
    rows.push_back({{"path", file.path}, {"written", file.is_written}});
    names.push_back(file.path);
  }
  auto result = output::present_document(dump_json(Json{{"files", rows}}));
  result.rows = [text = dump_json(rows)] { return output::json_records(text); };
  result.names = [names] { return names; };
  return result;
}

} // namespace mrctl::commands
