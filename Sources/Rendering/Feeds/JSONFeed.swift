import Languages
import Notifications

/// Writes the JSON Feed (https://jsonfeed.org/version/1.1).
struct JSONFeed {
  /// The document, in one line. It is the same until a notification, a word or an address changes.
  static func document(
    _ feed: Feed, _ entries: [FeedEntry], in context: borrowing DocumentContext
  ) -> [UInt8] {
    let (title, author) = (feed.title(in: context), feed.author(in: context))
    let (language, page) = (context.words.tag.text, context.inboxURL)
    var json = JSONWriter(.oneLine)
    json.object { json in
      json.member("version", "https://jsonfeed.org/version/1.1")
      json.member("title", title)
      json.member("home_page_url", ifPresent: page)
      json.member("feed_url", ifPresent: feed.jsonURL)
      json.member("language", language)
      json.array("authors", [author]) { $0.person($1) }
      json.array("items", entries) { $0.write($1) }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

extension JSONWriter {
  fileprivate mutating func person(_ name: String) {
    object { $0.member("name", name) }
  }

  fileprivate mutating func write(_ entry: FeedEntry) {
    object { json in
      json.member("id", entry.id)
      json.member("url", ifPresent: entry.link)
      json.member("title", entry.title)
      json.member("content_html") { $0.write(utf8: entry.html) }
      json.member("date_published", entry.published)
      json.member("date_modified", entry.updated)
      if let actor = entry.actor, !actor.isEmpty {
        json.array("authors", [actor]) { $0.person($1) }
      }
      json.array("tags", [entry.type.label]) { $0.write($1) }
    }
  }
}
