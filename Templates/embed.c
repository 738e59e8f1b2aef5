#include "Templates.h"

static const unsigned char catalogue_en[] = {
#embed "catalogues/en.yaml"
};

static const struct tidings_template_file files[] = {
    {"catalogues/en.yaml", catalogue_en, sizeof catalogue_en},
};

const size_t tidings_template_count = sizeof files / sizeof *files;

struct tidings_template_file tidings_template_at(size_t index) { return files[index]; }
