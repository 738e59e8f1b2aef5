package import ByteText
internal import Delivery
internal import Exports
package import Notifications
internal import Rendering
import Synchronization

/// The form of the URLs that an engineer gives, in options or the configuration file.
package enum WebURL {
  package static let schemes = ["https://", "http://"]
  /// What pictures and links to unsubscribe must have.
  package static let secure = ["https://"]

  /// Whether a text is a URL of the web, with a host and in printable ASCII without spaces.
  package static func isWellFormed(_ text: String, schemes: [String] = schemes) -> Bool {
    let lower = text.lowercased()
    return schemes.contains { lower.utf8.starts(with: $0.utf8) } && ReadingOptions.isBaseURL(text)
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}

/// The URLs of recipients' inboxes.
package struct InboxAddress: Sendable {
  private let template: String
  private let pages: PageAddresses?

  /// The placeholder for a page's name, which only the folder of pages knows.
  package static let pageMark = "{page}"
  static let recipientMark = "{recipient}"

  /// The first unknown placeholder of a template, such as `{pge}`, which would stay in every link.
  package static func unknownMark(in template: String) -> String? {
    unknownMark(in: template, among: [pageMark, recipientMark])
  }

  static func unknownMark(in template: String, among known: [String]) -> String? {
    let marks = template.matches(of: /\{[^{}]*\}/).map { String($0.output) }
    return marks.first { !known.contains($0) }
  }

  /// - Parameters:
  ///   - template: a URL in which `{recipient}` stands for the id, percent-encoded (RFC 3986
  ///     section 2.3), and `{page}` for the name of the recipient's page.
  ///   - pages: the names of pages; required if the template contains `{page}`.
  package init(_ template: String, pages: PageAddresses? = nil) {
    (self.template, self.pages) = (template, pages)
  }

  /// - Parameter profile: the system of the id.
  package func url(of recipient: RecipientID, _ profile: ProfileName) -> String? {
    let page = pages.map { (Self.pageMark, $0.name(of: recipient, profile)) }
    return Self.of(recipient, template: template, page.map { [$0] } ?? [])
  }

  /// The template with `{recipient}` replaced by the percent-encoded id, and other marks by their values;
  /// nil if the id would change the path. No value is looked through for marks.
  package static func of(
    _ recipient: RecipientID, template: String, _ others: [(mark: String, value: String)] = []
  ) -> String? {
    var address: [UInt8] = []
    var rest = template.utf8[...]
    while let byte = rest.first {
      let isMark = byte == UInt8(ascii: "{")
      if isMark, rest.starts(with: recipientMark.utf8) {
        if PercentEncoding.isDots(recipient.text) { return nil }
        recipient.text.withBytes { PercentEncoding.append(component: $0.span, to: &address) }
        rest.removeFirst(recipientMark.utf8.count)
      } else if isMark, let other = others.first(where: { rest.starts(with: $0.mark.utf8) }) {
        address += other.value.utf8
        rest.removeFirst(other.mark.utf8.count)
      } else {
        address.append(byte)
        rest.removeFirst()
      }
    }
    return String(decoding: address, as: UTF8.self)
  }
}

/// The names of the pages of a folder, for links that lead to them.
package final class PageAddresses: Sendable {
  /// The pages that are known.
  private let pages: Mutex<PersonFileList>
  /// Makes the names of all others; nil where names show whose pages they are.
  private let key: SipHash.Key?
  /// The owner of records that name no recipient, if a recipients file says to which system they
  /// belong.
  private let owner: RecipientID?
  /// The system of ids that name none; empty if no export tells.
  private let home: ProfileName

  /// The names that a folder keeps from its last run; nil where no run has written pages to it.
  ///
  /// - Parameters:
  ///   - inputs: what the documents are made of that lead to the pages.
  ///   - home: the system of ids that name none; empty if no export tells.
  package init?(folder path: String, for inputs: Inputs, home: ProfileName) throws {
    key = try PersonFolder.key(in: path)
    let list = try PersonFolder.list(of: .pages, in: path)
    if key == nil, list == nil { return nil }
    self.home = home
    pages = Mutex(try list ?? PersonFileList())
    owner = inputs.recipients.isEmpty ? nil : inputs.owner ?? .me
  }

  /// The names that a run is going to give to the pages of these persons.
  ///
  /// - Parameter newKey: that of the run, for a folder that has none yet.
  package init(
    folder path: String, persons: PersonList, home: ProfileName, hasPlainNames: Bool,
    newKey: SipHash.Key
  ) throws {
    self.home = home
    owner = nil
    let key = hasPlainNames ? nil : try PersonFolder.key(in: path) ?? newKey
    self.key = key
    let list = try PersonFileList()
    let names = PersonFileNames(persons, key: key)
    for person in persons { _ = try list.name(names[person], of: person.key) }
    pages = Mutex(list)
  }

  func name(of recipient: RecipientID, _ profile: ProfileName) -> String {
    let person = PersonID(profile, recipient)
    let known = pages.withLock { list in try? stem(of: person, in: list) }
    let name =
      known ?? key.map { PersonFileNames.secret(person, key: $0) }
      ?? FileName.plain(Array(recipient.text.utf8), suffix: "")
    return name + FolderKind.pages.suffixes[0]
  }

  /// The owner of records that name no recipient belongs to no system, unless a recipients file says
  /// to which; the run that wrote the pages may have had that file, or not.
  private func stem(of person: PersonID, in list: PersonFileList) throws -> String? {
    if let entry = try list[person] { return entry.stem }
    if person.profile.text.isEmpty {
      return try list.holder(of: person.recipient, home: home).flatMap { try list[$0]?.stem }
    }
    // Anybody else with the same id is another person.
    guard person.recipient == owner else { return nil }
    return try list[PersonID(ProfileName(""), person.recipient)]?.stem
  }
}
