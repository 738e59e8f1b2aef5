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
  /// What may follow a string: white space, comma, colon, closing bracket.
  uint64_t followers;
};

#if defined(__SSE2__)
template <bool strict>
Block read(const char *bytes) {
  Block block{};
  for (int i = 0; i < 4; i++) {
    const __m128i in = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + i * 16));
    // `[` and `{`, `]` and `}` differ in one bit, which upper and lower case do too.
    const __m128i folded = _mm_or_si128(in, _mm_set1_epi8(0x20));
    const auto bits = [&](__m128i found) {
      return uint64_t(uint32_t(_mm_movemask_epi8(found))) << (i * 16);
    };
    const auto equal = [&](__m128i bytes, char byte) {
      return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte));
    };
    const __m128i closing = equal(folded, '}');
    block.quotes |= bits(equal(in, '"'));
    block.backslashes |= bits(equal(in, '\\'));
    block.opening |= bits(equal(folded, '{'));
    block.closing |= bits(closing);
    if (strict) {
      const __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(in, _mm_set1_epi8(0x20)), in);
      const __m128i marks = _mm_or_si128(equal(in, ','), equal(in, ':'));
      block.followers |= bits(_mm_or_si128(_mm_or_si128(low, marks), closing));
    }
  }
  return block;
}
#else
template <bool strict>
Block read(const char *bytes) {
  Block block{};
  for (int i = 0; i < 64; i++) {
    const uint64_t bit = uint64_t(1) << i;
    const uint8_t byte = uint8_t(bytes[i]);
    if (byte == '"') block.quotes |= bit;
    if (byte == '\\') block.backslashes |= bit;
    if ((byte | 0x20) == '{') block.opening |= bit;
    if ((byte | 0x20) == '}') block.closing |= bit;
    if (byte <= 0x20 || byte == ',' || byte == ':' || (byte | 0x20) == '}') block.followers |= bit;
  }
  return block;
}
#endif

/// The bytes that a backslash escapes; `carry` is whether the first one is, then the next block's.
uint64_t escaped(uint64_t backslashes, uint64_t &carry) {
  uint64_t result = carry;
  uint64_t left = backslashes & ~carry;
  carry = 0;
  while (left) {
    const int place = __builtin_ctzll(left);
    if (place == 63) {
      carry = 1;
      break;
    }
    const uint64_t after = uint64_t(2) << place;
    result |= after;
    left &= ~(after | (after - 1));
  }
  return result;
}

/// Bit i is the parity of the bits 0 to i.
uint64_t prefix_parity(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

/// Takes the bytes behind the end out of a block.
void cut(Block &block, size_t left) {
  const uint64_t valid = (uint64_t(1) << left) - 1;
  block.quotes &= valid;
  block.backslashes &= valid;
  block.opening &= valid;
  block.closing &= valid;
  block.followers |= ~valid;
}

/// The first closing bracket that leaves none open: its place in the block, or -1.
int end_in_block(uint64_t opening, uint64_t closing, int64_t depth) {
  uint64_t below = 0;
  for (; closing; closing &= closing - 1) {
    const uint64_t upto = closing ^ (closing - 1);
    depth += __builtin_popcountll(opening & upto & ~below) - 1;
    below = upto;
    if (depth <= 0) return __builtin_ctzll(closing);
  }
  return -1;
}

template <bool strict>
size_t value_end(const char *bytes, size_t length, tidings_json_search &search) {
  for (size_t at = 0; at < length; at += 64) {
    Block block = read<strict>(bytes + at);
    const size_t left = length - at;
    if (left < 64) cut(block, left);
    const uint64_t hidden = escaped(block.backslashes, search.escaped);
    block.quotes &= ~hidden;
    const uint64_t strings = prefix_parity(block.quotes) ^ search.in_string;
    const uint64_t opening = block.opening & ~strings, closing = block.closing & ~strings;
    const int64_t closed = __builtin_popcountll(closing);
    int end = -1;
    if (search.depth <= closed) end = end_in_block(opening, closing, search.depth);
    if (strict) {
      // Up to the value's end only: what follows is another's.
      const uint64_t upto = end < 0 ? ~uint64_t(0) : (uint64_t(2) << end) - 1;
      const uint64_t closers = block.quotes & ~strings;
      const uint64_t followed = (closers << 1) | search.closed;
      if (followed & ~block.followers & upto) return TIDINGS_JSON_DAMAGED;
      search.closed = closers >> (left < 64 ? left - 1 : 63) & 1;
    }
    if (end >= 0) return at + size_t(end) + 1;
    search.depth += __builtin_popcountll(opening) - closed;
    // The parity stays what it is behind the last quote, the masked bytes included.
    search.in_string = (strings >> 63) ? ~uint64_t(0) : 0;
    if (left < 64) search.escaped = hidden >> left & 1;
  }
  return TIDINGS_JSON_OPEN;
}

}  // namespace

size_t tidings_json_value_end(const char *bytes, size_t length, struct tidings_json_search *search,
                              int strict) {
  return strict ? value_end<true>(bytes, length, *search) : value_end<false>(bytes, length, *search);
}
