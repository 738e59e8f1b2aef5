import ByteText
import Foundation

/// A color of the sRGB space, eight bits a channel.
package struct RGB: Equatable, Sendable, CustomStringConvertible {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  /// `0x1D4ED8`; bits above the lowest 24 are ignored.
  package init(_ value: UInt32) {
    red = UInt8(truncatingIfNeeded: value >> 16)
    green = UInt8(truncatingIfNeeded: value >> 8)
    blue = UInt8(truncatingIfNeeded: value)
  }

  /// `#1d4ed8` or `#14d`, with or without the `#`; nil for anything else.
  package init?(hex text: String) {
    var digits = Array(text.utf8)
    if digits.first == UInt8(ascii: "#") { digits.removeFirst() }
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6, digits.allSatisfy(\.isHexadecimalDigit),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    self.init(value)
  }

  /// `#1d4ed8`
  package var description: String {
    let value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    let digits = String(value, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }

  /// The contrast ratio of WCAG 2.2, from 1 to 21.
  package func contrast(with other: RGB) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// The first color on the way to `end`, in steps of a hundredth, that is good enough; else `end`.
  func moved(towards end: RGB, until isGood: (RGB) -> Bool) -> RGB {
    for step in 0..<100 {
      let candidate = mixed(with: end, Double(step) / 100)
      if isGood(candidate) { return candidate }
    }
    return end
  }

  private func mixed(with end: RGB, _ share: Double) -> RGB {
    func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8((Double(from) * (1 - share) + Double(to) * share).rounded())
    }
    var colour = self
    colour.red = mix(red, end.red)
    colour.green = mix(green, end.green)
    colour.blue = mix(blue, end.blue)
    return colour
  }

  /// WCAG 2.2, relative luminance.
  private var luminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The color whose lightness in HSL is 1 less this one's: what mail programs that darken light
  /// mails by themselves make of it.
  var lightnessInverted: RGB {
    // Hue and saturation stay when each channel moves by what minimum and maximum move together.
    let sum = Int(max(red, green, blue)) + Int(min(red, green, blue))
    func invert(_ channel: UInt8) -> UInt8 { UInt8(clamping: 255 - sum + Int(channel)) }
    var colour = self
    colour.red = invert(red)
    colour.green = invert(green)
    colour.blue = invert(blue)
    return colour
  }
}
