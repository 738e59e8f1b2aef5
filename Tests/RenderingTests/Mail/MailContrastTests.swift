import Foundation
import Testing

@testable import Rendering

/// A color as the mail's HTML writes it, inline.
struct MailContrastTests {
  /// Text and what it stands on, in the light scheme.
  private static let pairs: [(text: UInt32, background: UInt32)] = [
    (0x0F172A, 0xFFFFFF), (0x0F172A, 0xFEF2F2), (0x0F172A, 0xE2E8F0), (0x475569, 0xFFFFFF),
    (0x475569, 0xFEF2F2), (0xB91C1C, 0xFFFFFF), (0x7F1D1D, 0xFEF2F2), (0x1E40AF, 0xFFFFFF),
    (0x1E40AF, 0xFEF2F2), (0xFFFFFF, 0x1E40AF), (0x374151, 0xF3F4F6),
  ]
  /// Edges, hairlines and the squares of emoji, which carry no text.
  private static let lines: [UInt32] = [
    0xE2E8F0, 0xF1F5F9, 0xFECACA, 0xFEE2E2, 0xFFEDD5, 0xDCFCE7, 0xDBEAFE, 0xF3E8FF,
  ]

  @Test func `The mail's colors are readable, also where a program inverts their lightness`() {
    for pair in Self.pairs {
      let (text, background) = (RGB(pair.text), RGB(pair.background))
      #expect(text.contrast(with: background) >= 4.5, "\(text) on \(background)")
      let (invertedText, invertedBackground) = (
        text.lightnessInverted, background.lightnessInverted
      )
      #expect(
        invertedText.contrast(with: invertedBackground) >= 4.5, "\(text) on \(background), inverted"
      )
    }
  }

  @Test func `The link color of pages would not stay readable in a mail`() {
    let link = RGB(0x1D4ED8).lightnessInverted
    #expect(link.contrast(with: RGB(0xFFFFFF).lightnessInverted) < 4.5)
  }

  @Test func `The mail's colors are no others than these`() throws {
    let known = Set(
      (Self.pairs.flatMap { [$0.text, $0.background] } + Self.lines).map { RGB($0).description })
    let document = try MailSamples.renderer().document(
      of: MailSamples.digest(MailSamples.typical + MailKind.parts),
      in: try MailSamples.context(images: true))
    let html = String(decoding: document.html, as: UTF8.self)
    let body = try #require(html.range(of: "<body")).lowerBound
    let used = Set(html[body...].matches(of: /#[0-9a-f]{6}\b/).map { String($0.output) })
    #expect(used.subtracting(known) == [])
    #expect(used.count >= 9)
  }

  @Test(
    arguments: [(0xFFFFFF, 0x000000), (0x1D4ED8, 0x2758E2), (0x404040, 0xBFBFBF)]
      as [(UInt32, UInt32)])
  func `Lightness is inverted in HSL`(color: UInt32, inverted: UInt32) {
    let found = RGB(color).lightnessInverted
    #expect(found == RGB(inverted), "\(found)")
    #expect(found.lightnessInverted == RGB(color))
  }
}

extension RGB {
  /// The color whose HSL lightness is 1 minus this one's, as some mail programs do to darken mails.
  var lightnessInverted: RGB {
    // Moving every channel by the same amount keeps hue and saturation.
    let sum = Int(max(red, green, blue)) + Int(min(red, green, blue))
    func invert(_ channel: UInt8) -> UInt8 { UInt8(clamping: 255 - sum + Int(channel)) }
    var color = self
    color.red = invert(red)
    color.green = invert(green)
    color.blue = invert(blue)
    return color
  }
}
