import Exports
package import Notifications

/// Everybody for whom a run makes documents, in order.
///
/// Persons whom only the exports know are made on demand: there may be millions, and each takes 300
/// bytes.
package struct PersonList: RandomAccessCollection, Sendable {
  private let reading: Reading?
  private let mailboxes: MailboxPlaces?
  /// The names that the exports give to persons of the mailboxes.
  private var names: [PersonID: String] = [:]
  /// The persons after those of the mailboxes.
  private var others: [Person]

  /// One for each mailbox of the exports.
  package init(_ reading: Reading, names: [PersonID: String] = [:]) {
    self.names = names
    self.reading = reading
    mailboxes = reading.mailboxes
    others = []
  }

  /// - Parameter reading: the exports with the persons' notifications; nil if nobody asks how many
  ///   there are.
  package init(_ persons: [Person], _ reading: Reading? = nil) {
    self.reading = reading
    mailboxes = nil
    others = persons
  }

  /// These persons, then the others.
  func followed(by others: [Person]) -> PersonList {
    var all = self
    all.others += others
    return all
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { mailboxCount + others.count }

  private var mailboxCount: Int { mailboxes?.count ?? 0 }

  package subscript(position: Int) -> Person {
    guard position < mailboxCount, let mailboxes, let reading else {
      return others[position - mailboxCount]
    }
    let mailbox = mailboxes[position]
    let isOwner = mailbox.recipient == reading.owner
    let profile = mailboxes.profile(of: mailbox)
    var recipient = Recipient(id: mailbox.recipient, profile: mailbox.profile)
    if !names.isEmpty, let profile { recipient.name = names[PersonID(profile, recipient.id)] }
    return Person(
      recipient: recipient, profile: isOwner ? ProfileName("") : profile ?? ProfileName(""),
      zone: reading.place.zone, words: reading.place.words,
      parts: [Person.Part(place: mailbox.place, profiles: mailbox.profile.map { [$0] })])
  }

  /// How many notifications a person has, without regard to the selection.
  func notifications(at position: Int) -> Int {
    guard let index = reading?.index else { return 0 }
    if position < mailboxCount, let mailboxes {
      return index.count(of: mailboxes.place(at: position))
    }
    return others[position - mailboxCount].parts.reduce(0) { $0 + index.count(of: $1.place) }
  }

  /// Whether neither the exports nor the recipients file know the person any more.
  func isGone(at position: Int) -> Bool {
    position >= mailboxCount && others[position - mailboxCount].isGone
  }

  /// Some of the persons: for every language at least one who reads it.
  var ofEveryLanguage: [Person] { (mailboxCount > 0 ? [self[0]] : []) + others }
}
