#ifndef TIDINGS_CSIMDJSON_H
#define TIDINGS_CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What stands at a path of a record.
enum tidings_json_kind {
  TIDINGS_JSON_ABSENT = 0,
  TIDINGS_JSON_NULL,
  TIDINGS_JSON_FALSE,
  TIDINGS_JSON_TRUE,
  /// The raw text of the number, checked against the grammar of RFC 8259 section 6.
  TIDINGS_JSON_NUMBER,
  /// The unescaped text, always valid UTF-8.
  TIDINGS_JSON_STRING,
  /// The raw JSON text of the object, brackets included.
  TIDINGS_JSON_OBJECT,
  /// The raw JSON text of the array, brackets included.
  TIDINGS_JSON_ARRAY,
};

/// A value found by a walk; its bytes belong to the record or to the walker and live until the
/// walker's next walk.
struct tidings_json_value {
  const char *bytes;
  uint32_t length;
  uint8_t kind;
};

/// A member of the record's outermost object that no path leads into or ends at.
struct tidings_json_member {
  struct tidings_json_value name;
  struct tidings_json_value value;
};

/// Why a walk failed.
enum tidings_json_error {
  TIDINGS_JSON_OK = 0,
  TIDINGS_JSON_NOT_AN_OBJECT,
  TIDINGS_JSON_BAD_UTF8,
  TIDINGS_JSON_CONTROL_CHARACTER,
  TIDINGS_JSON_BAD_STRING,
  TIDINGS_JSON_BAD_NUMBER,
  TIDINGS_JSON_BAD_LITERAL,
  TIDINGS_JSON_TOO_DEEP,
  TIDINGS_JSON_TORN,
  TIDINGS_JSON_TRAILING,
  TIDINGS_JSON_SYNTAX,
  TIDINGS_JSON_NO_MEMORY,
};

/// What a successful walk noticed; bits.
enum tidings_json_notice {
  /// A key stood twice in one object; the last one won.
  TIDINGS_JSON_DUPLICATE_KEY = 1,
  /// A lone surrogate became U+FFFD.
  TIDINGS_JSON_LONE_SURROGATE = 2,
};

/// Paths whose values a walk takes down, each into a slot. Built once, then read by any thread.
typedef struct tidings_json_paths tidings_json_paths;

tidings_json_paths *tidings_json_paths_create(void);
void tidings_json_paths_destroy(tidings_json_paths *paths);

/// Adds the path that `segments` spell. Names match whatever their case and underscores, so that
/// `user_id`, `userId` and `USERID` are one. Answers the slot of the path: the same for the same
/// path, else the next from 0.
uint32_t tidings_json_paths_add(tidings_json_paths *paths, const char *const *segments,
                                size_t count);

/// How many slots there are.
uint32_t tidings_json_paths_slots(const tidings_json_paths *paths);

/// The parser and buffers of one thread.
typedef struct tidings_json_walker tidings_json_walker;

tidings_json_walker *tidings_json_walker_create(void);
void tidings_json_walker_destroy(tidings_json_walker *walker);

/// Walks over the JSON object in `bytes`, every field of it, so that all of it is validated.
///
/// At least 64 bytes behind `length` must be readable (simdjson's padding). `values` has room for
/// the slots of `paths`; a path that leads nowhere is ABSENT. With `collect_members` the members
/// that no path names are kept for `tidings_json_walker_members`. Nesting is limited to 512.
enum tidings_json_error tidings_json_walk(tidings_json_walker *walker, const char *bytes,
                                          size_t length, const tidings_json_paths *paths,
                                          struct tidings_json_value *values, int collect_members);

/// What the last successful walk noticed: bits of `tidings_json_notice`.
uint32_t tidings_json_walker_notices(const tidings_json_walker *walker);

/// The byte offset at which the last walk failed, as far as it is known.
size_t tidings_json_walker_error_offset(const tidings_json_walker *walker);

/// The members that the last walk collected.
const struct tidings_json_member *tidings_json_walker_members(const tidings_json_walker *walker,
                                                              size_t *count);

#ifdef __cplusplus
}
#endif

#endif
