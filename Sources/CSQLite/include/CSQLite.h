#ifndef TIDINGS_CSQLITE_H
#define TIDINGS_CSQLITE_H

#include <sqlite3.h>

/// Makes a connection safe against a hostile database file: defensive, schema untrusted, no texts in
/// double quotes, triggers off, and views off unless `views` is not zero. `sqlite3_db_config` is
/// variadic, which Swift cannot call. Answers the first SQLite result code that is not SQLITE_OK, else SQLITE_OK.
int tidings_sqlite_harden(sqlite3 *connection, int views);

#endif
