import Digests
import Notifications

extension JSONWriter {
  mutating func write(_ section: DigestSection, _ context: DocumentContext) {
    object { json in
      json.member("day", section.day.rawValue)
      json.member("title", context.title(of: section.day))
      json.member("counts") { $0.write(section.counts, context) }
      json.member("omitted", section.omitted)
      json.member("items") { json in json.array(section.items) { $0.write($1, context) } }
    }
  }

  private mutating func write(_ item: DigestItem, _ context: DocumentContext) {
    let notification = item.notification
    let text = ShownText(notification, in: context)
    object { json in
      json.member("ids") { json in json.array(item.ids) { $0.write($1.text) } }
      json.member("profile", notification.profile.text)
      json.member("type", notification.type.text)
      json.member("label", text.look.label)
      json.member("emoji", text.look.emoji ?? "")
      json.member("title", text.title)
      json.member("body", text.jsonBody)
      json.member("priority", notification.priority.name)
      json.member("unread") { $0.write(notification.readState) }
      json.member("time") { $0.write(notification.time) }
      json.member("relativeTime", context.relativeTime(notification.time))
      json.member("link", ifPresent: notification.link)
      json.writeParts(of: notification, isRedacted: text.isRedacted)
    }
  }

  /// Unknown is null.
  private mutating func write(_ state: ReadState) {
    switch state {
    case .unread: write(true)
    case .read: write(false)
    case .unknown: writeNull()
    }
  }

  /// What a redacted notification is about, or shows of it, is left out as its text is.
  private mutating func writeParts(of notification: Notification, isRedacted: Bool) {
    if let actor = notification.actor { member("actor") { $0.write(actor) } }
    if let subject = notification.subject, !isRedacted { member("subject") { $0.write(subject) } }
    if !notification.actions.isEmpty {
      member("actions") { json in
        json.array(notification.actions) { json, action in
          json.object { json in
            json.member("key", action.key)
            json.member("label", action.label)
            json.member("url", action.url)
          }
        }
      }
    }
    if !notification.thumbnails.isEmpty && !isRedacted {
      member("thumbnails") { json in
        json.array(notification.thumbnails) { json, thumbnail in
          json.object { json in
            json.member("url", thumbnail.url)
            json.member("kind", thumbnail.kind.rawValue)
          }
        }
      }
    }
    member("batchCount", ifPresent: isRedacted ? nil : notification.batchCount)
  }

  private mutating func write(_ actor: Actor) {
    object { json in
      json.member("id", ifPresent: actor.id)
      json.member("name", actor.name)
      json.member("avatarURL", ifPresent: actor.avatarURL)
      if let isFollowedBack = actor.isFollowedBack {
        json.member("isFollowedBack") { $0.write(isFollowedBack) }
      }
    }
  }

  private mutating func write(_ subject: Subject) {
    object { json in
      json.member("id", ifPresent: subject.id)
      json.member("name", ifPresent: subject.name)
    }
  }
}

extension ShownText {
  /// Of HTML its text; Markdown as it was written, whose structure a program may want.
  fileprivate var jsonBody: String {
    switch bodyFormat {
    case .plain, .markdown: body
    case .html: plainBody
    }
  }
}
