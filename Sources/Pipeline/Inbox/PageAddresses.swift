package import ByteText
internal import Delivery
internal import Notifications

/// The names of the pages of a folder, for links that lead to them.
package struct PageAddresses: Sendable {
  /// The pages that are known.
  private var pages: PersonFileList
  /// Makes the names of all others; nil where names show whose pages they are.
  private let key: SipHash.Key?

  /// The names that a folder keeps from its last run; nil where no run has written pages to it.
  ///
  /// - Throws: a `DeliveryError`, or an `PersonFolderError`.
  package init?(folder path: String) throws {
    let key = try PersonFolder.key(in: path)
    let list = try PersonFolder.list(of: .pages, in: path)
    if key == nil, list == nil { return nil }
    self.key = key
    pages = list ?? PersonFileList()
  }

  /// The names that a run is going to give to the pages of these persons.
  ///
  /// - Parameter newKey: that of the run, for a folder that has none yet.
  package init(
    folder path: String, persons: PersonList, hasPlainNames: Bool, newKey: SipHash.Key
  ) throws {
    key = hasPlainNames ? nil : try PersonFolder.key(in: path) ?? newKey
    pages = PersonFileList()
    let names = PersonFileNames(persons, key: key)
    for person in persons { _ = pages.name(names[person], of: person.key) }
  }

  func name(of recipient: RecipientID, _ profile: ProfileName) -> String {
    let owner = PersonID(profile, recipient)
    return stem(of: owner) + FolderKind.pages.suffix
  }

  private func stem(of owner: PersonID) -> String {
    if let page = pages.number(of: owner) { return pages.file(of: page).stem }
    return key.map { PersonFile(of: owner, key: $0).stem }
      ?? FileName.plain(Array(owner.recipient.text.utf8), suffix: "")
  }
}
