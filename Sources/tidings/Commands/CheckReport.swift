import Exports
import Notifications
import Rendering

/// What `check` found, as text for a person and as JSON.
struct CheckReport {
  let index: ExportIndex
  /// Types that records have and their profile does not know, with their profile.
  private let unknownTypes: [ExportIndex.RecordType]

  init(_ index: ExportIndex, profiles: ProfileSet) {
    self.index = index
    unknownTypes = index.types.filter { profiles[$0.profile]?.type($0.key) == nil }
  }

  var text: [UInt8] {
    var lines = index.sources.map(sourceLine)
    lines += index.rejects.map { "rejected  " + VisibleText.line(RejectSentence.of($0)) }
    lines += oddities.filter { $0.count > 0 }.map { "note      \($0.count) × \($0.words)" }
    lines += unknownTypes.prefix(Self.mostTypes).map {
      VisibleText.line("type      \($0.key.text), which \($0.profile.text) does not know")
    }
    if unknownTypes.count > Self.mostTypes {
      lines.append("type      and \(unknownTypes.count - Self.mostTypes) more")
    }
    lines.append(
      index.rejects.isEmpty && index.sources.allSatisfy(\.incomplete.isEmpty)
        ? "all is well" : "not all is well")
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// How many unknown types are named for a person; there may be one for each record.
  private static let mostTypes = 20

  private func sourceLine(_ source: SourceReport) -> String {
    let profile = source.profile?.text ?? "no profile"
    let records = source.records == 1 ? "1 record" : "\(source.records) records"
    let file = source.file == "-" ? "standard input" : source.file
    return VisibleText.line(
      "read      \(file): \(source.format.rawValue), \(profile), \(records), "
        + "\(source.rejected) rejected")
  }

  /// What was set right, or not understood, in records that were taken.
  private var oddities: [(key: StaticString, words: String, count: Int)] {
    let warnings = index.warnings
    return [
      ("duplicates", "a copy of a record that is there already", index.duplicates),
      ("unknownTypes", "a type that the profile does not know", warnings.unknownTypes),
      (
        "unknownPriorities", "a priority that the profile does not know, taken for normal",
        warnings.unknownPriorities
      ),
      (
        "readDisagreements", "two read columns that disagree, taken for read",
        warnings.readDisagreements
      ),
      ("ownActions", "a recipient's own action, left out", warnings.ownActions),
      ("duplicateKeys", "a key twice in one object, the last one taken", warnings.duplicateKeys),
      ("loneSurrogates", "half a character, replaced by U+FFFD", warnings.loneSurrogates),
    ]
  }

  /// `tidings.check/1`
  var json: [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("schema", "tidings.check/1")
      json.member("sources") { json in json.array(index.sources) { $0.write($1) } }
      json.member("notes") { json in
        json.object { json in
          for oddity in oddities { json.member(oddity.key, oddity.count) }
        }
      }
      json.member("unknownTypes") { json in
        json.array(unknownTypes) { json, type in
          json.object { json in
            json.member("profile", type.profile.text)
            json.member("type", type.key.text)
          }
        }
      }
      json.member("rejected") { json in json.array(index.rejects) { $0.write($1) } }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ source: SourceReport) {
    object { json in
      json.member("file", source.file)
      json.member("format", source.format.rawValue)
      if let profile = source.profile { json.member("profile", profile.text) }
      json.member("records", source.records)
      json.member("rejected", source.rejected)
      json.member("incomplete") { json in
        json.array(source.incomplete) { $0.write(IncompletenessSentence.of($1)) }
      }
    }
  }

  fileprivate mutating func write(_ reject: Reject) {
    object { json in
      json.member("file", reject.file)
      if let line = reject.place.line { json.member("line", line) }
      if let record = reject.place.record { json.member("record", record) }
      if let field = reject.field { json.member("field", field) }
      json.member("reason", RejectSentence.reason(reject.reason))
    }
  }
}
