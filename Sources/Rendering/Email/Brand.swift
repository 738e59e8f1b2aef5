/// Who the mails are from, as the reader sees it.
package struct Brand: Equatable, Sendable {
  /// The app's name.
  package var name: String
  /// The URL (`https`) of a square picture, shown at 24 by 24.
  package var logoURL: String?
  /// The color of links and of the button.
  package var accent: Accent
  /// The postal address in the footer, which laws on commercial mail ask for.
  package var address: String?

  package init(
    name: String, logoURL: String? = nil, accent: Accent = .standard, address: String? = nil
  ) {
    self.name = name
    self.logoURL = logoURL
    self.accent = accent
    self.address = address
  }
}
