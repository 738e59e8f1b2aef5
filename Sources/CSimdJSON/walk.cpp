// One forward walk over a record: the grammar of RFC 8259 on the tokens that simdjson's stage 1 found.
//
// A token is a bracket, comma or colon, or the first byte of a string, number or literal. Between a
// token and the next there is nothing but that token and whitespace, so that its end is found from
// the next one's beginning. On-Demand copies every string and reads every number; this does neither.
#include <cstring>

#include "text.hpp"
#include "walker.hpp"

using tidings::Frame;
using tidings::none;

namespace {
constexpr size_t deepest = 512;
}

bool tidings_json_walker::fail(tidings_json_error reason, size_t offset) {
  error = reason;
  error_offset = offset;
  return false;
}

/// The offset behind a token, whitespace left out.
size_t tidings_json_walker::token_end(uint32_t token) const {
  size_t end = token + 1 < token_count ? tokens[token + 1] : length;
  if (end > limit) end = limit;
  while (end > tokens[token] + 1 && tidings::is_space(bytes[end - 1])) end--;
  return end;
}

bool tidings_json_walker::string(tidings_json_value &result) {
  const size_t start = tokens[at] + 1, end = token_end(at) - 1;
  if (end < start || bytes[end] != '"') return fail(TIDINGS_JSON_TORN, start - 1);
  at++;
  result = {bytes + start, uint32_t(end - start), TIDINGS_JSON_STRING};
  if (backslash < start) {
    const void *found = memchr(bytes + start, '\\', length - start);
    backslash = found ? size_t(static_cast<const char *>(found) - bytes) : SIZE_MAX;
  }
  if (backslash >= end) return true;
  char *out = text.get() + text_used;
  const size_t size = tidings::unescape(bytes + start, bytes + end, out, notices);
  if (size == SIZE_MAX) return fail(TIDINGS_JSON_BAD_STRING, start - 1);
  text_used += size;
  result.bytes = out;
  result.length = uint32_t(size);
  return true;
}

bool tidings_json_walker::scalar(tidings_json_value &result) {
  const size_t start = tokens[at], end = token_end(at);
  const char *const begin = bytes + start;
  const size_t size = end - start;
  result = {begin, uint32_t(size), TIDINGS_JSON_NUMBER};
  switch (*begin) {
    case 'n':
    case 't':
    case 'f': {
      const std::string_view word(begin, size);
      if (word == "null") result.kind = TIDINGS_JSON_NULL;
      else if (word == "true") result.kind = TIDINGS_JSON_TRUE;
      else if (word == "false") result.kind = TIDINGS_JSON_FALSE;
      else return fail(end >= limit ? TIDINGS_JSON_TORN : TIDINGS_JSON_BAD_LITERAL, start);
      break;
    }
    case '-': case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
      if (!tidings::is_number(begin, begin + size))
        return fail(end >= limit ? TIDINGS_JSON_TORN : TIDINGS_JSON_BAD_NUMBER, start);
      break;
    case ',': case ':': case '}': case ']': return fail(TIDINGS_JSON_SYNTAX, start);
    default: return fail(TIDINGS_JSON_BAD_LITERAL, start);
  }
  at++;
  return true;
}

bool tidings_json_walker::open(uint32_t node, bool is_object) {
  if (frames.size() == deepest) return fail(TIDINGS_JSON_TOO_DEEP, tokens[at]);
  frames.push_back({node, tokens[at], 0, ++instances, is_object});
  at++;
  return true;
}

/// Ends the innermost object or array and stores its raw text.
bool tidings_json_walker::close() {
  const Frame frame = frames.back();
  const size_t end = tokens[at] + 1;
  at++;
  frames.pop_back();
  if (frames.empty()) {
    end_offset = end;
    return true;
  }
  const Frame &parent = frames.back();
  const bool is_member = parent.is_object;
  const uint8_t kind = frame.is_object ? TIDINGS_JSON_OBJECT : TIDINGS_JSON_ARRAY;
  const tidings_json_value whole{bytes + frame.start, uint32_t(end - frame.start), kind};
  if (is_member && frame.node != none) store(frame.node, whole);
  if (is_member && collects && frames.size() == 1 && member != SIZE_MAX)
    members[member].value = whole;
  return true;
}

/// Reads a value that is not a bracket's and gives it to its slot, or opens the bracket.
bool tidings_json_walker::value(uint32_t node, tidings_json_value &result) {
  if (token_offset() >= limit) return fail(TIDINGS_JSON_TORN, limit);
  switch (bytes[tokens[at]]) {
    case '{': result.kind = TIDINGS_JSON_OBJECT; return open(node, true);
    case '[': result.kind = TIDINGS_JSON_ARRAY; return open(node, false);
    case '"': if (!string(result)) return false; break;
    default: if (!scalar(result)) return false; break;
  }
  if (node != none) store(node, result);
  return true;
}

/// Reads a member's name and colon; `node` is where the member stands in the paths.
bool tidings_json_walker::key(uint32_t &node, tidings_json_value &name) {
  if (token_offset() >= limit) return fail(TIDINGS_JSON_TORN, limit);
  const size_t start = tokens[at];
  if (bytes[start] != '"') return fail(TIDINGS_JSON_SYNTAX, start);
  Frame &frame = frames.back();
  const bool wanted = collects && frames.size() == 1;
  if (frame.node == none && !wanted) {
    if (!string(name)) return false;
    node = none;
  } else {
    node = find(frame, bytes + start, name);
    if (error != TIDINGS_JSON_OK) return false;
  }
  if (token_offset() >= limit) return fail(TIDINGS_JSON_TORN, limit);
  if (bytes[tokens[at]] != ':') return fail(TIDINGS_JSON_SYNTAX, tokens[at]);
  at++;
  if (wanted && node != none) member = SIZE_MAX;
  else if (wanted) collect(name);
  return true;
}

/// All the tokens up to the end of the outermost object.
bool tidings_json_walker::run() {
  tidings_json_value result{}, name{};
  bool begins = true;
  while (!frames.empty()) {
    if (token_offset() >= limit) return fail(TIDINGS_JSON_TORN, limit);
    const bool is_object = frames.back().is_object;
    const char byte = bytes[tokens[at]];
    if (byte == (is_object ? '}' : ']')) {
      if (!close()) return false;
      begins = false;
      continue;
    }
    if (!begins) {
      if (byte != ',') return fail(TIDINGS_JSON_SYNTAX, tokens[at]);
      at++;
    }
    uint32_t node = none;
    if (is_object && !key(node, name)) return false;
    const size_t depth = frames.size();
    const bool wanted = is_object && collects && depth == 1;
    if (!value(node, result)) return false;
    begins = frames.size() > depth;
    if (wanted && !begins && member != SIZE_MAX) members[member].value = result;
  }
  return true;
}

tidings_json_error tidings_json_walker::walk(size_t end, const tidings_json_paths *table,
                                             bool collect) {
  limit = end < length ? end : length;
  error = TIDINGS_JSON_OK;
  collects = collect;
  at = cursor;
  if (token_offset() >= limit) {
    fail(TIDINGS_JSON_TORN, limit);
  } else if (bytes[tokens[at]] != '{') {
    fail(TIDINGS_JSON_NOT_AN_OBJECT, tokens[at]);
  } else {
    prepare(table);
    if (open(0, true) && run()) cursor = at;
  }
  if (error != TIDINGS_JSON_OK) backslash = 0;  // what was walked may be walked again
  return error;
}
