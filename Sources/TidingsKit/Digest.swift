import Digests
public import FoundationEssentials
import Notifications
import Rendering

/// What one reader is shown.
public struct Digest: Sendable {
  private let digest: Digests.Digest
  private let context: DocumentContext
  private let documents: DigestDocuments

  init(
    _ digest: Digests.Digest, in context: DocumentContext, documents: DigestDocuments
  ) {
    self.digest = digest
    self.context = context
    self.documents = documents
  }

  /// A kind of document. `json` is `tidings.digest/1`, whose schema the command line prints.
  public enum Format: String, CaseIterable, Sendable {
    case markdown, html, text, json, terminal
  }

  /// Total and unread, of all notifications, also of those that share a line or are left out.
  public struct Counts: Equatable, Sendable {
    /// All of them.
    public let total: Int
    /// Those that are not read, or of which the system does not say.
    public let unread: Int
  }

  /// A civil day of the reader, or all before yesterday.
  public enum Day: String, Sendable {
    case today, yesterday, earlier
  }

  /// The lines of a day, newest first.
  public struct Section: Sendable {
    /// The day.
    public let day: Day
    /// In the reader's language.
    public let title: String
    /// Of all notifications under the title, also of those that are left out.
    public let counts: Counts
    /// Its lines.
    public let items: [Item]
  }

  /// A line: a notification, or several that belong together.
  public struct Item: Sendable {
    /// Of all notifications of the line, newest first.
    public let ids: [String]
    /// The key of the type, as the profile has it.
    public let type: String
    /// The record's own, or one that the profile makes; nil where there is neither.
    public let title: String?
    /// As the app wrote it: nothing in it is markup.
    public let body: String?
    /// Whether one of its notifications is unread.
    public let isUnread: Bool
    /// Whether it has high priority.
    public let isUrgent: Bool
    /// Of the newest one.
    public let time: Date
    /// Absolute, and only `https`, `http` or `mailto`.
    public let link: URL?
  }

  /// Of all that the window holds.
  public var counts: Counts {
    Counts(total: digest.counts.all.total, unread: digest.counts.all.unread)
  }

  /// Those with lines, today first.
  public var sections: [Section] {
    digest.sections.filter { !$0.isEmpty }.map { section in
      Section(
        day: Day(section.day), title: context.title(of: section.day),
        counts: Counts(total: section.counts.all.total, unread: section.counts.all.unread),
        items: section.items.map(Item.init))
    }
  }

  /// The digest as a document. Everything in it is escaped for the format.
  public func document(_ format: Format) -> [UInt8] {
    switch format {
    case .markdown: documents.markdown(digest, in: context)
    case .html: documents.html(digest, in: context)
    case .text: documents.text(digest, in: context)
    case .json: JSONDocument.digest(digest, in: context, layout: .pretty)
    case .terminal: TerminalDocument.digest(digest, in: context, style: TerminalStyle())
    }
  }
}

extension Digest.Day {
  init(_ day: Digests.Day) {
    switch day {
    case .today: self = .today
    case .yesterday: self = .yesterday
    case .earlier: self = .earlier
    }
  }
}

extension Digest.Item {
  init(_ item: DigestItem) {
    let notification = item.notification
    ids = item.ids.map(\.text)
    type = notification.type.text
    title = notification.title
    body = notification.body
    isUnread = notification.isUnread
    isUrgent = notification.priority == .high
    time = Date(timeIntervalSince1970: Double(notification.time.microseconds) / 1_000_000)
    link = notification.link.flatMap { URL(string: $0) }
  }
}
