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
    atom.write("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
    atom.write("<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"")
    atom.append(context.words.tag.text)
    atom.write("\">\n")
    atom.element("id", feed.id)
    atom.element("title", feed.title(in: context))
    // Of an empty feed the beginning of 1970: nothing else stays the same.
    atom.element(
      "updated", (entries.map(\.changed).max() ?? Instant(microseconds: 0)).timestamp)
    atom.person(feed.author(in: context))
    atom.link("self", feed.atomURL, type: "application/atom+xml")
    atom.link("alternate", context.inboxURL, type: "text/html")
    atom.element("generator", "Tidings")
    for entry in entries { atom.append(entry) }
    atom.write("</feed>\n")
    return atom.bytes
  }

  private mutating func append(_ entry: FeedEntry) {
    write("<entry>\n")
    element("id", entry.id)
    element("title", entry.title)
    element("published", entry.published)
    element("updated", entry.updated)
    if let actor = entry.actor, !actor.isEmpty { person(actor) }
    link("alternate", entry.link)
    write("<category term=\"")
    append(entry.type.key)
    write("\" label=\"")
    append(entry.type.label)
    write("\"/>\n<content type=\"html\">")
    entry.html.withUnsafeBufferPointer { HTMLEscape.append($0, to: &bytes) }
    write("</content>\n</entry>\n")
  }

  private mutating func element(_ name: StaticString, _ text: String) {
    write("<")
    write(name)
    write(">")
    append(text)
    write("</")
    write(name)
    write(">\n")
  }

  private mutating func person(_ name: String) {
    write("<author><name>")
    append(name)
    write("</name></author>\n")
  }

  /// A link, unless there is no address.
  private mutating func link(
    _ relation: StaticString, _ address: String?, type: StaticString? = nil
  ) {
    guard let address else { return }
    write("<link rel=\"")
    write(relation)
    if let type {
      write("\" type=\"")
      write(type)
    }
    write("\" href=\"")
    append(address)
    write("\"/>\n")
  }

  private mutating func write(_ markup: StaticString) { markup.withUTF8Buffer { bytes += $0 } }

  /// What HTML forbids, XML forbids too, and the same characters are escaped.
  private mutating func append(_ text: String) { HTMLEscape.append(text, to: &bytes) }
}
