import ByteText
import Digests
import Exports
import Languages
import Notifications
import Pipeline
import Rendering

/// Notifications that were read, by recipient.
///
///     let inbox = try await tidings.read(["notifications.jsonl"], as: settings)
///     for recipient in inbox.recipients {
///       let digest = try inbox.digest(for: Inbox.Reader(recipient))
///       print(recipient, digest.counts.unread)
///     }
public struct Inbox: Sendable {
  let tidings: Tidings
  let reading: Reading
  /// Holds the temporary file of an export that came from memory.
  let kept: TemporaryFolder?

  /// The ids of everybody who has notifications, each once, in byte order.
  public var recipients: [String] {
    (0..<reading.index.recipientCount).map { reading.index.recipient(at: $0).text }
  }

  /// The records that could not be read and are in no document.
  public var rejects: [Reject] {
    reading.index.rejects.map {
      Reject(
        file: $0.file, line: $0.place.line, record: $0.place.record, field: $0.field,
        reason: String(describing: $0.reason))
    }
  }

  /// Whether an input ends in the middle, or is one page of several.
  public var isIncomplete: Bool { reading.index.isIncomplete }

  /// A recipient's digest: Today, Yesterday, Earlier. Nobody's is empty.
  ///
  /// - Parameter window: what it looks at; by default the last seven civil days.
  /// - Throws: A `TidingsError` if the export has changed since it was read.
  public func digest(for recipient: Reader, of window: Window = Window()) throws(TidingsError)
    -> Digest
  {
    var selection = Selection()
    selection.limit = window.limit
    selection.isUnread = window.isUnread
    let (digest, context) = try made(for: recipient, selection, days: window.days)
    return Digest(digest, in: context, documents: tidings.documents)
  }

  /// A recipient's inbox page: one HTML file that needs nothing else.
  ///
  /// - Parameter showsImages: Whether it may load the notifications' pictures from the web.
  /// - Throws: A `TidingsError` if the export has changed since it was read.
  public func page(for recipient: Reader, showsImages: Bool = false) throws(TidingsError) -> [UInt8]
  {
    var selection = Selection()
    selection.limit = InboxPlan.defaultLimit
    var (digest, context) = try made(for: recipient, selection, days: nil)
    context.showsImages = showsImages
    return InboxRenderer(theme: tidings.inbox).page(
      of: digest, in: context, options: reading.pageOptions(pageID: person(recipient).pageID))
  }

  /// The mail of what a recipient has not read, or nil if there is nothing. When to send it, and never
  /// twice, is the caller's: the command line has a ledger for that.
  ///
  /// - Parameters:
  ///   - days: so many civil days of the reader, today included; nil for everything.
  ///   - limit: the most lines; by default as many as the command line's mails have.
  /// - Throws: A `TidingsError` if the recipient has no address that mail can be sent to, or the export
  ///   has changed since it was read.
  public func mail(
    for recipient: Reader, from sender: Sender, days: Int? = 7, limit: Int = 15
  ) throws(TidingsError) -> Mail? {
    var selection = Selection()
    selection.isUnread = true
    selection.skew = 0
    let (digest, context) = try made(for: recipient, selection, days: days)
    if digest.counts.all.total == 0 { return nil }
    return try Mail(
      digest, in: context, from: sender, of: person(recipient).profile, limit: limit,
      templates: tidings.templates)
  }

  private func made(
    for reader: Reader, _ selection: Selection, days: Int?
  ) throws(TidingsError) -> (Digests.Digest, DocumentContext) {
    let person = person(reader)
    let digests = PersonDigests(reading.selecting(selection), persons: PersonList([person]))
    var context = digests.context(for: person)
    context.inboxURL = reader.inboxURL
    context.links.manage = reader.manageURL
    let mutes = reader.muteURLs
    if !mutes.isEmpty { context.links.mute = { mutes[$0.text] } }
    do {
      return (try digests.digest(for: person, days: days), context)
    } catch {
      throw TidingsError(error)
    }
  }

  /// A reader as a person of the export, or nobody.
  private func person(_ reader: Reader) -> Person {
    var person = Persons.of(
      RecipientID(reader.id), in: reading, profile: reader.profile.map { ProfileName($0) })
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

    /// A reader of whom only the id is known.
    public init(_ id: String) { self.id = id }
    /// As `init(_:)`.
    public init(stringLiteral id: String) { self.init(id) }
  }

  /// What a digest looks at.
  public struct Window: Sendable {
    /// So many civil days of the reader, today included; nil for everything.
    public var days: Int?
    /// True for what is unread, false for what is read, nil for both.
    public var isUnread: Bool?
    /// The most lines; counts include what is left out.
    public var limit: Int

    /// By default the last seven days.
    public init(days: Int? = 7, isUnread: Bool? = nil, limit: Int = 1_000) {
      self.days = days
      self.isUnread = isUnread
      self.limit = limit
    }
  }

  /// A record that could not be read.
  public struct Reject: Sendable {
    /// The file, as it was given.
    public let file: String
    /// From 1; nil in what has no lines.
    public let line: Int?
    /// The record's number in its file, from 1.
    public let record: Int?
    /// The field that cannot be used; nil if it is the whole record.
    public let field: String?
    /// Why.
    public let reason: String
  }
}
