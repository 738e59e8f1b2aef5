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
    // Of readers of texts inside records there may be many: they take what they need.
    const size_t smallest = text_depth ? 4096 : 65536;
    const size_t capacity =
        size < smallest ? smallest : size <= usual && !text_depth ? usual : size;
    parser.reset();
    if (simdjson::get_active_implementation()->create_dom_parser_implementation(capacity, 1, parser))
      return TIDINGS_JSON_NO_MEMORY;
    text.reset(new (std::nothrow) char[capacity]);
    if (!text) return TIDINGS_JSON_NO_MEMORY;
  }
  const auto failure = parser->stage1(reinterpret_cast<const uint8_t *>(begin), size,
                                      simdjson::stage1_mode::regular);
  if (failure == simdjson::SUCCESS || failure == simdjson::EMPTY) {
    uint32_t *const found = parser->structural_indexes.get();
    token_count = failure == simdjson::SUCCESS ? parser->n_structural_indexes : 0;
    // simdjson leaves room for three more than there can be.
    found[token_count] = found[token_count + 1] = uint32_t(size);
    tokens = found;
    return TIDINGS_JSON_OK;
  }
  const auto damage = tidings::first_damage(begin, size);
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
    return walker->error = TIDINGS_JSON_TRAILING;
  } catch (const std::bad_alloc &) {
    return walker->error = TIDINGS_JSON_NO_MEMORY;
  }
}

enum tidings_json_error tidings_json_scan(tidings_json_walker *walker, const char *bytes,
                                          size_t length) {
  return walker->error = walker->scan(bytes, length);
}

enum tidings_json_error tidings_json_walk_scanned(tidings_json_walker *walker, size_t start,
                                                  size_t end, const tidings_json_paths *paths) {
  walker->advance(start);
  if (walker->cursor == walker->token_count || walker->tokens[walker->cursor] != start)
    return walker->error = TIDINGS_JSON_SYNTAX;
  try {
    const auto failure = walker->walk(end, paths, false);
    if (failure != TIDINGS_JSON_OK) return failure;
  } catch (const std::bad_alloc &) {
    return walker->error = TIDINGS_JSON_NO_MEMORY;
  }
  if (walker->tokens[walker->cursor] >= end) return TIDINGS_JSON_OK;
  return walker->error = TIDINGS_JSON_TRAILING;
}

struct tidings_json_fields tidings_json_walker_fields(const tidings_json_walker *walker) {
  return {walker->values.data(), walker->members.data(), walker->members.size(), walker->notices};
}
