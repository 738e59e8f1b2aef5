#include "CLanguages.h"

#include <zlib.h>

// Tests/TestSupport/LocaleWords/write makes these files.
static const unsigned char locales[] = {
#embed "locales.txt"
};
static const unsigned char money[] = {
#embed "money.txt"
};
static const unsigned char zones[] = {
#embed "zones.txt"
};
static const unsigned char zone_rules[] = {
#embed "zones.tzif.z"
};

struct tidings_language_file tidings_locales(void) {
  return (struct tidings_language_file){locales, sizeof locales};
}

struct tidings_language_file tidings_money(void) {
  return (struct tidings_language_file){money, sizeof money};
}

struct tidings_language_file tidings_zones(void) {
  return (struct tidings_language_file){zones, sizeof zones};
}

size_t tidings_inflate_zone_rules(unsigned char *target, size_t capacity) {
  uLongf size = capacity;
  return uncompress(target, &size, zone_rules, sizeof zone_rules) == Z_OK ? size : 0;
}
