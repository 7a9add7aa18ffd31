# The rooms, lowest first. ARCHITECTURE.md describes each in one sentence.
mrctl_room(base
  LIBRARIES tl::expected mrctl_fmt ${CMAKE_DL_LIBS})
target_compile_definitions(mrctl_base PRIVATE MRCTL_VERSION="${PROJECT_VERSION}")
mrctl_room(exchange USES base)
mrctl_room(json USES base
  LIBRARIES nlohmann_json::nlohmann_json ONLY_HERE "^nlohmann/")
mrctl_room(spec USES base)
mrctl_room(args USES base spec
  LIBRARIES CLI11::CLI11 ONLY_HERE "^CLI/")
mrctl_room(config USES base exchange json spec
  LIBRARIES mrctl_toml ONLY_HERE "^toml")
mrctl_room(document USES base json
  LIBRARIES mrctl_yaml ONLY_HERE "^yaml-cpp/")
mrctl_room(request USES base exchange json spec args document)
mrctl_room(stored USES base json spec request)
mrctl_room(filter USES base
  LIBRARIES mrctl_jq_headers ONLY_HERE "^jq" "^jv")
mrctl_room(http USES base exchange
  LIBRARIES mrctl_curl_headers ONLY_HERE "^curl/")
mrctl_room(model USES base json)
mrctl_room(state USES base exchange json
  LIBRARIES mrctl_md ONLY_HERE "^sha2\\.h$")
mrctl_room(routing USES base json model)
mrctl_room(diff USES base json model)
mrctl_room(plan USES base exchange state diff)
mrctl_room(api USES base exchange json spec http)
mrctl_room(render USES base exchange json model state routing diff plan
  LIBRARIES mrctl_utf8proc ONLY_HERE "^utf8proc")
mrctl_room(emulator USES base exchange json http
  LIBRARIES SQLiteCpp valijson Threads::Threads ONLY_HERE "^SQLiteCpp/" "^sqlite3" "^valijson/")
mrctl_room(help USES base json spec config model routing)
mrctl_room(session USES base exchange json spec args config request http model api render help)
mrctl_room(commands USES base exchange json spec config request stored filter http model state routing diff plan api render help session)
mrctl_room(app USES base exchange spec args config http render session commands)

get_property(edges GLOBAL PROPERTY MRCTL_ROOM_EDGES)
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/rooms.txt CONTENT "${edges}")
