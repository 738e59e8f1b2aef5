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

#endif
