// The C interface of a walker, and its first stage.
#include "walker.hpp"

#include <cstring>
#include <new>

#include "text.hpp"

namespace {
/// Records seldom are larger; what a giant one needed is given back.
constexpr size_t usual = 1 << 21;
}

tidings_json_error tidings_json_walker::scan(const char *begin, size_t size) {
  bytes = begin;
  length = size;
  cursor = token_count = 0;
  backslash = 0;
  if (size > UINT32_MAX / 2) return TIDINGS_JSON_NO_MEMORY;
  const size_t held = parser ? parser->capacity() : 0;
  if (!parser || held < size || (held > usual && size <= usual)) {
    const size_t capacity = size <= usual ? (size < 65536 ? 65536 : usual) : size;
    parser.reset();
    if (simdjson::get_active_implementation()->create_dom_parser_implementation(capacity, 1, parser))
      return TIDINGS_JSON_NO_MEMORY;
    text.reset(new (std::nothrow) char[capacity]);
    if (!text) return TIDINGS_JSON_NO_MEMORY;
  }
  const auto failure = parser->stage1(reinterpret_cast<const uint8_t *>(begin), size,
                                      simdjson::stage1_mode::regular);
  if (failure == simdjson::SUCCESS || failure == simdjson::EMPTY) {
    tokens = parser->structural_indexes.get();
    token_count = failure == simdjson::SUCCESS ? parser->n_structural_indexes : 0;
    return TIDINGS_JSON_OK;
  }
  const auto damage = tidings::first_damage(begin, size, error_offset);
  return damage == TIDINGS_JSON_OK ? TIDINGS_JSON_SYNTAX : damage;
}

tidings_json_walker *tidings_json_walker_create(void) { return new tidings_json_walker; }
void tidings_json_walker_destroy(tidings_json_walker *walker) { delete walker; }

enum tidings_json_error tidings_json_walk(tidings_json_walker *walker, const char *bytes,
                                          size_t length, const tidings_json_paths *paths,
                                          int collect_members) {
  try {
    const auto damage = walker->scan(bytes, length);
    if (damage != TIDINGS_JSON_OK) return walker->error = damage;
    const auto failure = walker->walk(length, paths, collect_members != 0);
    if (failure != TIDINGS_JSON_OK) return failure;
    if (walker->cursor == walker->token_count) return TIDINGS_JSON_OK;
    walker->error_offset = walker->tokens[walker->cursor];
    return walker->error = TIDINGS_JSON_TRAILING;
  } catch (const std::bad_alloc &) {
    return walker->error = TIDINGS_JSON_NO_MEMORY;
  }
}

enum tidings_json_error tidings_json_scan(tidings_json_walker *walker, const char *bytes,
                                          size_t length) {
  return walker->error = walker->scan(bytes, length);
}

size_t tidings_json_next(const tidings_json_walker *walker) {
  return walker->cursor < walker->token_count ? walker->tokens[walker->cursor] : walker->length;
}

void tidings_json_advance(tidings_json_walker *walker, size_t offset) {
  while (walker->cursor < walker->token_count && walker->tokens[walker->cursor] < offset)
    walker->cursor++;
}

enum tidings_json_error tidings_json_walk_next(tidings_json_walker *walker, size_t limit,
                                               const tidings_json_paths *paths,
                                               int collect_members) {
  try {
    return walker->walk(limit, paths, collect_members != 0);
  } catch (const std::bad_alloc &) {
    return walker->error = TIDINGS_JSON_NO_MEMORY;
  }
}

size_t tidings_json_walker_end(const tidings_json_walker *walker) { return walker->end_offset; }

const struct tidings_json_value *tidings_json_walker_values(const tidings_json_walker *walker) {
  return walker->values.data();
}

uint32_t tidings_json_walker_notices(const tidings_json_walker *walker) { return walker->notices; }

size_t tidings_json_walker_error_offset(const tidings_json_walker *walker) {
  return walker->error_offset;
}

const struct tidings_json_member *tidings_json_walker_members(const tidings_json_walker *walker,
                                                              size_t *count) {
  *count = walker->members.size();
  return walker->members.data();
}
