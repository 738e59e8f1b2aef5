// Where a value ends, by quotes and brackets alone, 64 bytes at a time.
#include <cstring>

#include "CSimdJSON.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace {

/// One bit for each of 64 bytes.
struct Block {
  uint64_t quotes, backslashes, opening, closing;
};

#if defined(__SSE2__)
Block read(const char *bytes) {
  Block block{};
  for (int i = 0; i < 4; i++) {
    const __m128i in = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + i * 16));
    // `[` and `{`, `]` and `}` differ in one bit, which upper and lower case do too.
    const __m128i folded = _mm_or_si128(in, _mm_set1_epi8(0x20));
    const auto mask = [&](__m128i bits, char byte) {
      const int found = _mm_movemask_epi8(_mm_cmpeq_epi8(bits, _mm_set1_epi8(byte)));
      return uint64_t(uint32_t(found)) << (i * 16);
    };
    block.quotes |= mask(in, '"');
    block.backslashes |= mask(in, '\\');
    block.opening |= mask(folded, '{');
    block.closing |= mask(folded, '}');
  }
  return block;
}
#else
Block read(const char *bytes) {
  Block block{};
  for (int i = 0; i < 64; i++) {
    const uint64_t bit = uint64_t(1) << i;
    const char byte = bytes[i];
    if (byte == '"') block.quotes |= bit;
    if (byte == '\\') block.backslashes |= bit;
    if ((byte | 0x20) == '{') block.opening |= bit;
    if ((byte | 0x20) == '}') block.closing |= bit;
  }
  return block;
}
#endif

/// The bytes that a backslash escapes; `carry` is whether the first one is, then the next block's.
uint64_t escaped(uint64_t backslashes, uint64_t &carry) {
  if (backslashes == 0) {
    const uint64_t first = carry;
    carry = 0;
    return first;
  }
  uint64_t result = carry, next = 0;
  uint64_t left = backslashes & ~carry;
  while (left) {
    const int place = __builtin_ctzll(left);
    if (place == 63) {
      next = 1;
      break;
    }
    const uint64_t after = uint64_t(2) << place;
    result |= after;
    left &= ~(after | (after - 1));
  }
  carry = next;
  return result;
}

/// Bit i is the parity of the bits 0 to i.
uint64_t prefix_parity(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

/// The first 64 bytes, those behind the end masked.
Block take(const char *bytes, size_t left, tidings_json_search *search, uint64_t &valid) {
  Block block = read(bytes);
  valid = left >= 64 ? ~uint64_t(0) : (uint64_t(1) << left) - 1;
  block.backslashes &= valid;
  uint64_t carry = search->escaped;
  const uint64_t hidden = escaped(block.backslashes, carry);
  // In a block that is cut, the escape of the byte behind the cut is carried on.
  search->escaped = left >= 64 ? carry : (left > 0 ? hidden >> left & 1 : search->escaped);
  block.quotes &= valid & ~hidden;
  block.opening &= valid;
  block.closing &= valid;
  return block;
}

}  // namespace

size_t tidings_json_value_end(const char *bytes, size_t length,
                              struct tidings_json_search *search) {
  for (size_t at = 0; at < length; at += 64) {
    uint64_t valid;
    const Block block = take(bytes + at, length - at, search, valid);
    const uint64_t strings = prefix_parity(block.quotes) ^ search->in_string;
    search->in_string = (strings >> (length - at >= 64 ? 63 : length - at - 1) & 1) ? ~uint64_t(0) : 0;
    const uint64_t opening = block.opening & ~strings;
    uint64_t closing = block.closing & ~strings;
    const int64_t begun = search->depth + __builtin_popcountll(opening);
    const int64_t closed = __builtin_popcountll(closing);
    if (search->depth - closed > 0) {
      search->depth = begun - closed;
      continue;
    }
    // The value may end in this block: at the first bracket that leaves none open.
    int64_t depth = search->depth;
    uint64_t below = 0;
    for (; closing; closing &= closing - 1) {
      const uint64_t upto = closing ^ (closing - 1);
      depth += __builtin_popcountll(opening & upto & ~below) - 1;
      below = upto;
      if (depth <= 0) return at + size_t(__builtin_ctzll(closing)) + 1;
    }
    search->depth = begun - closed;
  }
  return SIZE_MAX;
}

size_t tidings_json_string_end(const char *bytes, size_t length,
                               struct tidings_json_search *search) {
  for (size_t at = 0; at < length; at += 64) {
    uint64_t valid;
    const Block block = take(bytes + at, length - at, search, valid);
    if (block.quotes) return at + size_t(__builtin_ctzll(block.quotes)) + 1;
  }
  return SIZE_MAX;
}
