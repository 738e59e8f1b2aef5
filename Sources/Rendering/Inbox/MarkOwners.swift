import Notifications

/// Whose notifications are on a page: marks are kept by profile and recipient, and a person may have
/// another id in each profile.
struct MarkOwners {
  private(set) var owners: [PersonID] = []
  private var numbers: [PersonID: Int] = [:]
  let recipient: RecipientID

  init(_ recipient: RecipientID) { self.recipient = recipient }

  /// The owner's number, from 0 in the order in which they come.
  mutating func number(of notification: Notification) -> Int {
    let owner = PersonID(notification.profile, notification.recipient)
    if let number = numbers[owner] { return number }
    numbers[owner] = owners.count
    owners.append(owner)
    return owners.count - 1
  }
}
