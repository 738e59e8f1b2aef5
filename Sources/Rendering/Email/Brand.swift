/// Who the mails are from, as the reader sees it.
public struct Brand: Equatable, Sendable {
  /// The app's name.
  public var name: String
  /// The URL (`https`) of a square picture, shown at 24 by 24.
  public var logoURL: String?
  /// The colour of links and of the button.
  public var accent: Accent
  /// The postal address in the footer, which laws on commercial mail ask for.
  public var address: String?

  public init(
    name: String, logoURL: String? = nil, accent: Accent = .standard, address: String? = nil
  ) {
    self.name = name
    self.logoURL = logoURL
    self.accent = accent
    self.address = address
  }
}

/// A brand's colour for links and buttons, in both schemes at contrasts that can be read.
public struct Accent: Equatable, Sendable {
  public let light: RGB
  public let dark: RGB
  /// Whether the colour that was asked for had to be made darker or lighter.
  public let wasAdjusted: Bool

  /// The ratio that WCAG 2.2 (success criterion 1.4.3) asks of text.
  public static let leastContrast = 4.5

  public static let standard = Accent(light: RGB(0x1D4ED8), dark: RGB(0x93C5FD))

  private init(light: RGB, dark: RGB) {
    self.light = light
    self.dark = dark
    wasAdjusted = false
  }

  /// The colour, darkened until it can be read on the light backgrounds and carries white text, and
  /// lightened until it can be read on the dark ones.
  public init(_ colour: RGB) {
    let lightBackgrounds = [RGB(0xFFFFFF), RGB(0xF1F5F9), RGB(0xEFF6FF)]
    let darkBackgrounds = [RGB(0x0B1220), RGB(0x111A2C), RGB(0x12233F)]
    light = colour.moved(towards: RGB(0x000000)) { candidate in
      lightBackgrounds.allSatisfy { candidate.contrast(with: $0) >= Accent.leastContrast }
    }
    dark = colour.moved(towards: RGB(0xFFFFFF)) { candidate in
      darkBackgrounds.allSatisfy { candidate.contrast(with: $0) >= Accent.leastContrast }
    }
    wasAdjusted = light != colour
  }
}
