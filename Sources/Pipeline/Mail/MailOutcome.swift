package import Notifications

/// What a run decided about one recipient: every one of them has exactly one outcome.
package enum MailOutcome: Equatable, Sendable {
  case delivered(notifications: Int)
  case nothingNew
  /// Nothing was delivered for the last slot, and it is closed.
  case notDue(next: Instant)
  /// The mail for the last slot was delivered.
  case alreadyDelivered(next: Instant)
  case quietHours(until: Instant)
  case never
  case unsubscribed
  case suppressed
  case noAddress
  case badAddress(String)
  case failed(String)

  /// The name in reports and in the ledger.
  package var name: String {
    switch self {
    case .delivered: "delivered"
    case .nothingNew: "nothing new"
    case .notDue: "not due"
    case .alreadyDelivered: "already delivered"
    case .quietHours: "quiet hours"
    case .never: "never"
    case .unsubscribed: "unsubscribed"
    case .suppressed: "suppressed"
    case .noAddress: "no address"
    case .badAddress: "bad address"
    case .failed: "failed"
    }
  }

  /// All names, in the order in which reports show them.
  package static let names = [
    "delivered", "already delivered", "nothing new", "not due", "quiet hours", "never",
    "unsubscribed", "suppressed", "no address", "bad address", "failed",
  ]

  /// Whether the slot is closed: quiet hours and failures leave it open.
  package var closesSlot: Bool {
    switch self {
    case .delivered, .nothingNew, .never, .unsubscribed, .suppressed, .noAddress, .badAddress: true
    case .notDue, .alreadyDelivered, .quietHours, .failed: false
    }
  }

  /// What a run had decided before it was interrupted, from the ledger; nil for a name that closes no
  /// slot.
  init?(decided name: String, notifications: Int, address: String?) {
    switch name {
    case "delivered": self = .delivered(notifications: notifications)
    case "nothing new": self = .nothingNew
    case "never": self = .never
    case "unsubscribed": self = .unsubscribed
    case "suppressed": self = .suppressed
    case "no address": self = .noAddress
    case "bad address": self = .badAddress(address ?? "")
    default: return nil
    }
  }
}
