package import ByteText
internal import Delivery
internal import Notifications

/// The names of the pages of a folder, for links that lead to them.
package struct PageAddresses: Sendable {
  /// The pages that are known.
  private var pages: PageList
  /// Makes the names of all others; nil where names show whose pages they are.
  private let key: SipHash.Key?

  /// The names that a folder keeps from its last run; nil where no run has written pages to it.
  ///
  /// - Throws: a `DeliveryError`, or an `InboxFolderError`.
  package init?(folder path: String) throws {
    let key = try InboxFolder.key(in: path)
    let list = try InboxFolder.list(in: path)
    if key == nil, list == nil { return nil }
    self.key = key
    pages = list ?? PageList()
  }

  /// The names that a run is going to give to the pages of these persons.
  ///
  /// - Parameter newKey: that of the run, for a folder that has none yet.
  package init(
    folder path: String, persons: PersonList, hasPlainNames: Bool, newKey: SipHash.Key
  ) throws {
    key = hasPlainNames ? nil : try InboxFolder.key(in: path) ?? newKey
    pages = PageList()
    let names = PageNames(persons, key: key)
    for person in persons { _ = pages.name(names[person], of: person.key) }
  }

  func name(of recipient: RecipientID, _ profile: ProfileName) -> String {
    let owner = PersonID(profile, recipient)
    if let page = pages.number(of: owner) { return pages.file(of: page).name }
    return key.map { PageFile(of: owner, key: $0).name }
      ?? FileName.plain(Array(recipient.text.utf8), suffix: PageFile.suffix)
  }
}
