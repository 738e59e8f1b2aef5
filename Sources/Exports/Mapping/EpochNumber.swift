import Notifications

/// A decimal number that stands for a time.
///
/// Its size tells the unit: an absolute value under 1e11 is seconds (with or without a fraction),
/// under 1e14 milliseconds, anything else microseconds. Kept exact: a `Double` of a time today
/// resolves a quarter of a microsecond only.
struct EpochNumber {
  private var isNegative = false
  private var whole: Int64 = 0
  /// The first six digits of the fraction, as millionths.
  private var millionths: Int64 = 0

  /// Nil where `bytes` are no decimal number, or one too large for any unit.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    if let first = bytes.first, first == UInt8(ascii: "-") {
      isNegative = true
      position = 1
    }
    let start = position
    while position < bytes.count, bytes[position] &- 48 < 10 {
      let (product, overflow) = whole.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int64(bytes[position] &- 48))
      if overflow || carry { return nil }
      whole = sum
      position += 1
    }
    guard position > start else { return nil }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      guard let end = readFraction(bytes, from: position + 1) else { return nil }
      position = end
    }
    guard position < bytes.count else { return }
    guard bytes[position] | 0x20 == UInt8(ascii: "e"), readExponential(bytes) else { return nil }
  }

  /// Reads `1.77e9` by way of a `Double`, which is what wrote it.
  private mutating func readExponential(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite,
      let whole = Int64(exactly: value.magnitude.rounded(.down))
    else { return false }
    self.whole = whole
    millionths = Int64(((value.magnitude - Double(whole)) * 1_000_000).rounded(.down))
    return true
  }

  /// Takes in the digits from `start`; answers where they end, nil where there are none.
  private mutating func readFraction(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var position = start
    while position < bytes.count, bytes[position] &- 48 < 10 {
      if position - start < 6 { millionths = millionths * 10 + Int64(bytes[position] &- 48) }
      position += 1
    }
    for _ in 0..<max(0, 6 - (position - start)) { millionths *= 10 }
    return position > start ? position : nil
  }

  /// The instant that the number stands for; nil where it does not fit.
  func instant(epoch: Epoch) -> Instant? {
    let magnitude: (value: Int64, overflow: Bool)
    if whole < 100_000_000_000 {
      magnitude = (whole * 1_000_000 + millionths, false)
    } else if whole < 100_000_000_000_000 {
      magnitude = (whole * 1_000 + millionths / 1_000, false)
    } else {
      magnitude = (whole, false)
    }
    let microseconds = isNegative ? -magnitude.value : magnitude.value
    let isApple = epoch == .apple && whole < 1_000_000_000
    return Instant(microseconds: microseconds).adding(
      seconds: isApple ? EpochNumber.appleEpoch : 0)
  }

  /// The instant of a number that is always in milliseconds, as `{"$date": …}` has it.
  var instantOfMilliseconds: Instant? {
    let (product, overflow) = whole.multipliedReportingOverflow(by: 1_000)
    let microseconds = product.addingReportingOverflow(millionths / 1_000)
    if overflow || microseconds.overflow { return nil }
    return Instant(
      microseconds: isNegative ? -microseconds.partialValue : microseconds.partialValue)
  }

  /// 2001-01-01T00:00:00Z in seconds since 1970.
  static let appleEpoch: Int64 = 978_307_200
}
