#ifndef TIDINGS_CPROCESS_H
#define TIDINGS_CPROCESS_H

/// How many arguments the process was started with, its own name included; 0 where that is not known.
int tidings_argument_count(void);

/// An argument as the process was started with it, valid as long as the process lives; null for a
/// number that there is none of.
const char *tidings_argument(int number);

#endif
