#include "CLanguages.h"

// Tests/TestSupport/LocaleWords/write makes these files.
static const unsigned char locales[] = {
#embed "locales.txt"
};
static const unsigned char zones[] = {
#embed "zones.txt"
};
static const unsigned char zone_rules[] = {
#embed "zones.tzif"
};

struct tidings_language_file tidings_locales(void) {
  return (struct tidings_language_file){locales, sizeof locales};
}

struct tidings_language_file tidings_zones(void) {
  return (struct tidings_language_file){zones, sizeof zones};
}

struct tidings_language_file tidings_zone_rules(void) {
  return (struct tidings_language_file){zone_rules, sizeof zone_rules};
}
