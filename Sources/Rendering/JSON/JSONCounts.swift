import Digests
import Notifications

extension JSONWriter {
  /// `counts`: the one shape in which everything is counted.
  mutating func write(_ counts: Counts, _ context: DocumentContext) {
    object { $0.writeMembers(of: counts, context) }
  }

  mutating func writeMembers(of counts: Counts, _ context: DocumentContext) {
    writeMembers(of: counts.all)
    member("byPriority") { json in
      json.object { json in
        json.member("high") { json in json.object { $0.writeMembers(of: counts[.high]) } }
        json.member("normal") { json in json.object { $0.writeMembers(of: counts[.normal]) } }
        json.member("low") { json in json.object { $0.writeMembers(of: counts[.low]) } }
      }
    }
    member("byType") { json in
      json.array(counts.byType) { json, type in
        json.object { json in
          json.member("type", type.type.key.text)
          json.member("label", context.types[type.type.profile, type.type.key].label)
          json.writeMembers(of: type.tally)
        }
      }
    }
  }

  mutating func writeMembers(of tally: Tally) {
    member("total", tally.total)
    member("unread", tally.unread)
  }
}
