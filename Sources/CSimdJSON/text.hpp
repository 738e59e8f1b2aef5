#pragma once
#include <cstddef>
#include <cstdint>

#include "CSimdJSON.h"

namespace tidings {

/// The four characters that RFC 8259 section 2 calls whitespace.
inline bool is_space(char byte) {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

/// Whether all of the text is one number (RFC 8259 section 6).
bool is_number(const char *at, const char *end);

/// Unescapes the inside of a string into `out`, which has room for as many bytes as there are;
/// answers their number, or SIZE_MAX where an escape is bad. A lone surrogate becomes U+FFFD.
size_t unescape(const char *at, const char *end, char *out, uint32_t &notices);

/// The first rule of encoding that the text breaks: UTF-8 (RFC 3629), no control character
/// inside a string, every string closed. OK where it breaks none.
tidings_json_error first_damage(const char *bytes, size_t length);

}  // namespace tidings
