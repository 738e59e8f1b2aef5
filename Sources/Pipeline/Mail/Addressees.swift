import Exports
import Notifications
internal import Recipients

extension Audience {
  /// Everyone about whom a run of mails has to decide: people in the order of the recipients file,
  /// then those whose entry was rejected, then recipients of the exports in byte order of their ids.
  ///
  /// - Parameter only: the recipients that were asked for; nil for all.
  func addressees(in reading: Reading, only: Set<RecipientID>? = nil) -> [Person] {
    var all = zip(people.recipients, people.zones).map {
      Person($0, of: $0.profile ?? home, zone: $1, in: reading)
    }
    var failed: Set<PersonID> = []
    func fail(_ profile: ProfileName, _ id: RecipientID, for reject: SideFileReject) {
      guard failed.insert(PersonID(profile, id)).inserted else { return }
      all.append(
        Person(
          Recipient(id: id, profile: profile), of: profile, rejection: reject.sentence, in: reading)
      )
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
          let recipient = Recipient(id: id, profile: profile, email: people.address(of: id))
          all.append(Person(recipient, of: profile, in: reading))
        }
      }
    }
    return only.map { only in all.filter { only.contains($0.recipient.id) } } ?? all
  }
}
