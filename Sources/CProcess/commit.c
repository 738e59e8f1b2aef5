#include "CProcess.h"

// Package.swift defines it from the environment's TIDINGS_COMMIT.
#ifndef TIDINGS_COMMIT
#define TIDINGS_COMMIT ""
#endif

const char *tidings_commit(void) { return TIDINGS_COMMIT; }
