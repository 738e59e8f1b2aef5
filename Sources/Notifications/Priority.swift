/// How urgent a notification is; compares from low to high.
package enum Priority: Int, CaseIterable, Comparable, Sendable {
  case low, normal, high

  package static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }

  /// `low`, `normal` or `high`: the name in JSON and on the command line.
  package var name: String {
    switch self {
    case .low: "low"
    case .normal: "normal"
    case .high: "high"
    }
  }

  /// The priority that a word stands for whatever its case, nil where the word is not known:
  /// medium is normal; critical and urgent are high.
  package init?(word: String) {
    switch word.lowercased() {
    case "low": self = .low
    case "normal", "medium": self = .normal
    case "high", "critical", "urgent": self = .high
    default: return nil
    }
  }
}

/// Whether the recipient has read a notification; what is not known counts as not read.
package enum ReadState: UInt8, Sendable {
  case unread, read, unknown

  package var countsAsUnread: Bool { self != .read }
}
