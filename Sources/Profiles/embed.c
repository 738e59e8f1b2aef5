#include "Profiles.h"

static const struct tidings_profile_file files[] = {{0, 0, 0}};

const size_t tidings_profile_count = 0;

struct tidings_profile_file tidings_profile_at(size_t index) { return files[index]; }
