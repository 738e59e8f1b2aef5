#ifndef TIDINGS_CLANGUAGES_H
#define TIDINGS_CLANGUAGES_H

#include <stddef.h>

/// A file that was embedded when the target was built, deflated (RFC 1950): as they are, they would be a quarter of a
/// megabyte more of the binary.
struct tidings_language_file {
  const unsigned char *bytes;
  size_t size;
};

/// Names, patterns and digits of every locale, from CLDR.
struct tidings_language_file tidings_locales(void);

/// How the locales of CLDR write money.
struct tidings_language_file tidings_money(void);

/// The identifiers of the IANA database, with where each one's rules are in `tidings_zone_rules` and CLDR's names.
struct tidings_language_file tidings_zones(void);

/// The rules of all zones (RFC 9636), one file after the other. Only systems without zones of their own need them.
struct tidings_language_file tidings_zone_rules(void);

/// Writes what a file holds to `target`; returns how many bytes it is, and 0 if they do not fit.
size_t tidings_inflate(struct tidings_language_file file, unsigned char *target, size_t capacity);

#endif
