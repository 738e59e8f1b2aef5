// Makes a machine look small to a program that is started with this library preloaded: it has as many
// bytes of memory as TIDINGS_BENCHMARK_MEMORY says.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

long sysconf(int name) {
  static long (*real)(int);
  if (!real) real = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
  const char *bytes = getenv("TIDINGS_BENCHMARK_MEMORY");
  if (name == _SC_PHYS_PAGES && bytes) return atol(bytes) / real(_SC_PAGESIZE);
  return real(name);
}
