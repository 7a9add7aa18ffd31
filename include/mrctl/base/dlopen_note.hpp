#pragma once

// MRCTL_DLOPEN_NOTE(SONAME, FEATURE, DESCRIPTION, PRIORITY): a note in the program that says that
// it may open this library (https://uapi-group.org/specifications/specs/elf_dlopen_metadata/), for
// tools that collect dependencies. All four are string literals; PRIORITY is "required" or
// "recommended". Tests compare the notes with the packages.
#define MRCTL_DLOPEN_NOTE(SONAME, FEATURE, DESCRIPTION, PRIORITY)                                  \
  __asm__(".pushsection .note.dlopen, \"a\", %note\n"                                              \
          ".balign 4\n"                                                                            \
          ".long 2f-1f\n"                                                                          \
          ".long 4f-3f\n"                                                                          \
          ".long 0x407c0c0a\n"                                                                     \
          "1: .asciz \"FDO\"\n"                                                                    \
          "2: .balign 4\n"                                                                         \
          "3: .asciz \"[{\\\"feature\\\":\\\"" FEATURE "\\\",\\\"description\\\":\\\"" DESCRIPTION \
          "\\\",\\\"priority\\\":\\\"" PRIORITY "\\\",\\\"soname\\\":[\\\"" SONAME "\\\"]}]\"\n"   \
          "4: .balign 4\n"                                                                         \
          ".popsection\n")
