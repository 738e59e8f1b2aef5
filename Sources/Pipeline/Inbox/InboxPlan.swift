internal import Digests
package import Rendering

/// How the inbox pages of a run look, and how their files are named.
package struct InboxPlan: Sendable {
  /// Names files after their recipients; otherwise their names cannot be guessed.
  package var hasPlainNames: Bool
  /// Also writes a page that lists all pages.
  package var hasIndex: Bool
  /// Lets pages load thumbnails and avatars from the web.
  package var showsImages: Bool
  package var accent: Accent

  package init(
    hasPlainNames: Bool = false, hasIndex: Bool = false, showsImages: Bool = false,
    accent: Accent = .standard
  ) {
    self.hasPlainNames = hasPlainNames
    self.hasIndex = hasIndex
    self.showsImages = showsImages
    self.accent = accent
  }

  /// The default for lines per page: a browser still filters them within a tenth of a second, in a
  /// file of at most 8 MB.
  package static let defaultLimit = 10_000
}
