/// A brand's color for links and buttons, in both schemes at contrasts that can be read.
package struct Accent: Equatable, Sendable {
  /// On white and pale blue, and under white; also after a mail program has inverted them all.
  package let light: RGB
  /// On the dark scheme's backgrounds, and under its dark text.
  package let dark: RGB
  /// The color that was asked for, where it had to be made darker or lighter for the light scheme: a
  /// run reports it.
  package let replaced: RGB?

  package var wasAdjusted: Bool { replaced != nil }

  /// The ratio that WCAG 2.2 (success criterion 1.4.3) asks of text.
  package static let leastContrast = 4.5

  /// Darker than the page's links: `#1d4ed8` is too pale once its lightness is inverted.
  package static let standard = Accent(light: RGB(0x1E40AF), dark: RGB(0x93C5FD))

  private static let lightBackgrounds = [RGB(0xFFFFFF), RGB(0xF1F5F9), RGB(0xEFF6FF)]
  private static let darkBackgrounds = [RGB(0x0B1220), RGB(0x111A2C), RGB(0x12233F)]

  private init(light: RGB, dark: RGB) {
    self.light = light
    self.dark = dark
    replaced = nil
  }

  /// The color, darkened until it can be read on the light backgrounds and carries white text, also
  /// with lightness inverted, and lightened until it can be read on the dark ones.
  package init(_ colour: RGB) {
    light = colour.moved(towards: RGB(0x000000)) { candidate in
      Self.lightBackgrounds.allSatisfy {
        candidate.contrast(with: $0) >= Self.leastContrast
          && candidate.lightnessInverted.contrast(with: $0.lightnessInverted) >= Self.leastContrast
      }
    }
    dark = colour.moved(towards: RGB(0xFFFFFF)) { candidate in
      Self.darkBackgrounds.allSatisfy { candidate.contrast(with: $0) >= Self.leastContrast }
    }
    replaced = light == colour ? nil : colour
  }
}
