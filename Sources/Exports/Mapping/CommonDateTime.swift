import ByteText
import Notifications

/// Reads a date-time of one of the forms that nearly all exports have, several digits at once:
/// `YYYY-MM-DDThh:mm:ss`, then nothing, `.fff` or `.ffffff`, then `Z` or `+00:00`.
///
/// Every record has such a time or two; digit by digit they took a tenth of the time of reading it.
enum CommonDateTime {
  /// The instant; nil for any other text, be it a date-time or not, which is `TimeReader`'s.
  static func instant(_ bytes: UnsafeRawBufferPointer) -> Instant? {
    guard bytes.count >= 20 else { return nil }
    // In memory order from the least significant byte on: `YYYY-MM-`, `DDThh:mm`, `hh:mm:ss`.
    let (date, middle, time) = (word(bytes, 0), word(bytes, 8), word(bytes, 11))
    guard fits(date, digits: 0x00FF_FF00_FFFF_FFFF, rest: 0x2D00_002D_0000_0000),
      fits(middle, digits: 0xFFFF_00FF_FF00_FFFF, rest: 0x0000_3A00_0054_0000),
      fits(time, digits: 0xFFFF_00FF_FF00_FFFF, rest: 0x0000_3A00_003A_0000)
    else { return nil }
    let (year, month, day) = (pair(date, 0) * 100 + pair(date, 2), pair(date, 5), pair(middle, 0))
    let (hour, minute, second) = (pair(time, 0), pair(time, 3), pair(time, 6))
    // Leap days and leap seconds are for the reader.
    let lastDay = month == 2 ? 28 : 30 + (month + month >> 3) & 1
    guard (1...12).contains(month), (1...lastDay).contains(day), hour < 24, minute < 60,
      second < 60, let fraction = fraction(bytes)
    else { return nil }
    let days = CivilDate(year: year, month: month, day: day).dayNumber
    let seconds = Int64(days * 86_400 + hour * 3600 + minute * 60 + second)
    return Instant(microseconds: seconds * 1_000_000 + fraction)
  }

  /// The microseconds after the seconds; nil if another form follows.
  private static func fraction(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    var zone = 19
    var fraction = 0
    if bytes[19] == UInt8(ascii: ".") {
      // `ss.fff` with two bytes before it, or `.ffffff` with one after it.
      if bytes.count == 24 || bytes.count == 29 {
        let word = word(bytes, 16)
        guard fits(word & ~(0xFF << 56), digits: 0x00FF_FFFF_00FF_FF00, rest: 0x0000_0000_2E00_003A)
        else { return nil }
        fraction = (digit(word, 4) * 100 + pair(word, 5)) * 1000
        zone = 23
      } else if bytes.count == 27 || bytes.count == 32 {
        let word = word(bytes, 19)
        guard fits(word & ~(0xFF << 56), digits: 0x00FF_FFFF_FFFF_FF00, rest: 0x2E) else {
          return nil
        }
        fraction = pair(word, 1) * 10_000 + pair(word, 3) * 100 + pair(word, 5)
        zone = 26
      } else {
        return nil
      }
    }
    switch bytes.count - zone {
    case 1: return bytes[zone] == UInt8(ascii: "Z") ? Int64(fraction) : nil
    case 6:
      // `+00:00` with two bytes before it.
      let isUTC = word(bytes, zone - 2) >> 16 == 0x3030_3A30_302B
      return isUTC ? Int64(fraction) : nil
    default: return nil
    }
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
  }

  /// Whether the bytes under `digits` are digits, and the others those of `rest`.
  private static func fits(_ word: UInt64, digits: UInt64, rest: UInt64) -> Bool {
    let high = 0xF0F0_F0F0_F0F0_F0F0 & digits
    let zeros = 0x3030_3030_3030_3030 & digits
    // Of a digit the upper half is 3, and stays 3 when 6 is added.
    return word & ~digits == rest && word & high == zeros
      && ((word & digits) &+ (0x0606_0606_0606_0606 & digits)) & high == zeros
  }

  private static func digit(_ word: UInt64, _ place: Int) -> Int {
    Int(word >> UInt64(place * 8) & 0xF)
  }

  private static func pair(_ word: UInt64, _ place: Int) -> Int {
    digit(word, place) * 10 + digit(word, place + 1)
  }
}
