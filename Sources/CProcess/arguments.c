#include "CProcess.h"

// Swift reads its arguments from /proc/self/cmdline, and has none where that cannot be read: in some
// containers, and under systemd's ProcSubset. glibc hands them to what runs before main.
static int count;
static char **arguments;

__attribute__((constructor)) static void remember(int argc, char **argv) {
  count = argc;
  arguments = argv;
}

int tidings_argument_count(void) { return count; }

const char *tidings_argument(int number) {
  return number >= 0 && number < count ? arguments[number] : (const char *)0;
}
