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
  let settings: Tidings.Settings
  /// Holds an export that came from memory.
  let kept: MemoryFile?

  /// The ids of everybody who has notifications, each once, in byte order.
  public var recipients: [String] {
    (0..<reading.index.recipientCount).map { reading.index.recipient(at: $0).text }
  }

  /// The records that could not be read and are in no document.
  public var rejects: [Reject] {
    reading.index.rejects.map {
      Reject(
        file: $0.file == kept?.path ? "" : $0.file, line: $0.place.line, record: $0.place.record,
        field: $0.field,
        reason: $0.reason.words)
    }
  }

  /// Whether an input ends in the middle, or is one page of several.
  public var isIncomplete: Bool { reading.index.isIncomplete }

  /// A recipient's digest: Today, Yesterday, Earlier. Nobody's is empty.
  ///
  /// - Parameters:
  ///   - recipient: whose it is.
  ///   - window: what it looks at; by default the last seven civil days.
  /// - Throws: A `Fault` if the export has changed since it was read.
  public func digest(for recipient: Reader, of window: Window = Window()) throws(Fault) -> Digest {
    var selection = Selection()
    selection.limit = window.limit
    selection.isUnread = window.isUnread
    let (digest, context) = try made(for: recipient, selection, days: window.days)
    return Digest(digest, in: context, documents: tidings.documents)
  }

  /// A recipient's inbox page: one HTML file that needs nothing else.
  ///
  /// - Parameters:
  ///   - recipient: whose it is.
  ///   - showsImages: Whether it may load the notifications' pictures from the web.
  /// - Throws: A `Fault` if the export has changed since it was read.
  public func page(for recipient: Reader, showsImages: Bool = false) throws(Fault) -> [UInt8] {
    var selection = Selection()
    selection.limit = InboxPlan.defaultLimit
    var (digest, context) = try made(for: recipient, selection, days: nil)
    context.showsImages = showsImages
    return tidings.inbox.page(
      of: digest, in: context, options: reading.pageOptions(pageID: person(recipient).pageID))
  }

  /// The mail of what a recipient has not read, or nil if there is nothing. When to send it, and never
  /// twice, is the caller's: the command line has a ledger for that.
  ///
  /// - Parameters:
  ///   - recipient: whose it is; an address is needed.
  ///   - sender: whom it comes from.
  ///   - days: so many civil days of the reader, today included; nil for everything.
  ///   - limit: the most lines; by default as many as the command line's mails have.
  /// - Throws: A `Fault` if the recipient has no address that mail can be sent to, or the export
  ///   has changed since it was read.
  public func mail(
    for recipient: Reader, from sender: Sender, days: Int? = 7, limit: Int = 15
  ) throws(Fault) -> Mail? {
    var selection = Selection()
    selection.isUnread = true
    selection.skew = 0
    let (digest, context) = try made(for: recipient, selection, days: days)
    if digest.counts.all.total == 0 { return nil }
    return try Mail(
      digest, in: context, from: sender, of: person(recipient).profile, limit: limit,
      templates: tidings.templates)
  }

  /// A recipient's newest 100 notifications as an Atom feed and a JSON Feed. Texts of redacted types are
  /// left out: other people's services read feeds.
  ///
  /// - Parameters:
  ///   - recipient: whose they are.
  ///   - app: the app's name, for title and author.
  ///   - atomURL: where the Atom feed is served.
  ///   - jsonURL: where the JSON Feed is served.
  /// - Throws: A `Fault` if the export has changed since it was read.
  public func feed(
    for recipient: Reader, app: String = "", atomURL: String? = nil, jsonURL: String? = nil
  ) throws(Fault) -> (atom: [UInt8], json: [UInt8]) {
    let person = person(recipient)
    let digests = PersonDigests(reading, persons: PersonList([person]))
    var context = digests.context(for: person)
    (context.inboxURL, context.redacts, context.app) = (recipient.inboxURL, true, app)
    do throws(ByteText.Fault) {
      let newest = try digests.newest(Feed.limit, for: person)
      return FeedDocuments.documents(
        Feed(newest, of: person.key, atomURL: atomURL, jsonURL: jsonURL), in: context)
    } catch {
      throw Fault(error, hiding: kept?.path)
    }
  }

  private func made(
    for reader: Reader, _ selection: Selection, days: Int?
  ) throws(Fault) -> (Digests.Digest, DocumentContext) {
    let person = person(reader)
    let digests = PersonDigests(reading.selecting(selection), persons: PersonList([person]))
    var context = digests.context(for: person)
    context.inboxURL = reader.inboxURL
    context.links.manage = reader.manageURL
    let mutes = reader.muteURLs
    if !mutes.isEmpty { context.links.mute = { mutes[$0.text] } }
    do { return (try digests.digest(for: person, days: days), context) } catch {
      throw Fault(error, hiding: kept?.path)
    }
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
    /// The file, as it was given; empty for what came from memory.
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
