internal import ByteText
internal import Delivery
internal import Notifications

/// The name of a person's files, without its suffix. A secret name is kept as 16 bytes instead of a
/// string.
enum PersonFileName: Equatable, Sendable {
  case secret(Hash128)
  case plain(String)

  init(stem: some StringProtocol) {
    if let hash = Hash128(hexadecimal: stem) {
      self = .secret(hash)
    } else {
      self = .plain(String(stem))
    }
  }

  /// The secret name, which nobody can guess without the key.
  init(of owner: PersonID, key: SipHash.Key) {
    self = .secret(SipHash(key: key).hash128(owner.bytes))
  }

  var stem: String {
    switch self {
    case .secret(let hash): hash.hexadecimal
    case .plain(let stem): stem
    }
  }
}

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

  /// The name of a person's files.
  subscript(person: Person) -> PersonFileName {
    if let key { return PersonFileName(of: person.key, key: key) }
    return PersonFileName(stem: plain[person.key] ?? Self.index)
  }
}

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
  /// The path of the folder.
  package var folder: String
  /// Documents that are new or have changed.
  package var written = 0
  /// Documents that were left unchanged.
  package var unchanged = 0
  /// Written documents of recipients who have no notifications any more.
  package var emptied = 0
  /// Documents whose files got another name.
  package var removed = 0

  package init(folder: String = "", written: Int = 0) {
    self.folder = folder
    self.written = written
  }
}

/// Why a folder cannot be used for pages or feeds.
package enum PersonFolderError: Error, Equatable, Sendable {
  /// The file with the key of the names is damaged.
  case damagedKey(path: String)
  /// The list of the files is damaged.
  case damagedList(path: String)
}
