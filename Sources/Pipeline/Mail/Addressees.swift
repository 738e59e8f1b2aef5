package import Exports
package import Languages
package import Notifications

/// Everybody whom a run has to decide about: the persons of the recipients file, and those whom only
/// the exports name.
package enum Addressees {
  /// In the order of the recipients file, then of the exports' recipients by their ids' bytes.
  package static func all(
    _ people: People, in index: ExportIndex, home: ProfileName, catalogues: Catalogues,
    zones: Zones, place: Place
  ) -> [Addressee] {
    func addressee(_ recipient: Recipient, _ profile: ProfileName) -> Addressee {
      Addressee(
        recipient: recipient, profile: profile,
        zone: recipient.timeZone.flatMap { zones.zone($0) } ?? place.zone,
        words: recipient.locale.map { catalogues.words(for: $0.text) } ?? place.words)
    }
    var all = people.recipients.map { addressee($0, $0.profile ?? home) }
    for number in 0..<index.recipientCount {
      let id = index.recipient(at: number)
      for profile in index.profiles(of: number) where people.person(profile, id) == nil {
        all.append(addressee(Recipient(id: id, profile: profile), profile))
      }
    }
    return all
  }
}

extension ExportIndex {
  /// The profiles of a recipient's notifications, in the order of their names.
  package func profiles(of place: Int) -> [ProfileName] {
    let types = self.types
    let found = fold(recipient: place, into: Set<ProfileName>()) { profiles, record in
      profiles.insert(types[record.type].profile)
    }
    return found.sorted()
  }
}
