package import Digests
package import Notifications

/// What documents about a run say of its inputs.
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

  package mutating func write(_ time: Instant) { writePlain { Timestamp.append(time, to: &$0) } }
}
