import Digests
public import FoundationEssentials
import Notifications
import Rendering

extension Digest {
  /// A line: a notification, or several that belong together.
  public struct Item: Sendable {
    /// Of all notifications of the line, newest first.
    public let ids: [String]
    /// The name of the profile.
    public let profile: String
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
    /// `2h ago`, in the reader's language.
    public let relativeTime: String
    /// Absolute, and only `https`, `http` or `mailto`.
    public let link: URL?
    private let item: DigestItem
    private let day: Digests.Day
    private let context: DocumentContext

    init(_ item: DigestItem, on day: Digests.Day, in context: DocumentContext) {
      (self.item, self.day, self.context) = (item, day, context)
      let notification = item.notification
      ids = item.ids.map(\.text)
      profile = notification.profile.text
      type = notification.type.text
      title = notification.title
      body = notification.body
      isUnread = notification.isUnread
      isUrgent = notification.priority == .high
      time = notification.time.date
      relativeTime = context.relativeTime(notification.time)
      link = notification.link.flatMap { URL(string: $0) }
    }

    /// All that the digest's template knows of the line, by the names of `tidings reference templates`:
    /// `String`, `Bool`, `[String: String]` and arrays of such dictionaries. Texts are raw; `bodyMarkdown`
    /// is Markdown.
    public var values: [String: any Sendable] {
      DigestDocuments.values(of: item, on: day, in: context)
    }

    /// What stands below the title in a feed, as blocks of HTML that may stand in any page: message, facts,
    /// pictures and actions.
    public var fragment: [UInt8] { FeedDocuments.fragment(of: item, in: context) }
  }
}
