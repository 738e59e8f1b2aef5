#ifndef TIDINGS_TEMPLATES_H
#define TIDINGS_TEMPLATES_H

#include <stddef.h>

/// A file that was embedded when the target was built.
struct tidings_template_file {
  /// Its path below `Templates`: `catalogues/en.yaml`.
  const char *path;
  const unsigned char *bytes;
  size_t size;
  /// The dense form of a page's style or script; null for other files.
  const unsigned char *dense;
  size_t dense_size;
};

/// How many embedded files there are.
extern const size_t tidings_template_count;

/// The embedded file at `index`, which must be below `tidings_template_count`.
struct tidings_template_file tidings_template_at(size_t index);

#endif
