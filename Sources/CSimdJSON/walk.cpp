// One forward walk over a record: the grammar of RFC 8259 on the tokens that simdjson's stage 1 found.
//
// A token is a bracket, comma or colon, or the first byte of a string, number or literal. Between a
// token and the next there is nothing but that token and whitespace, so that its end is found from
// the next one's beginning. On-Demand copies every string and reads every number; this does neither.
#include <cstring>

#include "text.hpp"
#include "walker.hpp"

using tidings::deepest;
using tidings::Frame;
using tidings::Guess;
using tidings::guessed;
using tidings::none;

bool tidings_json_walker::fail(tidings_json_error reason) {
  error = reason;
  return false;
}

/// What a value that is refused is read as.
tidings_json_value tidings_json_walker::refuse(tidings_json_error reason) {
  fail(reason);
  return {nullptr, 0, TIDINGS_JSON_ABSENT};
}

/// The offset behind a token, whitespace left out.
size_t tidings_json_walker::token_end(const uint32_t *token) const {
  size_t end = token[1];
  if (end > limit) end = limit;
  while (end > *token + 1 && tidings::is_space(bytes[end - 1])) end--;
  return end;
}

tidings_json_value tidings_json_walker::string(const uint32_t *token) {
  const size_t start = *token + 1, end = token_end(token) - 1;
  if (end < start || bytes[end] != '"') return refuse(TIDINGS_JSON_TORN);
  if (backslash < end) return unescaped(start, end);
  return {bytes + start, uint32_t(end - start), TIDINGS_JSON_STRING};
}

/// A string that may have an escape.
tidings_json_value tidings_json_walker::unescaped(size_t start, size_t end) {
  if (backslash < start) {
    const void *found = memchr(bytes + start, '\\', length - start);
    backslash = found ? size_t(static_cast<const char *>(found) - bytes) : SIZE_MAX;
  }
  if (backslash >= end) return {bytes + start, uint32_t(end - start), TIDINGS_JSON_STRING};
  char *out = text.get() + text_used;
  const size_t size = tidings::unescape(bytes + start, bytes + end, out, notices);
  if (size == SIZE_MAX) return refuse(TIDINGS_JSON_BAD_STRING);
  text_used += size;
  return {out, uint32_t(size), TIDINGS_JSON_STRING};
}

tidings_json_value tidings_json_walker::scalar(const uint32_t *token) {
  const size_t start = *token, end = token_end(token);
  const char *const begin = bytes + start;
  const uint32_t size = uint32_t(end - start);
  switch (*begin) {
    case 'n':
    case 't':
    case 'f': {
      const std::string_view word(begin, size);
      if (word == "null") return {begin, size, TIDINGS_JSON_NULL};
      if (word == "true") return {begin, size, TIDINGS_JSON_TRUE};
      if (word == "false") return {begin, size, TIDINGS_JSON_FALSE};
      return refuse(end >= limit ? TIDINGS_JSON_TORN : TIDINGS_JSON_BAD_LITERAL);
    }
    case '-': case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
      if (tidings::is_number(begin, begin + size)) return {begin, size, TIDINGS_JSON_NUMBER};
      return refuse(end >= limit ? TIDINGS_JSON_TORN : TIDINGS_JSON_BAD_NUMBER);
    case ',': case ':': case '}': case ']': return refuse(TIDINGS_JSON_SYNTAX);
    default: return refuse(TIDINGS_JSON_BAD_LITERAL);
  }
}

[[gnu::always_inline]] inline
void tidings_json_walker::begin(Frame *frame, uint32_t node, uint32_t start, bool is_object) {
  Guess *row = nullptr;
  if (is_object && node != none) {
    if (!guesses[node]) guesses[node].reset(new Guess[guessed]);
    row = guesses[node].get();
  }
  *frame = {node, start, 0, ++instances, row, is_object ? '}' : ']'};
}

/// A null does not displace what another spelling of the name (`user_id`, `userId`) gave.
[[gnu::always_inline]] inline
void tidings_json_walker::store(uint32_t node, tidings_json_value value) {
  const uint32_t slot = nodes[node].slot;
  if (slot >= tidings::inner) return store_inner(node, value);
  tidings_json_value &held = values[slot];
  if (value.kind == TIDINGS_JSON_NULL && held.kind != TIDINGS_JSON_ABSENT) return;
  held = value;
  filled.push_back(slot);
}

/// Gives a value that stands in `frame` to its slot, or to the member that is collected; false where
/// it was refused.
[[gnu::always_inline]] inline
bool tidings_json_walker::keep(tidings_json_value value, uint32_t node, const Frame *frame) {
  if (value.kind == TIDINGS_JSON_ABSENT) return false;
  if (node != none) store(node, value);
  else if (collects && frame == frames) members[member].value = value;
  return true;
}

/// Notes that a member was seen.
[[gnu::always_inline]] inline
void tidings_json_walker::enter(uint32_t node, tidings_json_value name, uint32_t instance) {
  tidings::NodeState &state = nodes[node];
  if (state.seen == instance) enter_again(node, name);
  state.seen = instance;
  state.name = name.bytes;
  state.name_length = name.length;
}

/// A member's name that was not guessed; `node` is where the member stands in the paths.
tidings_json_value tidings_json_walker::key(const uint32_t *token, const Frame *frame,
                                            uint32_t place, uint32_t &node) {
  if (bytes[*token] != '"') return refuse(TIDINGS_JSON_SYNTAX);
  const tidings_json_value name = string(token);
  if (frame->guesses && name.kind != TIDINGS_JSON_ABSENT)
    node = find(*frame, bytes + *token, name, place);
  return name;
}

/// Reads a member's name and colon; `token` is then its value's, and `node` where it stands in the
/// paths.
[[gnu::always_inline]] inline
bool tidings_json_walker::member_name(const uint32_t *&token, Frame *frame, uint32_t &node) {
  tidings_json_value name{bytes + *token + 1, 0, TIDINGS_JSON_STRING};
  const uint32_t place = frame->keys++;
  const Guess *guess = frame->guesses ? frame->guesses + (place < guessed ? place : 0) : nullptr;
  if (guess && bytes[*token] == '"' && guess->begins(name.bytes)) {
    name.length = guess->length - 1;
    node = guess->node;
  } else {
    name = key(token, frame, place, node);
    if (name.kind == TIDINGS_JSON_ABSENT) return false;
  }
  if (node != none) enter(node, name, frame->instance);
  token++;
  if (*token >= limit) return fail(TIDINGS_JSON_TORN);
  if (bytes[*token] != ':') return fail(TIDINGS_JSON_SYNTAX);
  token++;
  if (collects && frame == frames) {
    if (node == none) collect(name);
    else member = SIZE_MAX;
  }
  return *token < limit || fail(TIDINGS_JSON_TORN);
}

/// The string, number or literal of a token.
[[gnu::always_inline]] inline
tidings_json_value tidings_json_walker::value(const uint32_t *token) {
  const char *const begin = bytes + *token;
  const size_t start = *token, behind = token[1];
  if (*begin == '"') {
    // Most strings have no escape, and no space behind them.
    const bool is_plain = behind <= limit && behind > start + 1 && bytes[behind - 1] == '"';
    if (!is_plain || backslash < behind) return string(token);
    return {begin + 1, uint32_t(behind - start - 2), TIDINGS_JSON_STRING};
  }
  if (behind == start + 4 && behind <= limit && memcmp(begin, "null", 4) == 0)
    return {begin, 4, TIDINGS_JSON_NULL};
  return scalar(token);
}

/// All the tokens of the object at the cursor, and the cursor behind it.
///
/// One loop whose state stays in registers: as a function for each rule it took three times as long.
bool tidings_json_walker::run() {
  const uint32_t *token = tokens + cursor;
  Frame *frame = frames;
  uint32_t node = none;
  begin(frame, root, *token++, true);

begun:
  if (*token < limit && bytes[*token] == frame->closing) goto ended;

part:
  if (*token >= limit) return fail(TIDINGS_JSON_TORN);
  node = none;
  if (frame->is_object() && !member_name(token, frame, node)) return false;
  if (bytes[*token] == '{' || bytes[*token] == '[') {
    if (frame == frames + deepest - 1) return fail(TIDINGS_JSON_TOO_DEEP);
    begin(++frame, node, *token, bytes[*token] == '{');
    token++;
    goto begun;
  }
  if (!keep(value(token), node, frame)) return false;
  token++;

next:
  if (*token >= limit) return fail(TIDINGS_JSON_TORN);
  if (bytes[*token] == ',') {
    token++;
    goto part;
  }
  if (bytes[*token] != frame->closing) return fail(TIDINGS_JSON_SYNTAX);

ended:
  const uint32_t end = *token++ + 1;
  if (frame == frames) {
    cursor = uint32_t(token - tokens);
    return true;
  }
  const uint8_t kind = frame->is_object() ? TIDINGS_JSON_OBJECT : TIDINGS_JSON_ARRAY;
  const tidings_json_value whole{bytes + frame->start, end - frame->start, kind};
  node = frame->node;
  frame--;
  keep(whole, node, frame);
  goto next;
}

void tidings_json_walker::advance(size_t offset) {
  while (cursor < token_count && tokens[cursor] < offset) cursor++;
}

tidings_json_error tidings_json_walker::walk(size_t end, const tidings_json_paths *table,
                                             bool collect) {
  limit = end < length ? end : length;
  error = TIDINGS_JSON_OK;
  collects = collect;
  if (cursor >= token_count || tokens[cursor] >= limit) {
    fail(TIDINGS_JSON_TORN);
  } else if (bytes[tokens[cursor]] != '{') {
    fail(TIDINGS_JSON_NOT_AN_OBJECT);
  } else {
    prepare(table);
    if (run() && !texts.empty()) read_texts();
  }
  if (error != TIDINGS_JSON_OK) backslash = 0;  // what was walked may be walked again
  return error;
}
