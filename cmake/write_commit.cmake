# cmake -D SOURCE=FOLDER -D COMMIT=TEXT -D OUTPUT=FILE -P cmake/write_commit.cmake
# Writes a header with the commit: COMMIT, or if that is empty, what git says of the folder, with '+' behind it if
# files differ from it; nothing outside of git. A header that says so already keeps its time, so nothing is rebuilt.
cmake_policy(VERSION 3.25)
find_package(Git QUIET)
if(NOT COMMIT AND GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --abbrev=40 --exclude=* --dirty=+
    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define MRCTL_COMMIT \"@COMMIT@\"\n" @ONLY)
