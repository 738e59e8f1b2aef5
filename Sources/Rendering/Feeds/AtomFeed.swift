import Languages
import Notifications
import SafeMarkdown

/// Writes the Atom feed (RFC 4287).
struct AtomFeed {
  private var bytes: [UInt8] = []

  /// The document. It is the same until a notification, a word or an address changes.
  static func document(
    _ feed: Feed, _ entries: [FeedEntry], in context: borrowing DocumentContext
  ) -> [UInt8] {
    var atom = AtomFeed()
    atom.bytes += "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".utf8
    atom.bytes += "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"".utf8
    atom.append(context.words.tag.text)
    atom.bytes += "\">\n".utf8
    atom.element("id", feed.id)
    atom.element("title", feed.title(in: context))
    // Of an empty feed the beginning of 1970: nothing else stays the same.
    atom.element(
      "updated", (entries.map(\.updated).max() ?? Instant(microseconds: 0)).timestamp)
    atom.person(feed.author(in: context))
    atom.link("self", feed.atomURL, type: "application/atom+xml")
    atom.link("alternate", context.inboxURL, type: "text/html")
    atom.element("generator", "Tidings")
    for entry in entries { atom.append(entry) }
    atom.bytes += "</feed>\n".utf8
    return atom.bytes
  }

  private mutating func append(_ entry: FeedEntry) {
    bytes += "<entry>\n".utf8
    element("id", entry.id)
    element("title", entry.title)
    element("published", entry.published.timestamp)
    element("updated", entry.updated.timestamp)
    if let actor = entry.actor, !actor.isEmpty { person(actor) }
    link("alternate", entry.link)
    bytes += "<category term=\"".utf8
    append(entry.type.key)
    bytes += "\" label=\"".utf8
    append(entry.type.label)
    bytes += "\"/>\n<content type=\"html\">".utf8
    entry.html.withUnsafeBufferPointer { HTMLEscape.append($0, to: &bytes) }
    bytes += "</content>\n</entry>\n".utf8
  }

  private mutating func element(_ name: String, _ text: String) {
    bytes += "<\(name)>".utf8
    append(text)
    bytes += "</\(name)>\n".utf8
  }

  private mutating func person(_ name: String) {
    bytes += "<author><name>".utf8
    append(name)
    bytes += "</name></author>\n".utf8
  }

  /// A link, unless there is no address.
  private mutating func link(_ relation: String, _ address: String?, type: String? = nil) {
    guard let address else { return }
    bytes += "<link rel=\"\(relation)\"".utf8
    if let type { bytes += " type=\"\(type)\"".utf8 }
    bytes += " href=\"".utf8
    append(address)
    bytes += "\"/>\n".utf8
  }

  /// What HTML forbids, XML forbids too, and the same characters are escaped.
  private mutating func append(_ text: String) { HTMLEscape.append(text, to: &bytes) }
}
