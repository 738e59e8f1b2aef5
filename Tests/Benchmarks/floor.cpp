// The floor: only what cannot be left out. simdjson, group by recipient, print fixed Markdown, cmark
// to HTML, quoted-printable, one mbox. No options, no templates, no checks.
//
//   floor EXPORT.jsonl OUTPUT.mbox
#include <cmark.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

using namespace simdjson;

namespace {

struct Item {
  std::string title, message, priority, time, url;
};

void markdown_text(std::string &out, const std::string &text) {
  for (char c : text) {
    if (c == '\n') out += ' ';
    else if (c && strchr("\\`*_{}[]<>()#+-.!|&~", c)) out += '\\', out += c;
    else out += c;
  }
}

void quoted_printable(std::string &out, const char *text, size_t length) {
  static const char hex[] = "0123456789ABCDEF";
  size_t column = 0;
  for (size_t i = 0; i < length; i++) {
    const unsigned char c = text[i];
    if (c == '\n') {
      out += "\r\n";
      column = 0;
      continue;
    }
    const bool plain = c >= 32 && c < 127 && c != '=' && !(c == ' ' && (i + 1 == length || text[i + 1] == '\n'));
    if (column + (plain ? 1 : 3) > 75) {
      out += "=\r\n";
      column = 0;
    }
    if (plain) out += char(c), column++;
    else out += '=', out += hex[c >> 4], out += hex[c & 15], column += 3;
  }
}

void digest(std::string &mbox, const std::string &user, std::vector<Item> &items) {
  std::sort(items.begin(), items.end(), [](const Item &a, const Item &b) { return a.time > b.time; });
  if (items.size() > 1000) items.resize(1000);
  std::string markdown = "# " + std::to_string(items.size()) + " new\n\n";
  for (const Item &item : items) {
    markdown += "- **";
    markdown_text(markdown, item.title);
    markdown += "** " + item.priority + "\n  ";
    markdown_text(markdown, item.message);
    markdown += "\n  " + item.time + " [Open](https://example.org" + item.url + ")\n";
  }
  char *html = cmark_markdown_to_html(markdown.data(), markdown.size(), CMARK_OPT_DEFAULT);
  mbox += "From MAILER-DAEMON Sun Feb  8 15:05:00 2026\nFrom: digest@example.org\nTo: " + user +
          "@example.org\nSubject: " + std::to_string(items.size()) +
          " new\nDate: Sun, 08 Feb 2026 15:05:00 +0000\nMessage-ID: <" + user +
          "@example.org>\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n"
          "--b\nContent-Type: text/plain; charset=utf-8\n"
          "Content-Transfer-Encoding: quoted-printable\n\n";
  quoted_printable(mbox, markdown.data(), markdown.size());
  mbox += "\n--b\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n";
  quoted_printable(mbox, html, strlen(html));
  mbox += "\n--b--\n\n";
  free(html);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) return fprintf(stderr, "usage: floor EXPORT.jsonl OUTPUT.mbox\n"), 64;
  padded_string file;
  if (padded_string::load(argv[1]).get(file)) return perror(argv[1]), 66;
  std::unordered_map<std::string, std::vector<Item>> mailboxes;
  ondemand::parser parser;
  ondemand::document_stream stream;
  if (parser.iterate_many(file, 1 << 20).get(stream)) return 65;
  for (auto document : stream) {
    Item item;
    std::string user;
    for (auto field : document.get_object()) {
      const std::string_view key = field.unescaped_key();
      std::string *target = key == "title" ? &item.title : key == "message" ? &item.message
                          : key == "priority" ? &item.priority : key == "scheduled_for" ? &item.time
                          : key == "action_url" ? &item.url : key == "user_id" ? &user : nullptr;
      std::string_view text;
      if (target && !field.value().get_string().get(text)) *target = text;
    }
    mailboxes[user].push_back(std::move(item));
  }
  FILE *output = fopen(argv[2], "wb");
  if (!output) return perror(argv[2]), 73;
  std::string mbox;
  for (auto &mailbox : mailboxes) {
    mbox.clear();
    digest(mbox, mailbox.first, mailbox.second);
    fwrite(mbox.data(), 1, mbox.size(), output);
  }
  printf("%zu messages\n", mailboxes.size());
  return fclose(output) == 0 ? 0 : 74;
}
