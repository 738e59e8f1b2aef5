import Exports
package import Languages
package import Notifications
internal import Recipients

extension Audience {
  /// Everyone about whom a run of mails has to decide: people in the order of the recipients file,
  /// then those whose entry was rejected, then recipients of the exports in byte order of their ids.
  ///
  /// - Parameters:
  ///   - only: the recipients that were asked for; nil for all.
  ///   - unsubscribing: makes the links of those who have none of their own.
  func addressees(
    in reading: Reading, only: Set<RecipientID>? = nil, unsubscribing: SignedLink? = nil
  ) -> [Addressee] {
    func addressee(
      _ recipient: Recipient, _ profile: ProfileName, zone: Zone? = nil, rejection: String? = nil
    ) -> Addressee {
      Addressee(
        recipient, profile, zone: zone, rejection: rejection, in: reading.place,
        catalogues: reading.vocabulary.catalogues, unsubscribing: unsubscribing)
    }
    var all = zip(people.recipients, people.zones).map {
      addressee($0, $0.profile ?? home, zone: $1)
    }
    var failed: Set<PersonID> = []
    func fail(_ profile: ProfileName, _ id: RecipientID, for reject: SideFileReject) {
      guard failed.insert(PersonID(profile, id)).inserted else { return }
      all.append(
        addressee(Recipient(id: id, profile: profile), profile, rejection: reject.sentence))
    }
    for reject in people.rejects {
      // A second entry for a known person does no harm.
      guard let id = reject.recipient, people.person(reject.profile ?? home, id) == nil else {
        continue
      }
      fail(reject.profile ?? home, id, for: reject)
    }
    for number in 0..<reading.index.recipientCount {
      let id = reading.index.recipient(at: number)
      for profile in reading.index.profiles(of: number) where people.person(profile, id) == nil {
        if let reject = people.reject(profile, id) {
          fail(profile, id, for: people.rejects[reject])
        } else {
          let address = people.address(of: id)
          all.append(addressee(Recipient(id: id, profile: profile, email: address), profile))
        }
      }
    }
    return only.map { only in all.filter { only.contains($0.recipient.id) } } ?? all
  }
}

/// A person to mail, with everything that belongs to them.
package struct Addressee: Sendable {
  package var recipient: Recipient
  /// The system of the recipient's own id.
  package var profile: ProfileName
  package var zone: Zone
  package var words: Localization
  /// Why their entry was rejected. Nobody is mailed by defaults who may have asked for something
  /// else.
  package var rejection: String?

  /// All ids of the person: their own and those that the recipients file adds.
  package var identities: [PersonID] {
    let own = PersonID(profile, recipient.id)
    if recipient.also.isEmpty { return [own] }
    let others = recipient.also.sorted { $0.key < $1.key }.map { PersonID($0.key, $0.value) }
    return [own] + others.filter { $0 != own }
  }

  /// The person's key in the ledger.
  package var key: [UInt8] { PersonID(profile, recipient.id).bytes }
}

extension Addressee {
  /// A person with the zone, the language and the link that they have not set.
  init(
    _ recipient: Recipient, _ profile: ProfileName, zone: Zone? = nil, rejection: String?,
    in place: Place, catalogues: Catalogues, unsubscribing: SignedLink?
  ) {
    self.recipient = recipient
    self.recipient.unsubscribeURL =
      recipient.unsubscribeURL ?? unsubscribing.flatMap { $0.url(for: recipient.id) }
    self.profile = profile
    self.zone = zone ?? place.zone
    words = recipient.locale.map { catalogues.localization(for: $0.text) } ?? place.words
    self.rejection = rejection
  }
}
