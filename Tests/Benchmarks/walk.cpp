// The least that reading JSON Lines can cost: simdjson On-Demand over every field of every record, on
// one core, counting them. Prints the number of records.
#include <simdjson.h>

#include <cstdio>

using namespace simdjson;

namespace {

size_t fields = 0;

void walk(ondemand::value value) {
  switch (value.type()) {
    case ondemand::json_type::object:
      for (auto field : value.get_object()) {
        (void)field.key();
        fields++;
        walk(field.value());
      }
      break;
    case ondemand::json_type::array:
      for (auto element : value.get_array()) walk(element.value());
      break;
    case ondemand::json_type::string: (void)std::string_view(value.get_string()); break;
    case ondemand::json_type::number: (void)ondemand::number(value.get_number()); break;
    case ondemand::json_type::boolean: (void)bool(value.get_bool()); break;
    case ondemand::json_type::null: (void)value.is_null(); break;
  }
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) return fprintf(stderr, "usage: walk FILE.jsonl\n"), 64;
  FILE *file = fopen(argv[1], "rb");
  if (!file) return perror(argv[1]), 66;
  const size_t block = 8 << 20;
  std::string buffer(block + (16 << 20) + SIMDJSON_PADDING, '\0');
  ondemand::parser parser;
  size_t held = 0, records = 0;
  for (;;) {
    const size_t got = fread(&buffer[held], 1, block, file);
    const size_t end = held + got;
    size_t start = 0;
    while (start < end) {
      const char *newline = (const char *)memchr(&buffer[start], '\n', end - start);
      if (!newline) break;
      const size_t length = size_t(newline - &buffer[start]);
      if (length > 0) {
        auto document = parser.iterate(&buffer[start], length, buffer.size() - start);
        walk(document.get_value());
        records++;
      }
      start += length + 1;
    }
    held = end - start;
    memmove(&buffer[0], &buffer[start], held);
    if (got == 0) break;
  }
  fclose(file);
  printf("%zu records, %zu fields\n", records, fields);
}
