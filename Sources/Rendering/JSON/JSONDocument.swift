import ByteText
package import Digests
import Languages
package import Notifications

/// Documents for programs, as `Templates/schemas` defines them. Text is whole and plain; a line feed
/// ends the document.
package enum JSONDocument {
  /// `tidings.digest/1`
  package static func digest(
    _ digest: Digest, in context: DocumentContext, layout: JSONLayout = .pretty
  ) -> [UInt8] {
    JSONWriter.document("tidings.digest/1", layout: layout) { json in
      json.member("recipient") { $0.writeRecipient(context) }
      json.member("now") { $0.write(digest.now) }
      json.object("window") { json in
        json.member("from") { json in
          if let from = digest.window.from { json.write(from) } else { json.writeNull() }
        }
        json.member("to") { $0.write(digest.window.to) }
      }
      json.member("counts") { $0.write(digest.counts, context) }
      json.member("upcoming", digest.upcoming)
      if let older = digest.older {
        json.object("older") { json in
          json.member("unread", older.count)
          json.member("newest") { $0.write(older.newest) }
        }
      }
      if let previous = digest.previous {
        json.member("previous") { $0.write(previous, context) }
      }
      json.array("sections", digest.sections) { $0.write($1, context) }
    }
  }

  /// `tidings.summary/1`
  package static func summary(
    _ summary: Summary, in context: DocumentContext, layout: JSONLayout = .pretty
  ) -> [UInt8] {
    JSONWriter.document("tidings.summary/1", layout: layout) { json in
      json.array("sources", summary.sources) { $0.write($1) }
      json.object("counts") { json in
        json.writeMembers(of: summary.counts, context)
        json.member("recipients", summary.recipients)
        json.member("duplicates", summary.duplicates)
        json.member("expired", summary.expired)
        json.member("deleted", summary.deleted)
        if summary.ownActions > 0 { json.member("ownActions", summary.ownActions) }
        json.member("upcoming", summary.upcoming)
      }
      json.array("byDay", summary.byDay) { $0.write($1) }
      json.array("recipients", summary.busiest) { $0.write($1) }
      json.array("rejected", summary.rejected) { $0.write($1) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func writeRecipient(_ context: DocumentContext) {
    object { json in
      json.member("id", context.recipient.id.text)
      json.member("name", ifPresent: context.recipient.name)
      json.member("email", ifPresent: context.recipient.email)
      json.member("locale", context.words.tag.text)
      json.member("timeZone", context.zone.identifier)
    }
  }

  fileprivate mutating func write(_ day: DayTally) {
    object { json in
      json.member("date") { json in
        json.writePlain { RFC3339.append(CivilDate(dayNumber: Int(day.day)), to: &$0) }
      }
      json.writeMembers(of: day.tally)
    }
  }

  fileprivate mutating func write(_ recipient: RecipientTally) {
    object { json in
      json.member("id", recipient.id.text)
      json.writeMembers(of: recipient.tally)
    }
  }
}

extension JSONWriter {
  mutating func write(_ section: DigestSection, _ context: DocumentContext) {
    object { json in
      json.member("day", section.day.rawValue)
      json.member("title", context.title(of: section.day))
      json.member("counts") { $0.write(section.counts, context) }
      json.member("omitted", section.omitted)
      json.array("items", section.items) { $0.write($1, context) }
    }
  }

  private mutating func write(_ item: DigestItem, _ context: DocumentContext) {
    let notification = item.notification
    let text = ShownText(notification, in: context)
    object { json in
      json.array("ids", item.ids) { $0.write($1.text) }
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

  /// Leaves out a redacted notification's subject and pictures, like its text.
  private mutating func writeParts(of notification: Notification, isRedacted: Bool) {
    if let actor = notification.actor { member("actor") { $0.write(actor) } }
    if let subject = notification.subject, !isRedacted { member("subject") { $0.write(subject) } }
    if !notification.actions.isEmpty {
      array("actions", notification.actions) { json, action in
        json.object { json in
          json.member("key", action.key)
          json.member("label", action.label)
          json.member("url", action.url)
        }
      }
    }
    if !notification.thumbnails.isEmpty && !isRedacted {
      array("thumbnails", notification.thumbnails) { json, thumbnail in
        json.object { json in
          json.member("url", thumbnail.url)
          json.member("kind", thumbnail.kind.rawValue)
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
  /// The text of HTML; Markdown as written, since programs may need its structure.
  fileprivate var jsonBody: String {
    switch bodyFormat {
    case .plain, .markdown: body
    case .html: plainBody
    }
  }
}

extension JSONWriter {
  /// An object `counts`.
  mutating func write(_ counts: Counts, _ context: DocumentContext) {
    object { $0.writeMembers(of: counts, context) }
  }

  mutating func writeMembers(of counts: Counts, _ context: DocumentContext) {
    writeMembers(of: counts.all)
    object("byPriority") { json in
      json.object("high") { $0.writeMembers(of: counts[.high]) }
      json.object("normal") { $0.writeMembers(of: counts[.normal]) }
      json.object("low") { $0.writeMembers(of: counts[.low]) }
    }
    array("byType", counts.byType) { json, type in
      json.object { json in
        json.member("type", type.type.key.text)
        json.member("label", context.types[type.type.profile, type.type.key].label)
        json.writeMembers(of: type.tally)
      }
    }
  }

  mutating func writeMembers(of tally: Tally) {
    member("total", tally.total)
    member("unread", tally.unread)
  }
}

/// The inputs in documents about a run.
extension JSONWriter {
  package mutating func write(_ source: SummarySource) {
    object { json in
      json.member("file", source.file)
      json.member("format", source.format)
      json.member("profile", source.profile)
      json.member("records", source.records)
      json.member("rejected", source.rejected)
    }
  }

  package mutating func write(_ record: RejectedRecord) {
    object { json in
      json.member("file", record.file)
      json.member("line", ifPresent: record.line)
      json.member("record", ifPresent: record.record)
      json.member("field", ifPresent: record.field)
      json.member("reason", record.reason)
    }
  }

  package mutating func write(_ time: Instant) {
    writePlain { RFC3339.append(microseconds: time.microseconds, to: &$0) }
  }
}
