#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>

// A signal can be blocked in no thread of ours: the first one waits in libdispatch's sigsuspend, which
// unblocks all. So a handler wakes the thread that waits.
static sem_t arrivals;
static volatile sig_atomic_t arrived;
static int (*report)(void *context, int number);

static void handle(int number) {
  int code = errno;
  if (!arrived) arrived = number;
  sem_post(&arrivals);
  errno = code;
}

void tidings_end_by(int number) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  signal(number, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &one, 0);
  raise(number);
}

// Waits for the first signal, tells of it, and ends the process by the second, or when its time is over.
static void *wait_for_signals(void *context) {
  while (sem_wait(&arrivals) != 0) continue;
  int rest = report(context, arrived);
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += rest / 1000;
  end.tv_nsec += rest % 1000 * 1000000L;
  if (end.tv_nsec >= 1000000000L) {
    end.tv_sec += 1;
    end.tv_nsec -= 1000000000L;
  }
  int code;
  do {
    code = rest < 0 ? sem_wait(&arrivals) : sem_clockwait(&arrivals, CLOCK_MONOTONIC, &end);
  } while (code != 0 && errno == EINTR);
  tidings_end_by(arrived);
  return 0;
}

int tidings_watch_interruptions(int (*told)(void *context, int number), void *context) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  pthread_t thread;
  report = told;
  if (sem_init(&arrivals, 0, 0) != 0 || pthread_create(&thread, 0, wait_for_signals, context) != 0)
    return 0;
  pthread_detach(thread);
  // A system call that waits goes on waiting: what the signal means is the other thread's to say.
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART}, earlier;
  for (unsigned long index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    // Under nohup, or in the background of a script, it is ignored, and stays so.
    if (sigaction(numbers[index], 0, &earlier) == 0 && earlier.sa_handler == SIG_DFL)
      sigaction(numbers[index], &action, 0);
  }
  return 1;
}
