package import Exports
package import Notifications

/// Somebody's notifications among those that were read.
package struct MailboxPlace: Equatable, Sendable {
  package var recipient: RecipientID
  /// The place in the index's order of recipients.
  package var place: Int
  /// The one profile that they are of; nil where the recipient has notifications of no other.
  package var profile: ProfileName?

  /// Every mailbox of an index. Recipients of different profiles who have the same id are different
  /// persons; what names nobody is all the owner's, whatever its profile.
  package static func all(in index: ExportIndex, owner: RecipientID) -> [MailboxPlace] {
    let isMixed = Set(index.types.map(\.profile)).count > 1
    return (0..<index.recipientCount).flatMap { place in
      let recipient = index.recipient(at: place)
      let profiles = isMixed && recipient != owner ? index.profiles(of: place) : []
      guard profiles.count > 1 else {
        return [MailboxPlace(recipient: recipient, place: place, profile: nil)]
      }
      return profiles.map { MailboxPlace(recipient: recipient, place: place, profile: $0) }
    }
  }
}
