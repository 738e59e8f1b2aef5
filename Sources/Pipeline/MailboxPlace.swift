package import Exports
package import Notifications

/// A recipient's notifications in the index.
package struct MailboxPlace: Equatable, Sendable {
  package var recipient: RecipientID
  /// The recipient's position in the index.
  package var place: Int
  /// The only profile to include; nil if all notifications have the same.
  package var profile: ProfileName?

  /// Every mailbox of an index. The same id in different profiles means different people, except
  /// for the owner, who gets all records without a recipient.
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
