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
  /// They want no mail until then.
  case paused(until: Instant)
  case unsubscribed
  case suppressed
  case noAddress
  case badAddress(String)
  case failed(String)

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

  package var kind: Kind {
    switch self {
    case .handedOver: .handedOver
    case .nothingNew: .nothingNew
    case .notDue: .notDue
    case .alreadyHandedOver: .alreadyHandedOver
    case .quietHours: .quietHours
    case .never: .never
    case .paused: .paused
    case .unsubscribed: .unsubscribed
    case .suppressed: .suppressed
    case .noAddress: .noAddress
    case .badAddress: .badAddress
    case .failed: .failed
    }
  }

  /// The name in reports and in the ledger.
  package var name: String { kind.rawValue }

  /// Whether the ledger keeps it though it closes no slot: it says of the run itself why there was
  /// no mail, or until when.
  var isKept: Bool {
    switch kind {
    case .quietHours, .paused, .noAddress, .failed: true
    case .handedOver, .alreadyHandedOver, .notDue, .nothingNew, .never, .unsubscribed, .suppressed,
      .badAddress:
      false
    }
  }

  /// What comes with the kind.
  struct Details {
    /// The number of notifications in the mail.
    var notifications: Int?
    /// The time of the next mail, where that has not come.
    var next: Instant?
    /// The end of what holds the mail.
    var until: Instant?
    /// What is wrong: the address that is none, or why the mail could not be made.
    var fault: (name: StaticString, text: String)?
  }

  var details: Details {
    switch self {
    case .handedOver(let notifications): Details(notifications: notifications)
    case .notDue(let next), .alreadyHandedOver(let next): Details(next: next)
    case .quietHours(let until), .paused(let until): Details(until: until)
    case .badAddress(let address): Details(fault: ("address", address))
    case .failed(let reason): Details(fault: ("reason", reason))
    case .nothingNew, .never, .unsubscribed, .suppressed, .noAddress: Details()
    }
  }

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
    switch self {
    case .quietHours(let until), .paused(let until): .at(until)
    case .failed: .now
    case .never, .unsubscribed: .inADay
    case .notDue, .alreadyHandedOver, .handedOver, .nothingNew, .suppressed, .noAddress,
      .badAddress:
      .nextSlot
    }
  }

  /// A decision that closed a slot before an interruption, read from the ledger; nil for any other
  /// name. The run has made it and does not make it anew, whatever the recipients file says now.
  ///
  /// - Parameter until: the end of a pause.
  init?(decided name: String, notifications: Int, address: String?, until: Instant?) {
    switch Kind(rawValue: name) {
    case .handedOver: self = .handedOver(notifications: notifications)
    case .nothingNew: self = .nothingNew
    case .never: self = .never
    case .paused:
      guard let until else { return nil }
      self = .paused(until: until)
    case .unsubscribed: self = .unsubscribed
    case .suppressed: self = .suppressed
    case .badAddress: self = .badAddress(address ?? "")
    case .alreadyHandedOver, .notDue, .quietHours, .noAddress, .failed, nil: return nil
    }
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
