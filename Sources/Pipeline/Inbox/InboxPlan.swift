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

/// What a run did with a folder of pages.
package struct InboxReport: Equatable, Sendable {
  /// Pages that are new or have changed.
  package var written = 0
  /// Pages that were left unchanged.
  package var unchanged = 0
  /// Written pages of recipients who have no notifications any more.
  package var emptied = 0
  /// Files removed because their recipient's page has another name now.
  package var removed = 0

  package init() {}
}

/// Why a folder cannot be used for pages.
package enum InboxFolderError: Error, Equatable, Sendable {
  /// The file with the key of the names is damaged.
  case damagedKey(path: String)
  /// The list of pages is damaged.
  case damagedList(path: String)
}
