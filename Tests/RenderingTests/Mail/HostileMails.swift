import Digests
import Foundation
import Notifications

@testable import Rendering

/// Mails with words that strangers wrote to be more than words, in every field.
enum HostileMails {
  /// A mail for every so many texts; each text is somewhere title, body, name, label and link.
  static func kinds(of texts: [String]) -> [MailKind] {
    let size = 60
    return stride(from: 0, to: texts.count, by: size).map { start in
      let some = Array(texts[start..<min(start + size, texts.count)])
      let name = some[some.count / 2]
      return MailKind(
        name: "hostile-\(start / size)", notifications: some.indices.map { notification($0, some) },
        locale: ["en", "ar", "de"][start / size % 3],
        theme: start / size % 2 == 0 ? "default" : "lean",
        images: true, brand: Brand(name: name, logoURL: name, address: name), recipientName: name)
    }
  }

  private static func notification(_ index: Int, _ texts: [String]) -> Notification {
    let text = texts[index]
    let other = texts[(index + 7) % texts.count]
    var hostile = MailSamples.notification(
      index, index % 4 == 0 ? text : "offer", index % 3 == 0 ? text + " " + other : text,
      index % 2 == 0 ? other : nil, priority: index % 5 == 0 ? .high : .normal,
      hoursAgo: Int64(index))
    hostile.content.bodyFormat = [.plain, .markdown, .html][index % 3]
    hostile.content.actor = Actor(
      name: index % 3 == 0 ? text : other, avatarURL: other,
      isFollowedBack: [nil, true, false][index % 3])
    hostile.content.thumbnails = [
      Thumbnail(url: text, kind: .photo), Thumbnail(url: other, kind: .video),
    ]
    hostile.content.batchCount = index % 2 == 0 ? 1_000_000_000_000_000_000 : nil
    hostile.content.actions = [
      Action(key: text, label: other, url: "https://example.org/a/\(index)")
    ]
    if index % 2 == 0 {
      hostile.content.link = nil
      hostile.content.droppedLink = .notAllowed(text)
    }
    return hostile
  }
}
