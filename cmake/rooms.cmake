# The rooms, lowest first. ARCHITECTURE.md describes each in one sentence. A room may use the rooms that it names
# and what these may use.
mrctl_room(base
  LIBRARIES tl::expected mrctl_fmt mrctl_md ${CMAKE_DL_LIBS} ONLY_HERE "^sha2\\.h$")
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/base/version.cpp PROPERTIES
  COMPILE_DEFINITIONS "MRCTL_VERSION=\"${PROJECT_VERSION}\"")
mrctl_room(filter USES base
  LIBRARIES mrctl_jq_headers ONLY_HERE "^jq" "^jv")
mrctl_room(git USES base)
mrctl_room(spec USES base
  LIBRARIES CLI11::CLI11 ONLY_HERE "^CLI/")
mrctl_room(http USES base
  LIBRARIES mrctl_curl_headers ONLY_HERE "^curl/")
mrctl_room(json USES base
  LIBRARIES nlohmann_json::nlohmann_json ONLY_HERE "^nlohmann/")
mrctl_room(config USES json spec
  LIBRARIES mrctl_toml ONLY_HERE "^toml")
mrctl_room(document USES json
  LIBRARIES mrctl_yaml ONLY_HERE "^yaml-cpp/")
mrctl_room(output USES json
  LIBRARIES mrctl_utf8proc ONLY_HERE "^utf8proc")
mrctl_room(emulator USES spec http output
  LIBRARIES SQLiteCpp valijson Threads::Threads ONLY_HERE "^SQLiteCpp/" "^sqlite3" "^valijson/")
mrctl_room(service USES spec http output)
mrctl_room(body USES spec document output)
mrctl_room(apply USES git config service body)
mrctl_room(routing USES config service body)
mrctl_room(help USES apply)
mrctl_room(commands USES filter routing help)
mrctl_room(app USES commands)

get_property(edges GLOBAL PROPERTY MRCTL_ROOM_EDGES)
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/rooms.txt CONTENT "${edges}")
