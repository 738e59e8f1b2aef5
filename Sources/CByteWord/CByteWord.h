#ifndef TIDINGS_CBYTEWORD_H
#define TIDINGS_CBYTEWORD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Eight bytes of a text in one register, for the loops that look at every byte of every title, body
// and line. In C, because the compiler inlines a header in every module, but a function of another
// Swift module in none: each of these is a few instructions, and a call would double them.
//
// The tests mark a byte by its highest bit. Borrows may mark bytes above a marked one falsely, never
// below: the lowest mark is right, and zero says that there is none (Anderson, "Bit Twiddling Hacks":
// haszero, hasless).

#define TIDINGS_SWIFT(name) __attribute__((swift_name(name)))

typedef struct TIDINGS_SWIFT("ByteWord") tidings_word {
  uint64_t bits;
} tidings_word;

static const uint64_t tidings_word_ones = 0x0101010101010101;
static const uint64_t tidings_word_highs = 0x8080808080808080;

/// Reads the eight bytes at an index, the first lowest; they must exist.
TIDINGS_SWIFT("ByteWord.init(_:at:)")
static inline tidings_word tidings_word_at(const void *_Nullable bytes, ptrdiff_t index) {
  tidings_word word;
  memcpy(&word.bits, (const char *)bytes + index, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word.bits = __builtin_bswap64(word.bits);
#endif
  return word;
}

/// The highest bit of each byte.
TIDINGS_SWIFT("getter:ByteWord.highs()")
static inline uint64_t tidings_word_high_bits(void) { return tidings_word_highs; }

/// Marks C0 controls.
TIDINGS_SWIFT("getter:ByteWord.controls(self:)")
static inline uint64_t tidings_word_controls(tidings_word word) {
  return (word.bits - 0x2020202020202020) & ~word.bits & tidings_word_highs;
}

/// Marks DEL.
TIDINGS_SWIFT("getter:ByteWord.deletes(self:)")
static inline uint64_t tidings_word_deletes(tidings_word word) {
  return (word.bits + tidings_word_ones) & ~word.bits & tidings_word_highs;
}

/// Marks bytes that equal one once the bits of `either` are set in both.
TIDINGS_SWIFT("ByteWord.marks(self:_:either:)")
static inline uint64_t tidings_word_marks_either(tidings_word word, uint8_t byte, uint8_t either) {
  const uint64_t difference = (word.bits | tidings_word_ones * either) ^ tidings_word_ones * (uint8_t)(byte | either);
  return (difference - tidings_word_ones) & ~difference & tidings_word_highs;
}

/// Marks bytes that equal one.
TIDINGS_SWIFT("ByteWord.marks(self:_:)")
static inline uint64_t tidings_word_marks(tidings_word word, uint8_t byte) {
  return tidings_word_marks_either(word, byte, 0);
}

/// Marks spaces, and nothing else.
TIDINGS_SWIFT("getter:ByteWord.spaces(self:)")
static inline uint64_t tidings_word_spaces(tidings_word word) {
  const uint64_t difference = word.bits ^ 0x2020202020202020;
  return ~(((difference & ~tidings_word_highs) + ~tidings_word_highs) | difference) & tidings_word_highs;
}

/// The index of the first mark, 0 to 7; 8 without one.
TIDINGS_SWIFT("ByteWord.first(_:)")
static inline ptrdiff_t tidings_word_first(uint64_t marks) {
  return marks == 0 ? 8 : __builtin_ctzll(marks) >> 3;
}

#endif
