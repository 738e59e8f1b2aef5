package import ByteText
internal import Delivery
internal import Notifications

/// The names of the pages of a folder, for links that lead to them.
package struct PageAddresses: Sendable {
  /// Of those whose pages are known.
  private var names: [PersonID: String] = [:]
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
    names = (list?.pages ?? [:]).mapValues(\.name)
  }

  /// The names that a run is going to give to the pages of these persons.
  ///
  /// - Parameter newKey: that of the run, for a folder that has none yet.
  package init(
    folder path: String, persons: [Person], hasPlainNames: Bool, newKey: SipHash.Key
  ) throws {
    key = hasPlainNames ? nil : try InboxFolder.key(in: path) ?? newKey
    let names = PageNames(persons, key: key)
    for person in persons { self.names[person.key] = names[person] }
  }

  func name(of recipient: RecipientID, _ profile: ProfileName) -> String {
    let owner = PersonID(profile, recipient)
    if let name = names[owner] { return name }
    return key.map { FileName.secret(owner.bytes, secret: $0, suffix: ".html") }
      ?? FileName.plain(Array(recipient.text.utf8), suffix: ".html")
  }
}
