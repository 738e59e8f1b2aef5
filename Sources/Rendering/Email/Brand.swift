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
