import Exports

/// Says why a record was rejected: for the terminal, for JSON, for the log.
enum RejectSentence {
  /// `export.jsonl, line 7: created_at: there is no time`
  static func of(_ reject: Reject) -> String {
    let place = ExportSentence.place(reject.file, reject.place)
    let field = reject.field.map { "\($0): " } ?? ""
    return "\(place): \(field)\(reason(reject.reason))"
  }

  /// `export.jsonl: 2 of 57 records were rejected and left out`, then the first few with their
  /// reasons.
  static func overview(of index: ExportIndex, listed: Bool) -> [String] {
    let sources = index.sources.filter { $0.rejected > 0 }
    guard !sources.isEmpty else { return [] }
    var lines = sources.prefix(mostNamed).map { source in
      let verb = source.rejected == 1 ? "was" : "were"
      return "\(ExportSentence.place(source.file, nil)): \(source.rejected) of \(source.records) "
        + "\(source.records == 1 ? "record" : "records") \(verb) rejected and left out"
    }
    if sources.count > mostNamed {
      lines.append("and records of \(sources.count - mostNamed) more files")
    }
    guard listed else { return lines }
    lines += index.rejects.prefix(mostNamed).map { "  " + of($0) }
    let rest = sources.reduce(0) { $0 + $1.rejected } - min(mostNamed, index.rejects.count)
    if rest > 0 { lines.append("  and \(rest) more; tidings check lists them all") }
    return lines
  }

  private static let mostNamed = 3

  /// The reason without the field.
  static func reason(_ reason: RejectReason) -> String {
    switch reason {
    case .malformed(let damage): damaged(damage)
    case .tooLarge(let limit): "the record has \(limit) bytes or more"
    case .missingField: "missing from the record"
    case .nullField: "null"
    case .emptyField: "empty"
    case .notText: "a list or object where text is expected"
    case .unreadableTime(let error): time(error)
    case .blob: "a blob where text is expected"
    }
  }

  private static func time(_ error: TimestampError) -> String {
    switch error {
    case .empty: "the time is empty"
    case .unreadable: "not a time"
    case .outOfRange: "the time is outside the years 0 to 9999"
    }
  }

  private static func damaged(_ reason: RecordDamage.Reason) -> String {
    switch reason {
    case .notAnObject: "not a JSON object"
    case .invalidUTF8: "the text is not UTF-8"
    case .controlCharacter: "a string holds a raw control character"
    case .invalidEscape: "a backslash is followed by an invalid escape"
    case .invalidNumber: "a number is malformed"
    case .invalidLiteral: "a word is not true, false or null"
    case .tooDeep: "brackets are nested deeper than 512"
    case .torn: "the record is cut off"
    case .trailingContent: "something else follows the record"
    case .syntax: "the record is not JSON"
    case .outOfMemory: "there was not enough memory for the record"
    }
  }
}

/// Says why an input is incomplete.
enum IncompletenessSentence {
  static func of(_ reason: Incompleteness) -> String {
    switch reason {
    case .torn: "it ends in the middle"
    case .lateOwner: "it names the recipient of its records too far after them"
    case .compressionTorn: "its compressed data is cut off"
    case .compressionDamaged: "its compressed data is damaged"
    case .missingPages(let found, let expected): "only \(found) of \(expected) pages are present"
    case .missingRecords(let found, let expected):
      "only \(found) of \(expected) records are present"
    case .nextPageMissing: "its last page says that another follows"
    }
  }
}
