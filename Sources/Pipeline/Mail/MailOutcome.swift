package import Notifications

/// What a run decided about one recipient: every one of them has exactly one outcome.
package enum MailOutcome: Equatable, Sendable {
  /// The mail lies in the outbox: sending it is the sender's.
  case handedOver(notifications: Int)
  case nothingNew
  /// There was no mail for the last slot, and it is closed.
  case notDue(next: Instant)
  /// The mail for the last slot was handed over.
  case alreadyHandedOver(next: Instant)
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
    case .handedOver: "handed over"
    case .nothingNew: "nothing new"
    case .notDue: "not due"
    case .alreadyHandedOver: "already handed over"
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
    "handed over", "already handed over", "nothing new", "not due", "quiet hours", "never",
    "unsubscribed", "suppressed", "no address", "bad address", "failed",
  ]

  /// Whether the slot is closed: quiet hours and failures leave it open.
  package var closesSlot: Bool {
    switch self {
    case .handedOver, .nothingNew, .never, .unsubscribed, .suppressed, .noAddress, .badAddress: true
    case .notDue, .alreadyHandedOver, .quietHours, .failed: false
    }
  }

  /// What a run had decided before it was interrupted, from the ledger; nil for a name that closes no
  /// slot.
  init?(decided name: String, notifications: Int, address: String?) {
    switch name {
    case "handed over": self = .handedOver(notifications: notifications)
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
