internal import ByteText
internal import Delivery
internal import Notifications

/// What the files of pages and feeds are called, without their suffixes: each person's have a name of
/// their own.
struct PersonFileNames: Sendable {
  /// The page that lists all pages.
  static let index = "index"

  /// Makes names that nobody can guess; nil for those that show whose files they are.
  private let key: SipHash.Key?
  /// By owner; none where a key makes them.
  private var plain: [PersonID: String] = [:]

  init(_ persons: some Collection<Person>, key: SipHash.Key?) {
    self.key = key
    if key == nil { addPlainNames(of: persons) }
  }

  /// The id where only one person has it, else with the system before it.
  private mutating func addPlainNames(of persons: some Collection<Person>) {
    var holders: [RecipientID: Int] = [:]
    for person in persons { holders[person.recipient.id, default: 0] += 1 }
    var taken: Set<String> = [Self.index]
    for person in persons {
      let id = person.recipient.id
      let isShared = holders[id] != 1 && !person.profile.text.isEmpty
      let text = isShared ? "\(person.profile)-\(id)" : id.text
      var name = FileName.plain(Array(text.utf8), suffix: "")
      if !taken.insert(name).inserted {
        name = FileName.secret(person.key.bytes, secret: .fixed, suffix: "")
      }
      plain[person.key] = name
    }
  }

  subscript(person: Person) -> String {
    key.map { Self.secret(person.key, key: $0) } ?? plain[person.key] ?? Self.index
  }

  /// The name that nobody can guess without the key.
  static func secret(_ owner: PersonID, key: SipHash.Key) -> String {
    FileName.secret(owner.bytes, secret: key, suffix: "")
  }
}

/// What a folder holds for each person.
package enum FolderKind: Sendable {
  case pages, feeds

  /// How the names of a person's files end.
  var suffixes: [String] {
    switch self {
    case .pages: [".html"]
    case .feeds: [".atom", ".json"]
    }
  }

  /// How each of a person's files holds its fingerprint.
  var marks: [FingerprintMark] {
    switch self {
    case .pages: [.page]
    case .feeds: [.atom, .jsonFeed]
    }
  }

  /// What sentences call one of its documents, and several.
  package var singular: String { self == .pages ? "page" : "feed" }
  package var plural: String { singular + "s" }

  var listName: String {
    switch self {
    case .pages: ".tidings-pages"
    case .feeds: ".tidings-feeds"
    }
  }
}

/// What a run did with a folder of pages or feeds.
package struct PersonFolderReport: Equatable, Sendable {
  /// The path of the folder.
  package var folder = ""
  /// Documents that are new or have changed.
  package var written = 0
  /// Documents that were left unchanged.
  package var unchanged = 0
  /// Written documents of recipients who have no notifications any more.
  package var emptied = 0
  /// Documents whose files got another name.
  package var removed = 0
}
