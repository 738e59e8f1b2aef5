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

  /// The name of a person's files.
  subscript(person: Person) -> PersonFile {
    if let key { return PersonFile(of: person.key, key: key) }
    return PersonFile(stem: plain[person.key] ?? Self.index)
  }
}
