package import Exports
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

  /// One for each mailbox of the exports, in the order of the index.
  package init(_ reading: Reading, names: [PersonID: String] = [:]) {
    (self.names, self.reading) = (names, reading)
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
      recipient, of: isOwner ? ProfileName("") : profile ?? ProfileName(""),
      parts: [Person.Part(place: mailbox.place, profiles: mailbox.profile.map { [$0] })],
      in: reading)
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

/// A recipient's notifications in the index.
package struct MailboxPlace: Equatable, Sendable {
  package var recipient: RecipientID
  /// The recipient's position in the index.
  package var place: Int
  /// The only profile to include; nil if all notifications have the same.
  package var profile: ProfileName?
}

/// Every mailbox of an index, each made on demand: there may be millions.
///
/// The same id in different profiles means different people, except for the owner, who gets all
/// records without a recipient.
package struct MailboxPlaces: RandomAccessCollection, Sendable {
  private let index: ExportIndex
  /// Nil if all notifications have the same profile, so that every recipient has one mailbox.
  private let split: [Split]?
  private let profiles: [ProfileName]

  /// A mailbox in eight bytes.
  private struct Split {
    var place: UInt32
    /// An index into `profiles`, or `all` if all the recipient's notifications have the same.
    var profile: UInt32

    static let all = UInt32.max
  }

  package init(of index: ExportIndex, owner: RecipientID) {
    self.index = index
    let profiles = Set(index.types.map(\.profile)).sorted()
    self.profiles = profiles
    guard profiles.count > 1 else {
      split = nil
      return
    }
    let numbers = Dictionary(uniqueKeysWithValues: zip(profiles, UInt32(0)...))
    split = (0..<index.recipientCount).flatMap { place in
      let found = index.recipient(at: place) == owner ? [] : index.profiles(of: place)
      let number = UInt32(truncatingIfNeeded: place)
      guard found.count > 1 else { return [Split(place: number, profile: Split.all)] }
      return found.map { Split(place: number, profile: numbers[$0] ?? Split.all) }
    }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { split?.count ?? index.recipientCount }

  package subscript(position: Int) -> MailboxPlace {
    let place = place(at: position)
    let profile = split.map { $0[position].profile } ?? Split.all
    return MailboxPlace(
      recipient: index.recipient(at: place), place: place,
      profile: profile == Split.all ? nil : profiles[Int(profile)])
  }

  /// The position in the index of a mailbox's recipient.
  func place(at position: Int) -> Int { split.map { Int($0[position].place) } ?? position }

  /// The first profile of a mailbox's notifications; nil if there is none.
  func profile(of mailbox: MailboxPlace) -> ProfileName? {
    if let profile = mailbox.profile { return profile }
    return split == nil ? profiles.first : index.profiles(of: mailbox.place).first
  }
}
