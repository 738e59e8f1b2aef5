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

static const unsigned char catalogue_es[] = {
#embed "catalogues/es.yaml"
};

static const unsigned char catalogue_fr[] = {
#embed "catalogues/fr.yaml"
};

static const unsigned char catalogue_he[] = {
#embed "catalogues/he.yaml"
};

static const unsigned char catalogue_ja[] = {
#embed "catalogues/ja.yaml"
};

static const unsigned char catalogue_pt_br[] = {
#embed "catalogues/pt-BR.yaml"
};

static const unsigned char catalogue_ru[] = {
#embed "catalogues/ru.yaml"
};

static const unsigned char catalogue_zh_hans[] = {
#embed "catalogues/zh-Hans.yaml"
};

static const unsigned char digest_digest[] = {
#embed "digest/digest.md"
};

static const unsigned char digest_item[] = {
#embed "digest/item.md"
};

static const unsigned char digest_page[] = {
#embed "digest/page.html"
};

static const unsigned char digest_css[] = {
#embed "digest/style.css"
};

static const unsigned char gallery_index_css[] = {
#embed "gallery/index.css"
};

static const unsigned char gallery_index_html[] = {
#embed "gallery/index.html"
};

static const unsigned char gallery_index_js[] = {
#embed "gallery/index.js"
};

static const unsigned char gallery_plain_css[] = {
#embed "gallery/plain.css"
};

static const unsigned char gallery_plain_html[] = {
#embed "gallery/plain.html"
};

static const unsigned char gallery_sample[] = {
#embed "gallery/sample.jsonl"
};

static const unsigned char inbox_index_css[] = {
#embed "inbox/index.css"
};

static const unsigned char inbox_index_css_dense[] = {
#embed "inbox/dense/index.css"
};

static const unsigned char inbox_index_html[] = {
#embed "inbox/index.html"
};

static const unsigned char inbox_index_js[] = {
#embed "inbox/index.js"
};

static const unsigned char inbox_index_js_dense[] = {
#embed "inbox/dense/index.js"
};

static const unsigned char inbox_html[] = {
#embed "inbox/page.html"
};

static const unsigned char inbox_js[] = {
#embed "inbox/script.js"
};

static const unsigned char inbox_js_dense[] = {
#embed "inbox/dense/script.js"
};

static const unsigned char inbox_start[] = {
#embed "inbox/start.js"
};

static const unsigned char inbox_start_dense[] = {
#embed "inbox/dense/start.js"
};

static const unsigned char inbox_css[] = {
#embed "inbox/style.css"
};

static const unsigned char inbox_css_dense[] = {
#embed "inbox/dense/style.css"
};

static const unsigned char mail_default_lead[] = {
#embed "mail/default/lead.html"
};

static const unsigned char mail_default_html[] = {
#embed "mail/default/message.html"
};

static const unsigned char mail_default_more[] = {
#embed "mail/default/more.html"
};

static const unsigned char mail_default_row[] = {
#embed "mail/default/row.html"
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


static const unsigned char schema_check[] = {
#embed "schemas/check.schema.json"
};

static const unsigned char schema_digest[] = {
#embed "schemas/digest.schema.json"
};

static const unsigned char schema_forget[] = {
#embed "schemas/forget.schema.json"
};

static const unsigned char schema_job[] = {
#embed "schemas/job.schema.json"
};

static const unsigned char schema_ledger[] = {
#embed "schemas/ledger.schema.json"
};

static const unsigned char schema_report[] = {
#embed "schemas/report.schema.json"
};


static const unsigned char schema_state[] = {
#embed "schemas/state.schema.json"
};

static const unsigned char schema_summary[] = {
#embed "schemas/summary.schema.json"
};

static const unsigned char schema_why[] = {
#embed "schemas/why.schema.json"
};

static const struct tidings_template_file files[] = {
    {"catalogues/ar.yaml", catalogue_ar, sizeof catalogue_ar},
    {"catalogues/de.yaml", catalogue_de, sizeof catalogue_de},
    {"catalogues/en.yaml", catalogue_en, sizeof catalogue_en},
    {"catalogues/es.yaml", catalogue_es, sizeof catalogue_es},
    {"catalogues/fr.yaml", catalogue_fr, sizeof catalogue_fr},
    {"catalogues/he.yaml", catalogue_he, sizeof catalogue_he},
    {"catalogues/ja.yaml", catalogue_ja, sizeof catalogue_ja},
    {"catalogues/pt-BR.yaml", catalogue_pt_br, sizeof catalogue_pt_br},
    {"catalogues/ru.yaml", catalogue_ru, sizeof catalogue_ru},
    {"catalogues/zh-Hans.yaml", catalogue_zh_hans, sizeof catalogue_zh_hans},
    {"digest/digest.md", digest_digest, sizeof digest_digest},
    {"digest/item.md", digest_item, sizeof digest_item},
    {"digest/page.html", digest_page, sizeof digest_page},
    {"digest/style.css", digest_css, sizeof digest_css},
    {"gallery/index.css", gallery_index_css, sizeof gallery_index_css},
    {"gallery/index.html", gallery_index_html, sizeof gallery_index_html},
    {"gallery/index.js", gallery_index_js, sizeof gallery_index_js},
    {"gallery/plain.css", gallery_plain_css, sizeof gallery_plain_css},
    {"gallery/plain.html", gallery_plain_html, sizeof gallery_plain_html},
    {"gallery/sample.jsonl", gallery_sample, sizeof gallery_sample},
    {"inbox/index.css", inbox_index_css, sizeof inbox_index_css, inbox_index_css_dense, sizeof inbox_index_css_dense},
    {"inbox/index.html", inbox_index_html, sizeof inbox_index_html},
    {"inbox/index.js", inbox_index_js, sizeof inbox_index_js, inbox_index_js_dense, sizeof inbox_index_js_dense},
    {"inbox/page.html", inbox_html, sizeof inbox_html},
    {"inbox/script.js", inbox_js, sizeof inbox_js, inbox_js_dense, sizeof inbox_js_dense},
    {"inbox/start.js", inbox_start, sizeof inbox_start, inbox_start_dense, sizeof inbox_start_dense},
    {"inbox/style.css", inbox_css, sizeof inbox_css, inbox_css_dense, sizeof inbox_css_dense},
    {"mail/default/lead.html", mail_default_lead, sizeof mail_default_lead},
    {"mail/default/message.html", mail_default_html, sizeof mail_default_html},
    {"mail/default/more.html", mail_default_more, sizeof mail_default_more},
    {"mail/default/row.html", mail_default_row, sizeof mail_default_row},
    {"mail/default/message.txt", mail_default_txt, sizeof mail_default_txt},
    {"mail/default/style.css", mail_default_css, sizeof mail_default_css},
    {"mail/lean/message.html", mail_lean_html, sizeof mail_lean_html},
    {"mail/lean/message.txt", mail_lean_txt, sizeof mail_lean_txt},
    {"mail/lean/style.css", mail_lean_css, sizeof mail_lean_css},
    {"schemas/check.schema.json", schema_check, sizeof schema_check},
    {"schemas/digest.schema.json", schema_digest, sizeof schema_digest},
    {"schemas/forget.schema.json", schema_forget, sizeof schema_forget},
    {"schemas/job.schema.json", schema_job, sizeof schema_job},
    {"schemas/ledger.schema.json", schema_ledger, sizeof schema_ledger},
    {"schemas/report.schema.json", schema_report, sizeof schema_report},
    {"schemas/state.schema.json", schema_state, sizeof schema_state},
    {"schemas/summary.schema.json", schema_summary, sizeof schema_summary},
    {"schemas/why.schema.json", schema_why, sizeof schema_why},
};

const size_t tidings_template_count = sizeof files / sizeof *files;

struct tidings_template_file tidings_template_at(size_t index) { return files[index]; }
