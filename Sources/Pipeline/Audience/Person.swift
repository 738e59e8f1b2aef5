internal import ByteText
import Exports
package import Languages
package import Notifications
package import Recipients

/// Somebody for whom documents are made, and where their notifications are.
package struct Person: Sendable {
  /// Notifications of one recipient of the index.
  package struct Part: Equatable, Sendable {
    var place: Int
    /// Only those of these systems; nil for all.
    var profiles: Set<ProfileName>?

    /// Whether it holds all of another part.
    package func covers(_ other: Part) -> Bool {
      guard place == other.place, let profiles else { return place == other.place }
      return other.profiles?.isSubset(of: profiles) ?? false
    }
  }

  package var recipient: Recipient
  /// Whose system the id belongs to; none for the owner of records that name nobody.
  package var profile: ProfileName
  package var zone: Zone
  package var words: Localization
  /// Where a page looks; a mail looks for all identities.
  package var parts: [Part]
  /// Why their entry was rejected. Nobody is mailed by defaults who may have asked for something
  /// else.
  package var rejection: String?
  /// Neither the exports nor the recipients file know them any more.
  var isGone = false

  /// The civil day of an instant where the person is, in days since 1970-01-01.
  func day(of now: Instant) -> Int { zone.civil(at: now.seconds).date.dayNumber }

  /// What tells the person from everybody else, from run to run.
  package var key: PersonID { PersonID(profile, recipient.id) }

  /// All ids of the person: their own and those that the recipients file adds.
  package var identities: [PersonID] {
    if recipient.also.isEmpty { return [key] }
    let others = recipient.also.sorted { $0.key < $1.key }.map { PersonID($0.key, $0.value) }
    return [key] + others.filter { $0 != key }
  }
}

extension Person {
  /// A recipient, with the zone and the language of the run where they have set none.
  init(
    _ recipient: Recipient, of profile: ProfileName, zone: Zone? = nil, parts: [Part] = [],
    rejection: String? = nil, in place: Place, _ catalogues: Catalogues
  ) {
    self.init(
      recipient: recipient, profile: profile, zone: zone ?? place.zone,
      words: recipient.locale.map { catalogues.localization(for: $0.text) } ?? place.words,
      parts: parts, rejection: rejection)
  }

  init(
    _ recipient: Recipient, of profile: ProfileName, zone: Zone? = nil, parts: [Part] = [],
    rejection: String? = nil, in reading: Reading
  ) {
    self.init(
      recipient, of: profile, zone: zone, parts: parts, rejection: rejection, in: reading.place,
      reading.vocabulary.catalogues)
  }
}

/// Everybody for whom a run makes documents.
package enum Persons {
  /// Somebody for whom there is nothing.
  package static func nobody(_ recipient: RecipientID, in reading: Reading) -> Person {
    Person(Recipient(id: recipient), of: ProfileName(""), in: reading)
  }

  /// Whoever has an id in the exports: in one system, or in all that know it; nobody if none does.
  package static func of(
    _ recipient: RecipientID, in reading: Reading, profile: ProfileName? = nil
  ) -> Person {
    var person = nobody(recipient, in: reading)
    guard let place = reading.index.position(of: recipient) else { return person }
    let profiles = reading.index.profiles(of: place)
    guard let first = profiles.first, profile.map(profiles.contains) ?? true else { return person }
    if profiles.count > 1 { person.recipient.profile = profile }
    person.profile = recipient == reading.owner ? ProfileName("") : profile ?? first
    person.parts = [Person.Part(place: place, profiles: profile.map { [$0] })]
    return person
  }

  /// The persons of a recipients file in its order, each with all that is theirs, and then those whom
  /// only the exports know.
  ///
  /// - Parameter only: the recipients that were asked for; nil for all.
  package static func all(
    in reading: Reading, people: People, home: ProfileName, only: Set<RecipientID>?
  ) -> PersonList {
    let index = reading.index
    var parts: [Int: [Person.Part]] = [:]
    var others: [Person] = []
    for place in 0..<index.recipientCount {
      let id = index.recipient(at: place)
      var strangers: [ProfileName] = []
      for profile in index.profiles(of: place) {
        if let person = people.person(profile, id) {
          parts[person, default: []].append(Person.Part(place: place, profiles: [profile]))
        } else {
          strangers.append(profile)
        }
      }
      // What names nobody is all the owner's, whatever its system.
      let isOwner = id == reading.owner
      for profiles in isOwner ? [strangers].filter({ !$0.isEmpty }) : strangers.map({ [$0] }) {
        others.append(
          Person(
            Recipient(id: id), of: isOwner ? ProfileName("") : profiles[0],
            parts: [Person.Part(place: place, profiles: Set(profiles))], in: reading))
      }
    }
    let known = people.recipients.enumerated().map { number, recipient in
      Person(
        recipient, of: recipient.profile ?? home, zone: people.zones[number],
        parts: parts[number] ?? [], in: reading)
    }
    return PersonList((known + others).filter { only?.contains($0.recipient.id) ?? true }, reading)
  }
}
