#ifndef TIDINGS_CPROFILES_H
#define TIDINGS_CPROFILES_H

#include <stddef.h>

/// A file that was embedded when the target was built.
struct tidings_profile_file {
  /// Its name without the folder: `rooms.yaml`.
  const char *name;
  const unsigned char *bytes;
  size_t size;
};

/// How many bundled profiles there are.
extern const size_t tidings_profile_count;

/// The bundled profile at `index`, which must be below `tidings_profile_count`.
struct tidings_profile_file tidings_profile_at(size_t index);

/// What names tell of columns.
struct tidings_profile_file tidings_weights(void);

#endif
