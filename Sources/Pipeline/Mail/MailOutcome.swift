package import Notifications

/// What a run decided about one recipient; each recipient has exactly one outcome.
package struct MailOutcome: Equatable, Sendable {
  package var kind: Kind
  /// The number of notifications in the mail.
  package var notifications: Int?
  /// The time of the next mail, where that has not come.
  package var next: Instant?
  /// The end of what holds the mail.
  package var until: Instant?
  /// An earlier end of quiet hours that a mail waited for, if no run came after it.
  var missed: Instant?
  /// What is wrong: the address that is none, or why the mail could not be made.
  var fault: String?

  /// The outcomes by their names in reports and in the ledger, and in the order of reports.
  package enum Kind: String, CaseIterable, Sendable {
    /// The mail is in the outbox; a sender sends it.
    case handedOver = "handed over"
    case alreadyHandedOver = "already handed over"
    case nothingNew = "nothing new"
    case notDue = "not due"
    case quietHours = "quiet hours"
    case never
    case paused
    case unsubscribed
    case suppressed
    case noAddress = "no address"
    case badAddress = "bad address"
    case failed

    /// What the manual says about it.
    package var meaning: String { row.meaning }

    /// Whether the outcome closes the slot.
    package var closesSlot: Bool { row.closesSlot }

    /// Whether the ledger keeps it though it closes no slot: it says of the run itself why there was
    /// no mail, or until when.
    var isKept: Bool { row.isKept }

    /// The seconds after which a correction, or a wish for mail, may change it; nil if time alone does.
    var revisit: Int64? { row.revisit }

    /// What the answer to "why" says of a decision without a mail.
    ///
    /// - Parameter detail: what the ledger keeps with it.
    /// - Parameter end: the end of what holds the mail, in words.
    package func answer(_ detail: String?, until end: String?) -> String {
      let until = end.map { " until \($0)" } ?? ""
      if self == .quietHours { return "quiet hours hold the mail\(until)" }
      let reason = row.reason ?? detail.map { row.before + $0 + row.after }
      return rawValue + (self == .paused ? until : "") + (reason ?? "")
    }

    private struct Row {
      var meaning: String
      var closesSlot = false
      var isKept = false
      var revisit: Int64?
      /// Why, where the kind says it.
      var reason: String?
      /// What stands before and after the reason that the ledger keeps.
      var before = ": "
      var after = ""
    }

    private var row: Row {
      switch self {
      case .handedOver:
        Row(meaning: "The mail is in the outbox, where a sender takes it.", closesSlot: true)
      case .alreadyHandedOver:
        Row(meaning: "An earlier run handed over the mail for this slot.")
      case .nothingNew:
        Row(
          meaning: "A mail was due, but there was nothing to put in it.", closesSlot: true,
          before: "; not mailed: ")
      case .notDue: Row(meaning: "The hour of the recipient's next mail has not come.")
      case .quietHours:
        Row(meaning: "The recipient's quiet hours hold the mail until they end.", isKept: true)
      case .never:
        Row(
          meaning: "The frequency of the recipient or the stream is `never`.", closesSlot: true,
          revisit: 86_400, reason: ": the recipients file or the stream says so")
      case .paused:
        Row(
          meaning: "The recipient or the stream is paused until a later day.", closesSlot: true,
          isKept: true, reason: ": the recipients file or the stream says so")
      case .unsubscribed:
        Row(
          meaning: "The recipient has unsubscribed.", closesSlot: true,
          revisit: 86_400, reason: ": they asked for no mail")
      case .suppressed:
        Row(
          meaning: "The suppression list has the recipient's address.", closesSlot: true,
          reason: ": their address is on the suppression list")
      case .noAddress:
        Row(
          meaning: "Neither the recipients file nor the export has an address.", isKept: true,
          reason: ": neither the recipients file nor the export has one")
      case .badAddress:
        Row(
          meaning: "The address is not an email address.", closesSlot: true,
          after: " is not an address")
      case .failed:
        Row(
          meaning:
            "The recipient's entry was rejected, or the mail could not be made. The report has the "
            + "reason.", isKept: true, revisit: 0)
      }
    }
  }
}

extension MailOutcome {
  /// A decision that closed a slot before an interruption, read from the ledger; nil for any other
  /// name. The run has made it and does not make it anew, whatever the recipients file says now.
  ///
  /// - Parameter until: the end of a pause.
  init?(decided name: String, notifications: Int, address: String?, until: Instant?) {
    guard let kind = Kind(rawValue: name), kind.closesSlot, kind != .paused || until != nil else {
      return nil
    }
    self.init(
      kind: kind, notifications: kind == .handedOver ? notifications : nil,
      until: kind == .paused ? until : nil, fault: kind == .badAddress ? address ?? "" : nil)
  }
}

/// Why a notification is in no mail; if several rules apply, the first counts.
package enum MailRule: Int, CaseIterable, Sendable {
  case deleted, expired, read, notYetDue, alreadyHandedOver, mailedByApp, digestType, otherStream,
    typeOff
  case lowPriority, tooFarAway, tooOld

  /// The name in reports.
  package var name: String { Self.words[rawValue].name }

  /// What the manual says about it.
  package var meaning: String { Self.words[rawValue].meaning }

  private static let words: [(name: String, meaning: String)] = [
    (
      "deleted",
      "It was deleted in the app, a state file marks it as deleted, or it is the recipient's own "
        + "action (`dropOwnActions` in the profile)."
    ),
    ("expired", "It has expired, or it is past the profile's retention."),
    ("read", "It was read in the app, or a state file marks it as read."),
    ("not yet due", "Its time has not come yet."),
    ("already handed over", "An earlier mail of the stream includes it."),
    ("mailed by the app", "The app has already mailed it (`mailed` in the profile)."),
    ("digest type", "Its type is itself a digest (`digest: true` in the profile)."),
    ("not of this stream", "The stream's `types`, `priorities` or `where` exclude it."),
    ("type off", "The recipient has turned its type off."),
    ("low priority", "Its priority is lower than the recipient wants."),
    ("too far away", "It is farther away than the recipient's radius."),
    ("too old", "It is older than what the mail looks back to."),
  ]
}
