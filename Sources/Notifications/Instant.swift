import ByteText

/// A point in time: microseconds since 1970-01-01T00:00:00Z, without leap seconds (POSIX time).
///
/// Covers about 292,000 years on either side of 1970. Finer fractions of a second are cut off, so
/// that an instant takes one machine word in an index of millions.
package struct Instant: Hashable, Comparable, Sendable {
  package var microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }

  /// Whole seconds since 1970, clamped to the range of the type.
  package init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    microseconds = overflow ? (seconds < 0 ? .min : .max) : product
  }

  /// Seconds since 1970, rounded down, also before 1970.
  package var seconds: Int64 {
    let quotient = microseconds / 1_000_000
    return microseconds % 1_000_000 < 0 ? quotient - 1 : quotient
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }

  /// This instant moved by `seconds`, clamped to the range of the type.
  package func adding(seconds: Int64) -> Instant {
    adding(microseconds: Instant(seconds: seconds).microseconds)
  }

  /// This instant moved by `microseconds`, clamped to the range of the type.
  package func adding(microseconds: Int64) -> Instant {
    let (sum, overflow) = self.microseconds.addingReportingOverflow(microseconds)
    return Instant(microseconds: overflow ? (microseconds < 0 ? .min : .max) : sum)
  }

  /// `2026-02-08T15:05:00Z`, as RFC 3339 writes a time in UTC, with microseconds unless they are zero.
  package var timestamp: String {
    var bytes: [UInt8] = []
    RFC3339.append(microseconds: microseconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `timestamp` with only the digits of the fraction that are needed: `2026-02-08T22:30:00.5Z`.
  package var text: String {
    var bytes: [UInt8] = []
    RFC3339.append(microseconds: microseconds, to: &bytes, isShortest: true)
    return String(decoding: bytes, as: UTF8.self)
  }
}
