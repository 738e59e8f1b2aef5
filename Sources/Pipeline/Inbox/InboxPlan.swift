internal import Digests
package import Rendering

/// How the inbox pages of a run look, and what their files are called.
package struct InboxPlan: Sendable {
  /// Files are called after their recipients; else nobody can guess their names.
  package var hasPlainNames: Bool
  /// A page that lists all pages is written as well.
  package var hasIndex: Bool
  /// Pages load thumbnails and avatars from the web.
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

  /// How many lines a page shows unless it is told otherwise: what a browser still filters within a
  /// tenth of a second, in a file of at most 8 MB.
  package static let defaultLimit = 10_000
}

/// What a run did with a folder of pages.
package struct InboxReport: Equatable, Sendable {
  /// New pages, and those whose content changed.
  package var written = 0
  /// Pages that were left as they are.
  package var unchanged = 0
  /// Of the written ones, those of recipients whose notifications are all gone.
  package var emptied = 0
  /// Files taken away because their recipient's page has another name now.
  package var removed = 0

  package init() {}
}

/// Why a folder cannot take pages.
package enum InboxFolderError: Error, Equatable, Sendable {
  /// The file with the key of the names is not one of ours.
  case damagedKey(path: String)
  /// The list of pages is not one of ours.
  case damagedList(path: String)
}
