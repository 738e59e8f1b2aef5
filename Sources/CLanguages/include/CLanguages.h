#ifndef TIDINGS_CLANGUAGES_H
#define TIDINGS_CLANGUAGES_H

#include <stddef.h>

/// A file that was embedded when the target was built.
struct tidings_language_file {
  const unsigned char *bytes;
  size_t size;
};

/// Names, patterns and digits of every locale, from CLDR.
struct tidings_language_file tidings_locales(void);

/// The identifiers of the IANA database, with where each one's rules are in `tidings_zone_rules` and CLDR's names.
struct tidings_language_file tidings_zones(void);

/// The rules of all zones (RFC 9636), one file after the other.
struct tidings_language_file tidings_zone_rules(void);

#endif
