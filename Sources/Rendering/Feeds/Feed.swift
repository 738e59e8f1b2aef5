import ByteText
package import Digests
import Languages
package import Notifications
import SafeMarkdown

/// A recipient's newest notifications, as feed readers show them.
package struct Feed: Sendable {
  /// Newest first.
  package var notifications: [Notification]
  /// The profile and the recipient, which identify the feed.
  package var owner: PersonID
  /// The URLs of the two files; nil if nobody said where they are served.
  package var atomURL: String?
  package var jsonURL: String?

  /// Raised when the program makes other feeds of the same content, so that all are written again.
  package static let version = "tidings.feeds/7"

  /// The most notifications of a feed.
  package static let limit = 100

  package init(
    _ notifications: [Notification], of owner: PersonID, atomURL: String? = nil,
    jsonURL: String? = nil
  ) {
    self.notifications = notifications
    self.owner = owner
    self.atomURL = atomURL
    self.jsonURL = jsonURL
  }

  /// A tag URI (RFC 4151), the same for ever: `tag:tidings.invalid,2026:rooms/user-7`.
  ///
  /// Nobody can own a domain below `invalid` (RFC 2606), so that no other tag begins like ours.
  var id: String { Self.tag(owner) }

  /// `Rooms · Ana Ruiz`: a reader may have the feeds of several people.
  func title(in context: borrowing DocumentContext) -> String {
    let title = author(in: context)
    let id = context.recipient.id == .me ? "" : context.recipient.id.text
    let person = FlatText.name(context.recipient.name ?? id)
    return person.isEmpty ? title : title + " · " + person
  }

  /// The app, or what else stands for the author of all notifications.
  func author(in context: borrowing DocumentContext) -> String {
    let app = FlatText.name(context.app)
    return app.isEmpty ? context.words(.inboxTitle) : app
  }

  fileprivate static func tag(_ owner: PersonID) -> String {
    "tag:tidings.invalid,2026:" + PercentEncoding.component(owner.profile.text) + "/"
      + PercentEncoding.component(owner.recipient.text)
  }
}

/// Makes the feeds of a person in both formats.
package enum FeedDocuments {
  /// The Atom feed and the JSON Feed of the same entries.
  package static func documents(
    _ feed: Feed, in context: borrowing DocumentContext
  ) -> (atom: [UInt8], json: [UInt8]) {
    let entries = entries(of: feed, in: context)
    return (
      AtomFeed.document(feed, entries, in: context), JSONFeed.document(feed, entries, in: context)
    )
  }

  /// The feed as blocks of HTML, as a reader's program shows it.
  package static func preview(
    _ feed: Feed, in context: borrowing DocumentContext
  ) -> [UInt8] {
    var html: [UInt8] = []
    func add(_ text: String, in element: String) {
      html += "<\(element) dir=\"auto\">".utf8
      HTMLEscape.append(text, to: &html)
      html += "</\(element)>\n".utf8
    }
    add(feed.title(in: context), in: "h1")
    for entry in entries(of: feed, in: context) {
      add(entry.title, in: "h2")
      add(context.absoluteTime(entry.changed), in: "small")
      html += entry.html
    }
    return html
  }

  private static func entries(
    of feed: Feed, in context: borrowing DocumentContext
  ) -> [FeedEntry] {
    var entries: [FeedEntry] = []
    entries.reserveCapacity(feed.notifications.count)
    var (owner, id) = (feed.owner, feed.id)
    for item in stacks(feed.notifications, in: context) {
      // A person's notifications may come from several profiles, but most from one.
      let own = PersonID(item.notification.profile, item.notification.recipient)
      if own != owner { (owner, id) = (own, Feed.tag(own)) }
      entries.append(FeedEntry(item, of: id, in: context))
    }
    return entries
  }

  private struct StackKey: Hashable {
    let type: TypeID
    let title: String
    let day: CivilDate
  }

  /// One line for what has one type, title and day, newest first. Marks and the time at which the feed
  /// is made change nothing.
  private static func stacks(
    _ notifications: [Notification], in context: borrowing DocumentContext
  ) -> [DigestItem] {
    var members: [[Notification]] = []
    var known: [StackKey: Int] = [:]
    for notification in notifications {
      let title = notification.title ?? notification.body ?? ""
      let key = StackKey(
        type: TypeID(notification.profile, notification.type), title: title,
        day: context.zone.civil(at: notification.time.seconds).date)
      if let line = known[key], !title.isEmpty {
        members[line].append(notification)
      } else {
        known[key] = members.count
        members.append([notification])
      }
    }
    return members.map { members in
      var item = DigestItem(notification: members[0], ids: members.map(\.id))
      if members.count > 1 { (item.members, item.untoldCount) = (members, members.count) }
      return item
    }
  }

  /// A line as blocks of HTML, without its title, which may stand in any page.
  package static func fragment(
    of item: DigestItem, in context: borrowing DocumentContext
  ) -> [UInt8] {
    FeedEntry(item, of: "", in: context).html
  }
}

/// Writes the Atom feed (RFC 4287).
struct AtomFeed {
  private var bytes: [UInt8] = []

  /// The document. It is the same until a notification, a word or an address changes.
  static func document(
    _ feed: Feed, _ entries: [FeedEntry], in context: borrowing DocumentContext
  ) -> [UInt8] {
    var atom = AtomFeed()
    atom.write("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
    atom.write(
      "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"", context.words.tag.text,
      then: "\">\n")
    atom.write("<id>", feed.id, then: "</id>\n")
    atom.write("<title>", feed.title(in: context), then: "</title>\n")
    // Of an empty feed the beginning of 1970: nothing else stays the same.
    let updated = entries.map(\.changed).max() ?? Instant(microseconds: 0)
    atom.write("<updated>", updated.timestamp, then: "</updated>\n")
    atom.write("<author><name>", feed.author(in: context), then: "</name></author>\n")
    let ownLink: StaticString = "<link rel=\"self\" type=\"application/atom+xml\" href=\""
    if let url = feed.atomURL { atom.write(ownLink, url, then: "\"/>\n") }
    let pageLink: StaticString = "<link rel=\"alternate\" type=\"text/html\" href=\""
    if let url = context.inboxURL { atom.write(pageLink, url, then: "\"/>\n") }
    atom.write("<generator>Tidings</generator>\n")
    for entry in entries { atom.append(entry) }
    atom.write("</feed>\n")
    return atom.bytes
  }

  private mutating func append(_ entry: FeedEntry) {
    write("<entry>\n<id>", entry.id, then: "</id>\n")
    write("<title>", entry.title, then: "</title>\n")
    write("<published>", entry.published, then: "</published>\n")
    write("<updated>", entry.updated, then: "</updated>\n")
    if let actor = entry.actor, !actor.isEmpty {
      write("<author><name>", actor, then: "</name></author>\n")
    }
    if let link = entry.link { write("<link rel=\"alternate\" href=\"", link, then: "\"/>\n") }
    write("<category term=\"", entry.type.key, then: "\" label=\"")
    write("", entry.type.label, then: "\"/>\n<content type=\"html\">")
    entry.html.withUnsafeBufferPointer { HTMLEscape.append($0, to: &bytes) }
    write("</content>\n</entry>\n")
  }

  /// What HTML forbids in a text, XML forbids too, and the same characters are escaped.
  private mutating func write(
    _ before: StaticString, _ text: String = "", then after: StaticString = ""
  ) {
    before.withUTF8Buffer { bytes += $0 }
    HTMLEscape.append(text, to: &bytes)
    after.withUTF8Buffer { bytes += $0 }
  }
}

/// Writes the JSON Feed (https://jsonfeed.org/version/1.1).
struct JSONFeed {
  /// The document, in one line. It is the same until a notification, a word or an address changes.
  static func document(
    _ feed: Feed, _ entries: [FeedEntry], in context: borrowing DocumentContext
  ) -> [UInt8] {
    let (title, author) = (feed.title(in: context), feed.author(in: context))
    let (language, page) = (context.words.tag.text, context.inboxURL)
    return JSONWriter.line { json in
      json.member("version", "https://jsonfeed.org/version/1.1")
      json.member("title", title)
      json.member("home_page_url", ifPresent: page)
      json.member("feed_url", ifPresent: feed.jsonURL)
      json.member("language", language)
      json.writeAuthor(author)
      json.objects("items", entries) { json, entry in
        json.member("id", entry.id)
        json.member("url", ifPresent: entry.link)
        json.member("title", entry.title)
        json.member("content_html") { $0.write(utf8: entry.html) }
        json.member("date_published", entry.published)
        json.member("date_modified", entry.updated)
        if let actor = entry.actor, !actor.isEmpty { json.writeAuthor(actor) }
        json.member("tags", [entry.type.label])
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func writeAuthor(_ name: String) {
    objects("authors", [name]) { $0.member("name", $1) }
  }
}
