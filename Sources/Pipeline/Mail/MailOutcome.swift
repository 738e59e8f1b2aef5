package import Notifications

/// What a run decided about one recipient; each recipient has exactly one outcome.
package enum MailOutcome: Equatable, Sendable {
  /// The mail is in the outbox; a sender sends it.
  case handedOver(notifications: Int)
  case nothingNew
  /// The last slot is closed without a mail.
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

  /// All names, in the order of reports.
  package static let names = [
    "handed over", "already handed over", "nothing new", "not due", "quiet hours", "never",
    "unsubscribed", "suppressed", "no address", "bad address", "failed",
  ]

  /// Whether the outcome closes the slot; quiet hours and failures leave it open.
  package var closesSlot: Bool {
    switch self {
    case .handedOver, .nothingNew, .never, .unsubscribed, .suppressed, .noAddress, .badAddress: true
    case .notDue, .alreadyHandedOver, .quietHours, .failed: false
    }
  }

  /// A decision made before an interruption, read from the ledger; nil for a name that closes no
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
