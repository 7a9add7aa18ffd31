# The rooms, lowest first. ARCHITECTURE.md describes each in one sentence.
mrctl_room(base
  LIBRARIES nlohmann_json::nlohmann_json tl::expected ${MRCTL_FMT} ${CMAKE_DL_LIBS})
target_compile_definitions(mrctl_base PRIVATE MRCTL_VERSION="${PROJECT_VERSION}")
mrctl_room(spec USES base)
mrctl_room(args USES base spec
  LIBRARIES CLI11::CLI11 ONLY_HERE "^CLI/")
mrctl_room(config USES base spec
  LIBRARIES mrctl_toml ONLY_HERE "^toml")
mrctl_room(request USES base spec args
  LIBRARIES mrctl_yaml ONLY_HERE "^yaml-cpp/")
mrctl_room(http USES base
  LIBRARIES mrctl_curl_headers ONLY_HERE "^curl/")
mrctl_room(model USES base)
mrctl_room(state USES base
  LIBRARIES mrctl_md ONLY_HERE "^sha2\\.h$")
mrctl_room(routing USES base model)
mrctl_room(diff USES base model)
mrctl_room(plan USES base diff state)
mrctl_room(api USES base spec http model)
mrctl_room(render USES base model state routing diff plan
  LIBRARIES mrctl_utf8proc mrctl_jq_headers ONLY_HERE "^utf8proc" "^jq" "^jv")
mrctl_room(emulator USES base http
  LIBRARIES SQLiteCpp valijson Threads::Threads ONLY_HERE "^SQLiteCpp/" "^sqlite3" "^valijson/")
mrctl_room(docgen USES base spec config model routing)
mrctl_room(commands USES base spec args config request http model state routing diff plan api render docgen)
mrctl_room(app USES base spec args config request http model state diff plan api render docgen commands)

get_property(edges GLOBAL PROPERTY MRCTL_ROOM_EDGES)
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/rooms.txt CONTENT "${edges}")
