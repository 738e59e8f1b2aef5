#ifndef TIDINGS_CPROCESS_H
#define TIDINGS_CPROCESS_H

/// How many arguments the process was started with, its own name included; 0 where that is not known.
int tidings_argument_count(void);

/// An argument as the process was started with it, valid as long as the process lives; null for a
/// number that there is none of.
const char *tidings_argument(int number);

/// The commit that the binary was built from; empty where the build was not told, as by a plain
/// `swift build`. Lives as long as the process.
const char *tidings_commit(void);

/// Calls `told` once, on a thread of its own, when the process gets SIGINT, SIGTERM or SIGHUP, and ends
/// the process by the next one, or so many milliseconds later as `told` returned; negative: never.
/// Those that are ignored stay ignored. To be called once; 0 if the system has no thread to spare.
int tidings_watch_interruptions(int (*told)(void *context, int number), void *context);

/// Starts a pager in a shell, or less without a command: it reads what is written to the descriptor that
/// is returned, -1 where it cannot be started. Until tidings_end_pager, Ctrl-C is the pager's alone.
int tidings_start_pager(const char *command, int *process);

/// Closes the pager's input and waits until its reader leaves it; returns its exit status, -1 where a
/// signal ended it.
int tidings_end_pager(int input, int process);

/// Sends a signal to the pager, which gives the terminal back before it ends; returns 0 if none is running.
int tidings_stop_pager(int number);

/// Ends the process by a signal, as it would have ended without being watched.
void tidings_end_by(int number);

#endif
