import ByteText
import Exports
import Glibc
import Notifications
import Pipeline

extension Failure {
  /// The message about an input that cannot be read.
  init(_ error: ExportError) {
    let (status, what, advice) =
      if case .foreign(let kind, let gzipped) = error.reason {
        ForeignFormatSentence.words(kind, file: error.file, isExport: true, gzipped: gzipped)
      } else {
        Self.words(error.reason)
      }
    self.init(
      status: status, message: Fault.Place.words(of: error.file, error.location) + ": " + what,
      advice: advice)
  }

  private static func words(_ reason: ExportError.Reason) -> (ExitStatus, String, String) {
    switch reason {
    case .noSuchFile: (.noInput, "there is no such file", "check the path")
    case .isDirectory: (.noInput, "this is a folder", "name the files in it")
    case .unreadable(let code):
      (.noInput, "it cannot be read: \(String(cString: strerror(code)))", "check its permissions")
    case .changed:
      (
        .noUsableData, "it changed while it was being read",
        "run the command again when the export is complete"
      )
    case .empty(let how): empty(how)
    case .foreign(let kind, let gzipped):
      ForeignFormatSentence.words(kind, file: "FILE", isExport: true, gzipped: gzipped)
    case .utf16: (.noUsableData, "it is UTF-16", "convert it: iconv -f UTF-16 -t UTF-8")
    case .decompressedTooLarge(let limit):
      (.noUsableData, "it decompresses to more than \(limit) bytes", "decompress it first")
    case .noSpool(let folder, let code):
      (
        .cannotCreate,
        "cannot write a temporary file to \(folder): \(String(cString: strerror(code)))",
        "free some space there, or name another folder in TMPDIR"
      )
    case .database(let failure): database(failure)
    case .noRecords(let found): noRecords(found)
    case .allLeftOut(let count, let profile):
      (
        .noUsableData, "profile \(profile.text) leaves out all \(count.counted("record"))",
        "correct its where and whereNot, or leave the file out"
      )
    case .allRejected(let count, let profile, let first):
      (
        .noUsableData,
        "profile \(profile.text) can read none of its \(count.counted("record")); "
          + "\(Fault.Place.words(of: "the first", first.place)): \(RejectSentence.fault(of: first))",
        "draft a profile of your own with tidings profiles draft"
      )
    case .missingJoin(let name, let profile):
      (
        .usage, "profile \(profile.text) looks values up in a file called \(name)",
        "name it with --join \(name)=FILE"
      )
    case .joinTooLarge(let list, let limit):
      (
        .noUsableData,
        "its list \(list), in which a profile looks values up, has more than \(limit) bytes",
        "export fewer pages at a time"
      )
    case .everyoneUnknown(let profile):
      (
        .usage, "profile \(profile.text) has notifications for everyone",
        "list everyone with --recipients FILE, or with recipients in the file of --config"
      )
    case .errorAnswer(let text):
      (
        .noUsableData, "it is not an export but an answer: \(text)",
        "run the export again; an export without notifications contains no error"
      )
    case .undetected(let error): undetected(error)
    case .tooLarge(let limit):
      (.noUsableData, "the inputs have more than \(limit) bytes", "read them in parts")
    case .outOfMemory: (.noUsableData, "there is not enough memory", "read the inputs in parts")
    case .interrupted: (.systemError, "reading was interrupted", "run the command again")
    }
  }

  private static func empty(_ how: ExportError.Emptiness) -> (ExitStatus, String, String) {
    let again = "run the export again; an export without notifications is [] or an empty table"
    let what =
      switch how {
      case .noBytes: "the file is empty, as after a failed dump"
      case .blank: "the file contains only white space"
      case .compressed: "the file is empty after decompression"
      case .damaged: "its compressed data is damaged before the first record"
      }
    return (.noUsableData, what, again)
  }

  private static func noRecords(_ found: FoundObjects) -> (ExitStatus, String, String) {
    let paths = found.paths.isEmpty ? "" : ": \(listed(found.paths))"
    return (
      .noUsableData, "it contains objects but no records; no profile fits\(paths)",
      "a record has an id, a type, a title or text, and a time; other fields need a profile of their own"
        + " (tidings profiles draft)"
    )
  }

  static func database(_ failure: SQLiteFailure) -> (ExitStatus, String, String) {
    switch failure {
    case .unreadable(let why): (.noInput, "it cannot be read: \(why)", "check its permissions")
    case .locked: (.noUsableData, "another program has locked the database", "try again later")
    case .corrupt(let why):
      (
        .noUsableData, "the database is damaged: \(why)",
        "export it again, or try sqlite3's .recover"
      )
    case .leftover(let file):
      (
        .noUsableData, "\(file) was left behind and cannot be used, so rows would be missing",
        "open the database once with the app or with sqlite3"
      )
    case .changed: (.noUsableData, "the database changed while it was being read", "try again")
    case .coreData:
      (
        .noUsableData, "this is a Core Data store, and no bundled profile knows its tables",
        "write a profile of your own and pass its folder with --profiles"
      )
    case .noTable(let found, let views) where found.isEmpty && views.isEmpty:
      (.noUsableData, "the database has no tables", "export it again")
    case .noTable(let found, let views):
      (
        .noUsableData,
        "no table fits a profile; the tables are: \(listed(found))"
          + (views.isEmpty ? "" : ", and the views: \(listed(views))"),
        views.isEmpty
          ? "draft a profile with tidings profiles draft, or name one with --profile"
          : "draft a profile with tidings profiles draft; to read a view, name it as the table of the "
            + "profile's records"
      )
    case .lacking(let fields, let table, let profile):
      (
        .noUsableData, "the table \(table) lacks \(listed(fields)) of profile \(profile.text)",
        "correct the profile's paths, or name another table in it"
      )
    case .severalTables(let tables):
      (
        .noUsableData, "several tables fit: \(listed(tables))",
        "write a profile of your own that names the table"
      )
    case .noSuchTable(let name, let found):
      (
        .noUsableData, "there is no table \(name); the tables are: \(listed(found))",
        "name one of them"
      )
    case .tooLarge(let row):
      (.noUsableData, "the row after row \(row) contains a value that is too large", "shorten it")
    case .endless:
      (.noUsableData, "reading it takes far too long for its size", "export it to JSON Lines")
    case .failed(let why): (.noUsableData, "SQLite failed: \(why)", "export it again")
    }
  }

  private static func undetected(_ error: DetectionError) -> (ExitStatus, String, String) {
    switch error {
    case .noMatch(let scores, let sampled): noMatch(scores, sampled: sampled)
    case .tie(let scores):
      (
        .noUsableData,
        "several profiles fit its records equally well: " + listed(scores.map(\.profile.text)),
        "choose one of them, such as --profile \(scores.first?.profile.text ?? "NAME")"
      )
    }
  }

  private static func noMatch(
    _ scores: [Detection.Score], sampled: Int
  ) -> (ExitStatus, String, String) {
    let fitting = scores.filter { $0.records > 0 }
    let advice =
      "name the profile with --profile, or draft one of your own with tidings profiles draft"
    guard fitting.isEmpty else {
      let found = fitting.prefix(3).map { "\($0.profile.text) \($0.records)" }
      let count = fitting.reduce(0) { $0 + $1.records }
      let words =
        "no profile fits its records: of the first \(sampled), only \(count) fit one"
        + " (\(listed(found)))"
      return (.noUsableData, words, advice)
    }
    let best = scores.prefix(3).map { "\($0.profile.text) \($0.points)" }
    let found = best.isEmpty ? "" : " (best scores: \(listed(best)))"
    return (.noUsableData, "no profile fits its records" + found, advice)
  }
}

/// Says why a record was rejected: for the terminal, for JSON, for the log.
enum RejectSentence {
  /// `export.jsonl, line 7: created_at: there is no time`
  static func of(_ reject: Reject) -> String {
    "\(Fault.Place.words(of: reject.file, reject.place)): \(fault(of: reject))"
  }

  /// `created_at: there is no time`
  static func fault(of reject: Reject) -> String {
    (reject.field.map { "\($0): " } ?? "") + reason(reject.reason)
  }

  /// The warning about a file of rejected rows under several headers, or of some under none.
  static func ofSeveralTables(_ path: String) -> String {
    "\(path) holds records of exports with different columns; divide it before you read it again"
  }

  /// `export.jsonl: 2 of 57 records were rejected and left out`, then the first few with their
  /// reasons.
  static func overview(of index: ExportIndex, listed: Bool) -> [String] {
    let sources = index.sources.filter { $0.rejected > 0 }
    guard !sources.isEmpty else { return [] }
    var lines = sources.prefix(mostNamed).map { source in
      "\(Fault.Place.words(of: source.file, nil)): \(source.rejected) of "
        + "\(source.records.counted("record")) \(source.rejected == 1 ? "was" : "were") rejected and left out"
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
    case .malformed(.invalidUTF8): "the text is not UTF-8; from Latin-1: iconv -f CP1252 -t UTF-8"
    case .malformed(let damage): damaged(damage)
    case .tooLarge(let limit): "the record has \(limit) bytes or more"
    case .missingField: "missing from the record"
    case .nullField: "null"
    case .emptyField: "empty"
    case .notText: "a list or object where text is expected"
    case .loneSurrogate: "an id with half of a surrogate pair, which may be any of several"
    case .unreadableTime(let error): time(error)
    case .blob: "a blob where text is expected"
    case .cellCount(let found, let columns): cellCount(found, columns: columns)
    case .openQuote: openQuote
    case .textAfterQuote: textAfterQuote
    }
  }

  /// Why a row of CSV is no record.
  static func cellCount(_ found: Int, columns: Int) -> String {
    "the row has \(found.counted("cell")), but the header has \(columns)"
  }

  static let openQuote = "a quote opens here and is never closed"
  static let textAfterQuote =
    "text follows the closing quote; a quote inside a cell must be doubled"

  private static func time(_ error: TimestampError) -> String {
    switch error {
    case .empty: "the time is empty"
    case .unreadable: "not a time"
    case .outOfRange: "the time is outside the years 0 to 9999"
    }
  }

  static func damaged(_ reason: RecordDamage.Reason) -> String {
    switch reason {
    case .notAnObject: "not a JSON object"
    case .invalidUTF8: "the text is not UTF-8"
    case .controlCharacter: "a string contains a raw control character"
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
    case .damaged(let line, let column):
      "its quotes or brackets do not match from line \(line), column \(column), on"
    case .lateOwner: "it names its recipient too late, after its records"
    case .compressionTorn: "its compressed data is cut off"
    case .compressionDamaged: "its compressed data is damaged"
    case .missingPages(let found, let expected): "only \(found) of \(expected) pages are present"
    case .missingRecords(let found, let expected):
      "only \(found) of \(expected) records are present"
    case .nextPageMissing: "its last page says that another follows"
    }
  }
}
