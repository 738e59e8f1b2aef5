package import Digests
import Languages
import Notifications

/// Documents for programs, by the contracts of `Templates/schemas`. Text is whole and plain; a line
/// feed ends the document.
package enum JSONDocument {
  /// `tidings.digest/1`
  package static func digest(
    _ digest: Digest, in context: DocumentContext, layout: JSONLayout = .pretty
  ) -> [UInt8] {
    var json = JSONWriter(layout)
    json.object { json in
      json.member("schema", "tidings.digest/1")
      json.member("recipient") { $0.writeRecipient(context) }
      json.member("now") { $0.write(digest.now) }
      json.member("window") { json in
        json.object { json in
          json.member("from") { json in
            if let from = digest.window.from { json.write(from) } else { json.writeNull() }
          }
          json.member("to") { $0.write(digest.window.to) }
        }
      }
      json.member("counts") { $0.write(digest.counts, context) }
      json.member("upcoming", digest.upcoming)
      if let older = digest.older {
        json.member("older") { json in
          json.object { json in
            json.member("unread", older.count)
            json.member("newest") { $0.write(older.newest) }
          }
        }
      }
      if let previous = digest.previous {
        json.member("previous") { $0.write(previous, context) }
      }
      json.member("sections") { json in
        json.array(digest.sections) { $0.write($1, context) }
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  /// `tidings.summary/1`
  package static func summary(
    _ summary: Summary, in context: DocumentContext, layout: JSONLayout = .pretty
  ) -> [UInt8] {
    var json = JSONWriter(layout)
    json.object { json in
      json.member("schema", "tidings.summary/1")
      json.member("sources") { json in json.array(summary.sources) { $0.write($1) } }
      json.member("counts") { json in
        json.object { json in
          json.writeMembers(of: summary.counts, context)
          json.member("recipients", summary.recipients)
          json.member("duplicates", summary.duplicates)
          json.member("expired", summary.expired)
          json.member("deleted", summary.deleted)
          json.member("upcoming", summary.upcoming)
        }
      }
      json.member("byDay") { json in json.array(summary.byDay) { $0.write($1) } }
      json.member("recipients") { json in json.array(summary.busiest) { $0.write($1) } }
      json.member("rejected") { json in json.array(summary.rejected) { $0.write($1) } }
    }
    return json.bytes + [UInt8(ascii: "\n")]
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
        json.writePlain { Timestamp.append(CivilDate(dayNumber: Int(day.day)), to: &$0) }
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
