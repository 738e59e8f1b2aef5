/// What a folder holds for each person.
package enum FolderKind: Sendable {
  case pages, feeds

  /// How the names of a person's files end; the list has the name with the first.
  var suffixes: [String] {
    switch self {
    case .pages: [".html"]
    case .feeds: [".atom", ".json"]
    }
  }

  /// The suffix in the list.
  var suffix: String { suffixes[0] }

  /// The file with the list of a folder's files and their owners.
  var listName: String {
    switch self {
    case .pages: ".tidings-pages"
    case .feeds: ".tidings-feeds"
    }
  }

  /// The first lines that a list may have; a new one has the first.
  var listHeadings: [String] {
    switch self {
    case .pages: ["# tidings.pages/2", "# tidings.pages/1"]
    case .feeds: ["# tidings.feeds/1"]
    }
  }
}

/// What a run did with a folder of pages or feeds.
package struct PersonFolderReport: Equatable, Sendable {
  /// Documents that are new or have changed.
  package var written = 0
  /// Documents that were left unchanged.
  package var unchanged = 0
  /// Written documents of recipients who have no notifications any more.
  package var emptied = 0
  /// Documents whose files got another name.
  package var removed = 0

  package init(written: Int = 0) { self.written = written }
}

/// Why a folder cannot be used for pages or feeds.
package enum PersonFolderError: Error, Equatable, Sendable {
  /// The file with the key of the names is damaged.
  case damagedKey(path: String)
  /// The list of the files is damaged.
  case damagedList(path: String)
}
