import Exports
import Notifications
import Rendering

extension CheckReport {
  /// `tidings.check/1`
  var json: [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("schema", "tidings.check/1")
      json.member("sources") { json in json.array(index.sources) { $0.write($1) } }
      json.member("mappings") { json in json.array(index.mappings) { $0.write($1) } }
      json.member("warnings") { json in json.array(warnings) { $0.write($1) } }
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
  fileprivate mutating func write(_ mapping: MappingReport) {
    object { json in
      json.member("profile", mapping.profile.text)
      json.member("records", mapping.survey.records)
      json.member("unmatched", mapping.survey.unmatched)
      json.member("fields") { json in
        json.array(mapping.parts) { json, part in
          json.object { json in
            json.member("name", MappingSentence.name(part.section))
            json.member("paths") { json in
              json.array(part.paths) { $0.write($1.description) }
            }
            json.member("records", part.records)
          }
        }
      }
      json.member("unused") { json in
        json.array(mapping.survey.unused.paths) { json, path in
          json.object { json in
            json.member("path", path.text)
            json.member("records", path.records)
            json.member("sample", path.sample)
          }
        }
      }
      json.member("unusedIsCut") { $0.write(mapping.survey.unused.isCut) }
    }
  }

  fileprivate mutating func write(_ source: SourceReport) {
    object { json in
      json.member("file", source.file)
      json.member("format", source.format.rawValue)
      if let profile = source.profile { json.member("profile", profile.text) }
      json.member("records", source.records)
      json.member("rejected", source.rejected)
      if !source.strays.isEmpty {
        json.member("strays") { json in
          json.array(source.strays) { json, stray in
            json.object { json in
              json.member("profile", stray.profile.text)
              json.member("records", stray.records)
            }
          }
        }
      }
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
