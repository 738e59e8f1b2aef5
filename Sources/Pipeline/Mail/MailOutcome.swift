internal import Notifications

/// What a run decided about one recipient; each recipient has exactly one outcome.
package struct MailOutcome: Equatable, Sendable {
  package let kind: Kind
  var notifications: Int?
  var next: Instant?
  /// The end of what holds the mail.
  var until: Instant?
  /// What is wrong: the address that is none, or why the mail could not be made.
  var fault: String?

  /// The outcomes without what comes with them, by their names in reports and in the ledger, and in
  /// the order of reports.
  package enum Kind: String, CaseIterable, Sendable {
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
  }

  /// The name in reports and in the ledger.
  package var name: String { kind.rawValue }

  /// Whether the ledger keeps it though it closes no slot: it says of the run itself why there was
  /// no mail, or until when.
  var isKept: Bool { [.quietHours, .paused, .noAddress, .failed].contains(kind) }

  /// When asking again may give another outcome, as long as the person's wishes stay.
  enum Reconsideration {
    /// What failed may be corrected.
    case now
    /// Who wants no mail may want it again.
    case inADay
    case at(Instant)
    /// At the next slot, or with the next urgent notification.
    case nextSlot
  }

  var reconsideration: Reconsideration {
    switch kind {
    case .quietHours, .paused: until.map { .at($0) } ?? .nextSlot
    case .failed: .now
    case .never, .unsubscribed: .inADay
    case .notDue, .alreadyHandedOver, .handedOver, .nothingNew, .suppressed, .noAddress,
      .badAddress:
      .nextSlot
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

extension MailOutcome.Kind {
  /// Whether the outcome closes the slot; quiet hours, failures and a missing address leave it open.
  package var closesSlot: Bool {
    switch self {
    case .handedOver, .nothingNew, .never, .paused, .unsubscribed, .suppressed, .badAddress: true
    case .notDue, .alreadyHandedOver, .quietHours, .noAddress, .failed: false
    }
  }

  /// What the answer to "why" says of a decision without a mail.
  ///
  /// - Parameter detail: what the ledger keeps with it.
  /// - Parameter end: the end of what holds the mail, in words.
  package func answer(_ detail: String?, until end: String?) -> String {
    let until = end.map { " until \($0)" } ?? ""
    return switch self {
    case .nothingNew: "nothing new" + (detail.map { "; not mailed: \($0)" } ?? "")
    case .quietHours: "quiet hours hold the mail\(until)"
    case .paused: "paused\(until): the recipients file or the stream says so"
    case .never: "never: the recipients file or the stream says so"
    case .unsubscribed: "unsubscribed: they asked for no mail"
    case .suppressed: "suppressed: their address is on the suppression list"
    case .noAddress: "no address: neither the recipients file nor the export has one"
    case .badAddress: "bad address" + (detail.map { ": \($0) is not an address" } ?? "")
    case .handedOver, .alreadyHandedOver, .notDue, .failed:
      rawValue + (detail.map { ": \($0)" } ?? "")
    }
  }

  /// What the manual says about it.
  package var meaning: String {
    switch self {
    case .handedOver: "The mail is in the outbox, where a sender takes it."
    case .alreadyHandedOver: "An earlier run handed over the mail for this slot."
    case .nothingNew: "A mail was due, but there was nothing to put in it."
    case .notDue: "The hour of the recipient's next mail has not come."
    case .quietHours: "The recipient's quiet hours hold the mail until they end."
    case .never: "The frequency of the recipient or the stream is `never`."
    case .paused: "The recipient or the stream is paused until a later day."
    case .unsubscribed: "The recipient has unsubscribed."
    case .suppressed: "The suppression list has the recipient's address."
    case .noAddress: "Neither the recipients file nor the export has an address."
    case .badAddress: "The address is not an email address."
    case .failed:
      "The recipient's entry was rejected, or the mail could not be made. The report has the reason."
    }
  }
}

/// Why a notification is in no mail; if several rules apply, the first counts.
package enum MailRule: Int, CaseIterable, Sendable {
  case deleted, expired, read, notYetDue, alreadyHandedOver, mailedByApp, digestType, otherStream,
    typeOff
  case lowPriority, tooFarAway, tooOld

  /// The name in reports.
  package var name: String { words.name }

  /// What the manual says about it.
  package var meaning: String { words.meaning }

  private var words: (name: String, meaning: String) {
    switch self {
    case .deleted:
      (
        "deleted",
        "It was deleted in the app, a state file marks it as deleted, or it is the recipient's own "
          + "action (`dropOwnActions` in the profile)."
      )
    case .expired: ("expired", "It has expired, or it is past the profile's retention.")
    case .read: ("read", "It was read in the app, or a state file marks it as read.")
    case .notYetDue: ("not yet due", "Its time has not come yet.")
    case .alreadyHandedOver: ("already handed over", "An earlier mail of the stream includes it.")
    case .mailedByApp:
      ("mailed by the app", "The app has already mailed it (`mailed` in the profile).")
    case .digestType:
      ("digest type", "Its type is itself a digest (`digest: true` in the profile).")
    case .otherStream:
      ("not of this stream", "The stream's `types`, `priorities` or `where` exclude it.")
    case .typeOff: ("type off", "The recipient has turned its type off.")
    case .lowPriority: ("low priority", "Its priority is lower than the recipient wants.")
    case .tooFarAway: ("too far away", "It is farther away than the recipient's radius.")
    case .tooOld: ("too old", "It is older than what the mail looks back to.")
    }
  }
}
