// Writes an export that looks like life: recipients with few and with very many notifications, long
// and short texts, several scripts, unsorted. The same seed gives the same bytes.
//
//   generate --records 1000000 --recipients 100000 [--seed 7] [--all-unread] [--as jsonl|array|sqlite]
//            [--days 30] --output FILE [--people RECIPIENTS.jsonl]
#include <sqlite3.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

struct Random {  // splitmix64
  uint64_t state;
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  uint64_t below(uint64_t n) { return next() % n; }
  double unit() { return double(next() >> 11) * 0x1.0p-53; }
};

struct Options {
  uint64_t records = 1000, recipients = 100, seed = 7, days = 30;
  bool all_unread = false;
  std::string form = "jsonl", output, people;
};

struct Kind {
  const char *type, *route, *entity;
  unsigned weight;
};
const Kind kinds[] = {
    {"follow_up_reminder", "/coaches?highlight=", "coach", 30},
    {"deadline_alert", "/documents?type=recommendation&id=", "document", 15},
    {"inbound_interaction", "/coaches?highlight=", "coach", 20},
    {"offer", "/offers?highlight=", "offer", 8},
    {"event", "/events/", "event", 12},
    {"general", "/schools/", "school", 13},
    {"daily_digest", "/schools/", "school", 2},
};

const char *const titles[] = {
    "Follow up with Coach Rivera", "Transcript due tomorrow", "New message from State University",
    "Offer received: 60% scholarship", "Campus visit on Saturday", "Reminder",
    "Coach Anderson viewed your profile and asked for your spring schedule",
    "Vertrag unterschreiben: Frist läuft am Freitag ab", "締め切りが近づいています：推薦状の提出",
    "مرحبا: رسالة جديدة من المدرب", "Напоминание: ответьте тренеру до пятницы",
    "תזכורת: ביקור בקמפוס ביום ראשון", "🎉 You have been invited to the elite showcase",
    "Re: *Highlights* & film <2025> – \"final\" cut",
};
const char *const sentences[] = {
    "Send the final transcript to the admissions office before noon.",
    "It has been two weeks since you last spoke; a short note keeps the conversation going.",
    "Remember to bring: \\n• photo ID\\n• immunisation records\\n• a signed waiver",
    "The staff liked your film & would love to see you at the camp in June.",
    "Bitte bestätige den Termin bis spätestens Mittwoch, damit wir den Platz freihalten können.",
    "コーチがあなたのプロフィールを見ました。返信してください。",
    "أرسل المدرب ملاحظات حول مقطع الفيديو الخاص بك.",
    "Посмотрите новые даты сборов и подтвердите участие.",
    "Reply with your GPA, test scores and two references.",
    "Deadline: 17:00 (local time). Late submissions are <not> accepted!",
    "https://example.org/apply?step=3&from=mail has the form.",
};

std::string uuid(Random &random) {
  char text[37];
  uint64_t a = random.next(), b = random.next();
  snprintf(text, sizeof text, "%08x-%04x-4%03x-%04x-%012llx", unsigned(a >> 32),
           unsigned(a >> 16) & 0xffff, unsigned(a) & 0xfff, 0x8000 | (unsigned(b >> 48) & 0x3fff),
           (unsigned long long)(b & 0xffffffffffffULL));
  return text;
}

// Days to civil date, proleptic Gregorian.
std::string timestamp(int64_t seconds, unsigned micros) {
  int64_t days = seconds / 86400, rest = seconds % 86400;
  int64_t z = days + 719468, era = z / 146097;
  int64_t doe = z - era * 146097;
  int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
  int64_t d = doy - (153 * mp + 2) / 5 + 1, m = mp < 10 ? mp + 3 : mp - 9;
  int64_t y = yoe + era * 400 + (m <= 2);
  char text[64];
  snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%06u+00:00", int(y), int(m), int(d),
           int(rest / 3600), int(rest / 60 % 60), int(rest % 60), micros);
  return text;
}

struct Record {
  std::string id, user, type, title, message, priority, read_at, scheduled_for, action_url, entity,
      entity_id, created_at;
  bool is_read;
};

class Life {
 public:
  explicit Life(const Options &options) : options_(options), random_{options.seed} {
    Random names{options.seed ^ 0x5151};
    for (uint64_t i = 0; i < options.recipients; i++) users_.push_back(uuid(names));
    for (const Kind &kind : kinds) total_ += kind.weight;
  }

  Record next() {
    Record record;
    record.id = uuid(random_);
    record.user = users_[recipient()];
    const Kind &kind = pick();
    record.type = kind.type;
    record.title = titles[random_.below(sizeof titles / sizeof *titles)];
    record.message = message();
    const unsigned p = unsigned(random_.below(100));
    record.priority = p < 8 ? "high" : p < 80 ? "normal" : "low";
    const int64_t now = 1770563100;  // 2026-02-08T15:05:00Z
    const double age = std::pow(random_.unit(), 1.6) * double(options_.days) * 86400;
    const int64_t at = now - 60 - int64_t(age);
    record.scheduled_for = timestamp(at, unsigned(random_.below(1000000)));
    record.created_at = timestamp(at - int64_t(random_.below(3600)), unsigned(random_.below(1000000)));
    record.is_read = !options_.all_unread && random_.below(100) < 60;
    if (record.is_read) record.read_at = timestamp(at + int64_t(random_.below(86400)), 0);
    record.entity = kind.entity;
    record.entity_id = uuid(random_);
    record.action_url = std::string(kind.route) + record.entity_id;
    return record;
  }

 private:
  // Every recipient gets some; one in ten thousand gets very many.
  uint64_t recipient() {
    if (random_.below(10) < 7) return random_.below(options_.recipients);
    const double skew = std::pow(random_.unit(), 4);
    return uint64_t(skew * double(options_.recipients - 1));
  }

  const Kind &pick() {
    uint64_t at = random_.below(total_);
    for (const Kind &kind : kinds) {
      if (at < kind.weight) return kind;
      at -= kind.weight;
    }
    return kinds[0];
  }

  std::string message() {
    std::string text;
    for (uint64_t n = 1 + random_.below(3) * random_.below(3); n > 0; n--) {
      if (!text.empty()) text += ' ';
      text += sentences[random_.below(sizeof sentences / sizeof *sentences)];
    }
    return text;
  }

  const Options &options_;
  Random random_;
  std::vector<std::string> users_;
  uint64_t total_ = 0;
};

std::string escaped(const std::string &text) {
  std::string out;
  for (size_t i = 0; i < text.size(); i++) {
    // The message sentences already hold JSON's own `\n`.
    if (text[i] == '"') out += "\\\"";
    else out += text[i];
  }
  return out;
}

std::string json(const Record &r) {
  std::string line = "{\"id\":\"" + r.id + "\",\"user_id\":\"" + r.user + "\",\"type\":\"" + r.type +
                     "\",\"title\":\"" + escaped(r.title) + "\",\"message\":\"" +
                     escaped(r.message) + "\",\"priority\":\"" + r.priority + "\",\"read_at\":";
  line += r.is_read ? "\"" + r.read_at + "\"" : "null";
  line += ",\"scheduled_for\":\"" + r.scheduled_for + "\",\"sent_at\":null,\"email_sent\":false" +
          ",\"email_sent_at\":null,\"action_url\":\"" + r.action_url +
          "\",\"related_entity_type\":\"" + r.entity + "\",\"related_entity_id\":\"" + r.entity_id +
          "\",\"related_school_id\":null,\"related_coach_id\":null,\"related_offer_id\":null" +
          ",\"related_event_id\":null,\"created_at\":\"" + r.created_at + "\",\"updated_at\":\"" +
          r.created_at + "\"}";
  return line;
}

std::string plain(std::string text) {
  for (size_t at; (at = text.find("\\n")) != std::string::npos;) text.replace(at, 2, "\n");
  return text;
}

int write_sqlite(const Options &options) {
  remove(options.output.c_str());
  sqlite3 *db;
  if (sqlite3_open(options.output.c_str(), &db) != SQLITE_OK) return 1;
  sqlite3_exec(db,
               "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
               "CREATE TABLE notifications(id TEXT PRIMARY KEY, user_id TEXT, type TEXT, title TEXT,"
               "message TEXT, priority TEXT, read_at TEXT, scheduled_for TEXT, sent_at TEXT,"
               "email_sent INTEGER, email_sent_at TEXT, action_url TEXT, related_entity_type TEXT,"
               "related_entity_id TEXT, related_school_id TEXT, related_coach_id TEXT,"
               "related_offer_id TEXT, related_event_id TEXT, created_at TEXT, updated_at TEXT);"
               "BEGIN",
               nullptr, nullptr, nullptr);
  sqlite3_stmt *insert;
  sqlite3_prepare_v2(db,
                     "INSERT INTO notifications VALUES(?,?,?,?,?,?,?,?,NULL,0,NULL,?,?,?,NULL,NULL,"
                     "NULL,NULL,?,?)",
                     -1, &insert, nullptr);
  Life life(options);
  for (uint64_t i = 0; i < options.records; i++) {
    const Record r = life.next();
    const std::string message = plain(r.message);
    const std::string *columns[] = {&r.id,       &r.user,          &r.type,       &r.title,
                                    &message,    &r.priority,      &r.read_at,    &r.scheduled_for,
                                    &r.action_url, &r.entity,      &r.entity_id,  &r.created_at,
                                    &r.created_at};
    for (int c = 0; c < 13; c++) {
      if (c == 6 && !r.is_read) sqlite3_bind_null(insert, c + 1);
      else sqlite3_bind_text(insert, c + 1, columns[c]->data(), int(columns[c]->size()), SQLITE_TRANSIENT);
    }
    if (sqlite3_step(insert) != SQLITE_DONE) return 1;
    sqlite3_reset(insert);
  }
  sqlite3_finalize(insert);
  sqlite3_exec(db, "COMMIT", nullptr, nullptr, nullptr);
  return sqlite3_close(db) == SQLITE_OK ? 0 : 1;
}

// The recipients of an export, each with an address.
int write_people(const Options &options) {
  FILE *file = fopen(options.people.c_str(), "wb");
  if (!file) return perror(options.people.c_str()), 1;
  Random names{options.seed ^ 0x5151};
  for (uint64_t i = 0; i < options.recipients; i++) {
    const std::string id = uuid(names);
    fprintf(file, "{\"id\":\"%s\",\"email\":\"%s@example.org\"}\n", id.c_str(), id.c_str());
  }
  return fclose(file) == 0 ? 0 : 1;
}

int write_json(const Options &options) {
  FILE *file = fopen(options.output.c_str(), "wb");
  if (!file) return perror(options.output.c_str()), 1;
  const bool array = options.form == "array";
  if (array) fputs("[", file);
  Life life(options);
  for (uint64_t i = 0; i < options.records; i++) {
    if (array && i) fputs(",\n", file);
    const std::string line = json(life.next());
    fwrite(line.data(), 1, line.size(), file);
    if (!array) fputc('\n', file);
  }
  if (array) fputs("]\n", file);
  return fclose(file) == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; i++) {
    const std::string name = argv[i];
    if (name == "--all-unread") {
      options.all_unread = true;
      continue;
    }
    if (i + 1 == argc) return fprintf(stderr, "generate: %s wants a value\n", argv[i]), 64;
    const std::string value = argv[++i];
    if (name == "--records") options.records = strtoull(value.c_str(), nullptr, 10);
    else if (name == "--recipients") options.recipients = strtoull(value.c_str(), nullptr, 10);
    else if (name == "--seed") options.seed = strtoull(value.c_str(), nullptr, 10);
    else if (name == "--days") options.days = strtoull(value.c_str(), nullptr, 10);
    else if (name == "--as") options.form = value;
    else if (name == "--output") options.output = value;
    else if (name == "--people") options.people = value;
    else return fprintf(stderr, "generate: unknown option %s\n", name.c_str()), 64;
  }
  if (options.output.empty() || options.recipients == 0)
    return fprintf(stderr, "generate: --output and at least one recipient are needed\n"), 64;
  if (!options.people.empty() && write_people(options) != 0) return 73;
  return options.form == "sqlite" ? write_sqlite(options) : write_json(options);
}
