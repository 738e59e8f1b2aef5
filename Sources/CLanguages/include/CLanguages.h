#ifndef TIDINGS_CLANGUAGES_H
#define TIDINGS_CLANGUAGES_H

#include <stddef.h>

/// A text that was embedded when the target was built.
struct tidings_language_file {
  const unsigned char *bytes;
  size_t size;
};

/// Names, patterns and digits of every locale, from CLDR.
struct tidings_language_file tidings_locales(void);

/// How the locales of CLDR write money.
struct tidings_language_file tidings_money(void);

/// The identifiers of the IANA database, each with where its rules begin among those of all, and with CLDR's names.
struct tidings_language_file tidings_zones(void);

/// Writes the rules of all zones (RFC 9636) to `target`, one file after the other; returns how many bytes they are, and
/// 0 if they do not fit. They are deflated (RFC 1950): only systems without zones of their own need them.
size_t tidings_inflate_zone_rules(unsigned char *target, size_t capacity);

#endif
