#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static struct sigaction of_interrupts;
static _Atomic pid_t running;

int tidings_start_pager(const char *command, int *process) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  // As git does: less leaves short text on the screen (F, X) and shows colors (R).
  setenv("LESS", "FRX", 0);
  setenv("LV", "-c", 0);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  // What we ignore, a program that we start would ignore too.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigaddset(&defaults, SIGXFSZ);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  char *less[] = {"less", 0}, *shell[] = {"sh", "-c", (char *)command, 0};
  char **words = command ? shell : less;
  pid_t child;
  int code = posix_spawnp(&child, words[0], &actions, &attributes, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(ends[0]);
  if (code != 0) {
    close(ends[1]);
    return -1;
  }
  struct sigaction ignored = {.sa_handler = SIG_IGN};
  sigaction(SIGINT, &ignored, &of_interrupts);
  *process = child;
  running = child;
  return ends[1];
}

int tidings_end_pager(int input, int process) {
  close(input);
  int status;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  running = 0;
  sigaction(SIGINT, &of_interrupts, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int tidings_stop_pager(int number) {
  pid_t child = running;
  return child > 0 && kill(child, number) == 0;
}
