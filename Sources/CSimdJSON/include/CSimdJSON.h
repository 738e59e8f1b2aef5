#ifndef TIDINGS_CSIMDJSON_H
#define TIDINGS_CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes that must be readable behind the end of whatever is walked or scanned.
#define TIDINGS_JSON_SLACK 64

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
  /// A key that a path (or, with members, the outermost object) uses stood twice; the last one won.
  TIDINGS_JSON_DUPLICATE_KEY = 1,
  /// A lone surrogate became U+FFFD.
  TIDINGS_JSON_LONE_SURROGATE = 2,
};

/// Paths whose values a walk takes down, each into a slot. Built once, then read by any thread.
typedef struct tidings_json_paths tidings_json_paths;

tidings_json_paths *tidings_json_paths_create(void);
void tidings_json_paths_destroy(tidings_json_paths *paths);

/// Adds the path that `segments` spell. Names match whatever their ASCII case and underscores, so
/// that `user_id`, `userId` and `USERID` are one. Answers the slot of the path: the same for the
/// same path, else the next from 0.
uint32_t tidings_json_paths_add(tidings_json_paths *paths, const char *const *segments,
                                size_t count);

/// Adds a slot that no walk fills: its values are derived from others'. Answers its number.
uint32_t tidings_json_paths_reserve(tidings_json_paths *paths);

/// How many slots there are.
uint32_t tidings_json_paths_slots(const tidings_json_paths *paths);

/// The parser, values and buffers of one thread.
typedef struct tidings_json_walker tidings_json_walker;

tidings_json_walker *tidings_json_walker_create(void);
void tidings_json_walker_destroy(tidings_json_walker *walker);

/// Walks over the JSON object in `bytes`, every field of it, so that all of it is validated.
///
/// TIDINGS_JSON_SLACK bytes behind `length` must be readable. With `collect_members` the members that
/// no path names are kept. Nesting is limited to 512. Where paths lead into a string that holds a JSON
/// object, they lead on into that object; the string's own slot keeps the string.
enum tidings_json_error tidings_json_walk(tidings_json_walker *walker, const char *bytes,
                                          size_t length, const tidings_json_paths *paths,
                                          int collect_members);

/// What a walk found.
struct tidings_json_fields {
  /// One for each slot; a path that led nowhere is ABSENT.
  const struct tidings_json_value *values;
  /// The members that were collected, the last of duplicates only.
  const struct tidings_json_member *members;
  size_t member_count;
  /// Bits of `tidings_json_notice`.
  uint32_t notices;
};

/// What the last successful walk found.
struct tidings_json_fields tidings_json_walker_fields(const tidings_json_walker *walker);

/// Finds the tokens of a run of records at once, which costs less than record by record; then
/// `tidings_json_walk_scanned` walks them. Fails when a string of the run is damaged; where two are,
/// it may take what is between strings for strings and find no token where a record begins.
enum tidings_json_error tidings_json_scan(tidings_json_walker *walker, const char *bytes,
                                          size_t length);

/// Walks over the object that the scanned run has from `start` to `end`, offsets that never go back;
/// fails as well where its tokens are none of an object that ends there.
enum tidings_json_error tidings_json_walk_scanned(tidings_json_walker *walker, size_t start,
                                                  size_t end, const tidings_json_paths *paths);

/// How far the search for the end of a JSON value has come; all zero at its first byte.
struct tidings_json_search {
  int64_t depth;
  /// All ones inside a string.
  uint64_t in_string;
  /// One when the next byte is escaped.
  uint64_t escaped;
  /// One when the byte before closed a string.
  uint64_t closed;
};

/// The value goes on behind the bytes that were searched.
#define TIDINGS_JSON_OPEN SIZE_MAX
/// Quotes or brackets are damaged, so that nobody can say where the value ends.
#define TIDINGS_JSON_DAMAGED (SIZE_MAX - 1)

/// Looks for the end of the object or array whose bytes begin at `bytes` (or, with a `search` that
/// was begun, go on there), by quotes and brackets alone. Answers the offset behind its last
/// bracket, or TIDINGS_JSON_OPEN.
///
/// With `strict` it answers TIDINGS_JSON_DAMAGED where a string is followed by what cannot follow one,
/// as all strings are once a quote is missing or too many. TIDINGS_JSON_SLACK bytes behind `length`
/// must be readable.
size_t tidings_json_value_end(const char *bytes, size_t length, struct tidings_json_search *search,
                              int strict);

#ifdef __cplusplus
}
#endif

#endif
