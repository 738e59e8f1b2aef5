import ByteText
import Foundation

/// The sender of mails and pages as the reader sees it.
package struct Brand: Equatable, Sendable {
  /// The app's name.
  package var name: String
  /// The `https` URL of a square picture, shown at 24 by 24.
  package var logoURL: String?
  /// The color of links and buttons.
  package var accent = Accent.standard
  /// The postal address in the footer, which laws on commercial mail require.
  package var address: String?

  package init(name: String, address: String? = nil) { (self.name, self.address) = (name, address) }
}

/// A brand's color for links and buttons, readable in the light and the dark scheme.
package struct Accent: Equatable, Sendable {
  /// Readable on white and what is nearly white, and under white.
  package let light: RGB
  /// Readable on the dark scheme's backgrounds, and under its dark text.
  package let dark: RGB
  /// The requested color, if it had to change for the light scheme; a run reports it.
  package let replaced: RGB?

  /// The contrast ratio that WCAG 2.2 (success criterion 1.4.3) requires of text.
  package static let leastContrast = 4.5

  /// Darker than the page's links, since `#1d4ed8` is too pale with inverted lightness.
  package static let standard = Accent(light: RGB(0x1E40AF), dark: RGB(0x93C5FD))

  private static let lightBackgrounds = [
    RGB(0xFFFFFF), RGB(0xF1F5F9), RGB(0xEFF6FF), RGB(0xFEF2F2),
  ]
  private static let darkBackgrounds = [
    RGB(0x0B1220), RGB(0x111A2C), RGB(0x12233F), RGB(0x2A1216),
  ]

  private init(light: RGB, dark: RGB) {
    self.light = light
    self.dark = dark
    replaced = nil
  }

  /// Keeps a color that is readable on the light backgrounds, darkens any other just enough, and
  /// lightens it for the dark ones.
  package init(_ color: RGB) {
    light = color.moved(towards: RGB(0x000000)) { candidate in
      Self.lightBackgrounds.allSatisfy { candidate.contrast(with: $0) >= Self.leastContrast }
    }
    dark = color.moved(towards: RGB(0xFFFFFF)) { candidate in
      Self.darkBackgrounds.allSatisfy { candidate.contrast(with: $0) >= Self.leastContrast }
    }
    replaced = light == color ? nil : color
  }
}

/// An sRGB color with eight bits a channel.
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

  /// The first color on the way to `end`, in steps of a hundredth, that is good; otherwise `end`.
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
    var color = self
    color.red = mix(red, end.red)
    color.green = mix(green, end.green)
    color.blue = mix(blue, end.blue)
    return color
  }

  /// WCAG 2.2, relative luminance.
  private var luminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
