package import ByteText
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
      json.object("recipient") { $0.writeMembers(of: context) }
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
      json.objects("sections", digest.sections) { $0.writeMembers(of: $1, context) }
    }
  }

  /// `tidings.summary/1`
  package static func summary(
    _ summary: Summary, in context: DocumentContext, layout: JSONLayout = .pretty
  ) -> [UInt8] {
    JSONWriter.document("tidings.summary/1", layout: layout) { json in
      json.objects("sources", summary.sources) { $0.writeMembers(of: $1) }
      json.object("counts") { json in
        json.writeMembers(of: summary.counts, context)
        json.member("recipients", summary.recipients)
        json.member("duplicates", summary.duplicates)
        json.member("expired", summary.expired)
        json.member("deleted", summary.deleted)
        if summary.ownActions > 0 { json.member("ownActions", summary.ownActions) }
        json.member("upcoming", summary.upcoming)
      }
      json.objects("byDay", summary.byDay) { json, day in
        json.member("date") { json in
          json.writePlain { RFC3339.append(CivilDate(dayNumber: Int(day.day)), to: &$0) }
        }
        json.writeMembers(of: day.tally)
      }
      json.objects("recipients", summary.busiest) { json, recipient in
        json.member("id", recipient.id.text)
        json.writeMembers(of: recipient.tally)
      }
      json.objects("rejected", summary.rejected) { $0.writeMembers(of: $1) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func writeMembers(of context: DocumentContext) {
    member("id", context.recipient.id.text)
    member("name", ifPresent: context.recipient.name)
    member("email", ifPresent: context.recipient.email)
    member("locale", context.words.tag.text)
    member("timeZone", context.zone.identifier)
  }

  mutating func writeMembers(of section: DigestSection, _ context: DocumentContext) {
    member("day", section.day.rawValue)
    member("title", context.title(of: section.day))
    member("counts") { $0.write(section.counts, context) }
    member("omitted", section.omitted)
    objects("items", section.items) { $0.writeMembers(of: $1, context) }
  }

  private mutating func writeMembers(of item: DigestItem, _ context: DocumentContext) {
    let notification = item.notification
    let text = ShownText(notification, in: context)
    array("ids", item.ids) { $0.write($1.text) }
    member("profile", notification.profile.text)
    member("type", notification.type.text)
    member("label", text.look.label)
    member("emoji", text.look.emoji ?? "")
    member("title", text.title)
    member("body", text.jsonBody)
    member("priority", notification.priority.name)
    member("unread") { $0.write(notification.readState) }
    member("time") { $0.write(notification.time) }
    member("relativeTime", context.relativeTime(notification.time))
    member("link", ifPresent: notification.link)
    writeParts(of: notification, isRedacted: text.isRedacted)
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
    if let actor = notification.actor { object("actor") { $0.writeMembers(of: actor) } }
    if let subject = notification.subject, !isRedacted {
      object("subject") { json in
        json.member("id", ifPresent: subject.id)
        json.member("name", ifPresent: subject.name)
      }
    }
    if !notification.actions.isEmpty {
      objects("actions", notification.actions) { json, action in
        json.member("key", action.key)
        json.member("label", action.label)
        json.member("url", action.url)
      }
    }
    if !notification.thumbnails.isEmpty && !isRedacted {
      objects("thumbnails", notification.thumbnails) { json, thumbnail in
        json.member("url", thumbnail.url)
        json.member("kind", thumbnail.kind.rawValue)
      }
    }
    member("batchCount", ifPresent: isRedacted ? nil : notification.batchCount)
  }

  private mutating func writeMembers(of actor: Actor) {
    member("id", ifPresent: actor.id)
    member("name", actor.name)
    member("avatarURL", ifPresent: actor.avatarURL)
    if let isFollowedBack = actor.isFollowedBack {
      member("isFollowedBack") { $0.write(isFollowedBack) }
    }
  }

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
    objects("byType", counts.byType) { json, type in
      json.member("type", type.type.key.text)
      json.member("label", context.types[type.type.profile, type.type.key].label)
      json.writeMembers(of: type.tally)
    }
  }

  mutating func writeMembers(of tally: Tally) {
    member("total", tally.total)
    member("unread", tally.unread)
  }

  // MARK: The inputs in documents about a run.

  package mutating func writeMembers(of source: SummarySource) {
    member("file", source.file)
    member("format", source.format)
    member("profile", source.profile)
    member("records", source.records)
    member("rejected", source.rejected)
  }

  package mutating func writeMembers(of record: RejectedRecord) {
    member("file", record.file)
    member("line", ifPresent: record.line)
    member("record", ifPresent: record.record)
    member("field", ifPresent: record.field)
    member("reason", record.reason)
  }

  package mutating func write(_ time: Instant) {
    writePlain { RFC3339.append(microseconds: time.microseconds, to: &$0) }
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
