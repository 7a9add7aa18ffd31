# How many sources of a room the compiler reads as one, so that it reads the headers that they share once
# (docs/decisions/0013). 0: all of a room, as clang-tidy does; 1: each for itself.
set(MRCTL_TOGETHER 12 CACHE STRING "Sources of a room that are compiled together; 0: all of them, 1: none")

function(mrctl_compile_together TARGET)
  if(NOT MRCTL_TOGETHER EQUAL 1)
    set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${MRCTL_TOGETHER})
  endif()
endfunction()
