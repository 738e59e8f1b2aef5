import Digests
import Rendering

/// What one reader is shown.
public struct Digest: Sendable {
  private let digest: Digests.Digest
  private let context: DocumentContext
  private let documents: DigestDocuments

  init(_ digest: Digests.Digest, in context: DocumentContext, documents: DigestDocuments) {
    self.digest = digest
    self.context = context
    self.documents = documents
  }

  /// A kind of document. `json` is `tidings.digest/1`, whose schema the command line prints.
  public enum Format: String, CaseIterable, Sendable {
    case markdown, html, text, json, terminal
    /// Blocks of HTML for a page of one's own.
    case fragment
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

    init(_ day: Digests.Day) {
      switch day {
      case .today: self = .today
      case .yesterday: self = .yesterday
      case .earlier: self = .earlier
      }
    }
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
        items: section.items.map { Item($0, on: section.day, in: context) })
    }
  }

  /// The digest as a document. Everything in it is escaped for the format.
  public func document(_ format: Format) -> [UInt8] {
    switch format {
    case .markdown: documents.markdown(digest, in: context)
    case .html: documents.html(digest, in: context)
    case .fragment: documents.fragment(digest, in: context)
    case .text: documents.text(digest, in: context)
    case .json: JSONDocument.digest(digest, in: context)
    case .terminal: TerminalDocument.digest(digest, in: context, style: TerminalStyle())
    }
  }
}
