#include "text.hpp"

#include <cstring>

namespace tidings {

namespace {

const char *digits(const char *at, const char *end) {
  while (at < end && *at >= '0' && *at <= '9') at++;
  return at;
}

/// The value of four hexadecimal digits, or -1.
int32_t hex4(const char *at, const char *end) {
  if (end - at < 4) return -1;
  int32_t value = 0;
  for (int i = 0; i < 4; i++) {
    const char c = at[i];
    int digit;
    if (c >= '0' && c <= '9') digit = c - '0';
    else if (c >= 'a' && c <= 'f') digit = c - 'a' + 10;
    else if (c >= 'A' && c <= 'F') digit = c - 'A' + 10;
    else return -1;
    value = value * 16 + digit;
  }
  return value;
}

char *put_utf8(uint32_t scalar, char *out) {
  if (scalar < 0x80) {
    *out++ = char(scalar);
  } else if (scalar < 0x800) {
    *out++ = char(0xC0 | scalar >> 6);
    *out++ = char(0x80 | (scalar & 0x3F));
  } else if (scalar < 0x10000) {
    *out++ = char(0xE0 | scalar >> 12);
    *out++ = char(0x80 | (scalar >> 6 & 0x3F));
    *out++ = char(0x80 | (scalar & 0x3F));
  } else {
    *out++ = char(0xF0 | scalar >> 18);
    *out++ = char(0x80 | (scalar >> 12 & 0x3F));
    *out++ = char(0x80 | (scalar >> 6 & 0x3F));
    *out++ = char(0x80 | (scalar & 0x3F));
  }
  return out;
}

/// Reads what follows `\u`, a second escape included where both make one scalar; null where there
/// are no four digits.
const char *unicode_escape(const char *at, const char *end, uint32_t &scalar, uint32_t &notices) {
  const int32_t unit = hex4(at, end);
  if (unit < 0) return nullptr;
  at += 4;
  scalar = uint32_t(unit);
  if (unit < 0xD800 || unit > 0xDFFF) return at;
  if (unit < 0xDC00 && end - at >= 6 && at[0] == '\\' && at[1] == 'u') {
    const int32_t low = hex4(at + 2, end);
    if (low >= 0xDC00 && low <= 0xDFFF) {
      scalar = 0x10000 + (uint32_t(unit - 0xD800) << 10) + uint32_t(low - 0xDC00);
      return at + 6;
    }
  }
  scalar = 0xFFFD;
  notices |= TIDINGS_JSON_LONE_SURROGATE;
  return at;
}

/// The length of the well-formed UTF-8 sequence at `at` (Unicode table 3-7), 0 where there is none.
size_t sequence_length(const uint8_t *at, const uint8_t *end) {
  const uint8_t lead = *at;
  if (lead < 0x80) return 1;
  const size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || size_t(end - at) < length) return 0;
  const uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (at[1] < low || at[1] > high) return 0;
  for (size_t i = 2; i < length; i++)
    if ((at[i] & 0xC0) != 0x80) return 0;
  return length;
}

}  // namespace

bool is_number(const char *at, const char *end) {
  if (at < end && *at == '-') at++;
  const char *whole = digits(at, end);
  if (whole == at || (*at == '0' && whole - at > 1)) return false;
  at = whole;
  if (at < end && *at == '.') {
    const char *fraction = digits(at + 1, end);
    if (fraction == at + 1) return false;
    at = fraction;
  }
  if (at < end && (*at | 0x20) == 'e') {
    at++;
    if (at < end && (*at == '+' || *at == '-')) at++;
    const char *exponent = digits(at, end);
    if (exponent == at) return false;
    at = exponent;
  }
  return at == end;
}

size_t unescape(const char *at, const char *end, char *out, uint32_t &notices) {
  const char *const begin = out;
  while (at < end) {
    const void *found = memchr(at, '\\', size_t(end - at));
    const char *escape = found ? static_cast<const char *>(found) : end;
    memmove(out, at, size_t(escape - at));
    out += escape - at;
    if (escape == end) break;
    if (end - escape < 2) return SIZE_MAX;
    at = escape + 2;
    switch (escape[1]) {
      case '"': case '\\': case '/': *out++ = escape[1]; break;
      case 'b': *out++ = '\b'; break;
      case 'f': *out++ = '\f'; break;
      case 'n': *out++ = '\n'; break;
      case 'r': *out++ = '\r'; break;
      case 't': *out++ = '\t'; break;
      case 'u': {
        uint32_t scalar = 0;
        at = unicode_escape(at, end, scalar, notices);
        if (!at) return SIZE_MAX;
        out = put_utf8(scalar, out);
        break;
      }
      default: return SIZE_MAX;
    }
  }
  return size_t(out - begin);
}

tidings_json_error first_damage(const char *bytes, size_t length) {
  const auto *const begin = reinterpret_cast<const uint8_t *>(bytes);
  const uint8_t *const end = begin + length;
  bool in_string = false;
  for (const uint8_t *at = begin; at < end;) {
    const size_t width = sequence_length(at, end);
    if (width == 0) return TIDINGS_JSON_BAD_UTF8;
    if (in_string && *at < 0x20) return TIDINGS_JSON_CONTROL_CHARACTER;
    if (*at == '"') in_string = !in_string;
    // A control character cannot be escaped, so only what is not one is passed over.
    const bool escapes = in_string && *at == '\\' && at + 1 < end && at[1] < 0x80 && at[1] >= 0x20;
    at += escapes ? 2 : width;
  }
  return in_string ? TIDINGS_JSON_TORN : TIDINGS_JSON_OK;
}

}  // namespace tidings
