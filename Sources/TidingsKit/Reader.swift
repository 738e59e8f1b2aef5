import ByteText
import Delivery
import Exports
public import FoundationEssentials
import Languages
import Notifications
import Pipeline
import Recipients

extension Inbox {
  /// Whom a document is for. A text literal is an id.
  public struct Reader: Sendable, ExpressibleByStringLiteral {
    /// As the export has it.
    public var id: String
    /// The profile in which the id is theirs, where exports of several use it for different people;
    /// nil for the notifications of all.
    public var profile: String?
    /// Nil leaves the name that the export gives, if it gives one.
    public var name: String?
    /// Only mail needs it.
    public var email: String?
    /// A name of the IANA database; nil, or one that does not exist, leaves that of the settings.
    public var timeZone: String?
    /// A BCP 47 tag; nil leaves that of the settings.
    public var locale: String?
    /// Where the reader's inbox is, for the links of digests and mails.
    public var inboxURL: String?
    /// Where the reader unsubscribes (RFC 8058).
    public var unsubscribeURL: String?
    /// Where the reader chooses how often mails come.
    public var manageURL: String?
    /// Where the reader mutes a type, by the type's key.
    public var muteURLs: [String: String] = [:]

    /// The wishes of a recipients file.
    var known: Recipient?

    /// A reader of whom only the id is known.
    public init(_ id: String) { self.id = id }
    /// As `init(_:)`.
    public init(stringLiteral id: String) { self.init(id) }
  }

  // MARK: Who the readers are, and when they want mail.

  /// Everybody of a recipients file and of the export, with the file's wishes: muted types, least priority,
  /// place, rhythm. The files have the form that the command line's have.
  ///
  /// - Returns: the readers, and why entries cannot be used. Nobody whose entry is among these is a reader:
  ///   they may have asked for no mail.
  /// - Throws: A `Fault` if a file cannot be read.
  public func readers(
    from files: [String]
  ) throws(Fault) -> (readers: [Reader], rejects: [Fault]) {
    try readers(files, hiding: nil)
  }

  /// The same from rows, each as the JSON object that it encodes to.
  ///
  /// - Returns: as for files.
  /// - Throws: A `Fault` for a row that cannot be encoded, or if none can be used.
  public func readers(
    rows: some Sequence<some Encodable>
  ) throws(Fault) -> (readers: [Reader], rejects: [Fault]) {
    let file = try MemoryFile("recipients", in: settings.memoryFolder)
    try file.append(rows: rows)
    return try readers([file.path], hiding: file.path)
  }

  private func readers(
    _ files: [String], hiding path: String?
  ) throws(Fault) -> (readers: [Reader], rejects: [Fault]) {
    do throws(ByteText.Fault) {
      let given = GivenRecipients(
        files, owner: settings.owner.map { RecipientID($0) }, reading.vocabulary,
        temporaryFolder: settings.temporaryFolder)
      let audience = try Audience(of: reading, home: reading.index.home, recipients: given)
      let persons = audience.persons(in: reading).filter {
        audience.people.reject($0.profile, $0.recipient.id) == nil
      }
      return (persons.map(Reader.init), audience.rejects.map { Fault($0.fault, hiding: path) })
    } catch {
      throw Fault(error, hiding: path)
    }
  }

  /// Whether a reader's digest is due now, by their rhythm and quiet hours; daily at 7 without any.
  ///
  /// - Parameters:
  ///   - reader: with the wishes that `readers` gave them.
  ///   - slot: the one of the last mail, or of the last decision that there is nothing to mail; the caller
  ///     keeps it. Nil where there was none.
  ///   - lastRun: when the caller asked before; nil where this is the first time.
  public func timing(
    of reader: Reader, after slot: Date? = nil, lastRun: Date? = nil
  ) -> Timing {
    let person = person(reader)
    var history = RecipientHistory.none
    history.closedSlot = slot.map { Instant($0).microseconds }
    history.lastRun = lastRun.map { Instant($0).microseconds }
    let timing = Schedule().timing(
      of: person.recipient.preferences, in: person.zone, after: history, now: reading.place.now)
    switch timing {
    case .due(let slot): return .due(slot: slot.date)
    case .held(let outcome, _):
      if let next = outcome.next { return .notDue(next: next.date) }
      guard let end = outcome.until else {
        return outcome.kind == .unsubscribed ? .unsubscribed : .never
      }
      return outcome.kind == .quietHours ? .quiet(until: end.date) : .paused(until: end.date)
    }
  }

  /// What the clock says of a reader's mail.
  public enum Timing: Equatable, Sendable {
    /// Keep the slot once the mail is handed over, or there is nothing for it.
    case due(slot: Date)
    case notDue(next: Date)
    /// Held by quiet hours.
    case quiet(until: Date)
    /// They want none until then.
    case paused(until: Date)
    /// They want none.
    case never
    case unsubscribed
  }

  /// A reader as a person of the export, or nobody.
  func person(_ reader: Reader) -> Person {
    var person = Persons.of(
      RecipientID(reader.id), in: reading, profile: reader.profile.map { ProfileName($0) })
    if let known = reader.known {
      person.recipient = known
      for (profile, id) in known.also.sorted(by: { $0.key < $1.key }) {
        let parts = Persons.of(id, in: reading, profile: profile).parts
        person.parts += parts.filter { part in !person.parts.contains { $0.covers(part) } }
      }
    }
    if let name = reader.name { person.recipient.name = name }
    person.recipient.email = reader.email
    person.recipient.unsubscribeURL = reader.unsubscribeURL
    if let zone = reader.timeZone.flatMap({ Zone($0) }) { person.zone = zone }
    if let locale = reader.locale {
      person.words = tidings.vocabulary.catalogues.localization(for: locale)
    }
    return person
  }
}

extension Inbox.Reader {
  init(_ person: Person) {
    let recipient = person.recipient
    self.init(recipient.id.text)
    profile = person.profile.text.isEmpty ? nil : person.profile.text
    (name, email, unsubscribeURL) = (recipient.name, recipient.email, recipient.unsubscribeURL)
    (timeZone, locale) = (person.zone.identifier, recipient.locale?.text)
    known = recipient
  }
}
