#include "Templates.h"

// Every file in the order of its path: its bytes here, its row in the table below.

static const unsigned char catalogue_ar[] = {
#embed "catalogues/ar.yaml"
};

static const unsigned char catalogue_de[] = {
#embed "catalogues/de.yaml"
};

static const unsigned char catalogue_en[] = {
#embed "catalogues/en.yaml"
};

static const unsigned char mail_default_html[] = {
#embed "mail/default/message.html"
};

static const unsigned char mail_default_txt[] = {
#embed "mail/default/message.txt"
};

static const unsigned char mail_default_css[] = {
#embed "mail/default/style.css"
};

static const unsigned char mail_lean_html[] = {
#embed "mail/lean/message.html"
};

static const unsigned char mail_lean_txt[] = {
#embed "mail/lean/message.txt"
};

static const unsigned char mail_lean_css[] = {
#embed "mail/lean/style.css"
};

static const unsigned char schema_digest[] = {
#embed "schemas/digest.schema.json"
};

static const unsigned char schema_summary[] = {
#embed "schemas/summary.schema.json"
};

static const struct tidings_template_file files[] = {
    {"catalogues/ar.yaml", catalogue_ar, sizeof catalogue_ar},
    {"catalogues/de.yaml", catalogue_de, sizeof catalogue_de},
    {"catalogues/en.yaml", catalogue_en, sizeof catalogue_en},
    {"mail/default/message.html", mail_default_html, sizeof mail_default_html},
    {"mail/default/message.txt", mail_default_txt, sizeof mail_default_txt},
    {"mail/default/style.css", mail_default_css, sizeof mail_default_css},
    {"mail/lean/message.html", mail_lean_html, sizeof mail_lean_html},
    {"mail/lean/message.txt", mail_lean_txt, sizeof mail_lean_txt},
    {"mail/lean/style.css", mail_lean_css, sizeof mail_lean_css},
    {"schemas/digest.schema.json", schema_digest, sizeof schema_digest},
    {"schemas/summary.schema.json", schema_summary, sizeof schema_summary},
};

const size_t tidings_template_count = sizeof files / sizeof *files;

struct tidings_template_file tidings_template_at(size_t index) { return files[index]; }
