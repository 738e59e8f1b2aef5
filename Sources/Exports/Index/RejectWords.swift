import ByteText

extension Reject {
  /// `export.jsonl, line 7: created_at: there is no time`
  package var sentence: String { "\(Fault.Place.words(of: file, place)): \(words)" }

  /// `created_at: there is no time`
  package var words: String { reason.words(of: field) }
}

extension RejectReason {
  /// The reason with the field, if there is one.
  func words(of field: String?) -> String { (field.map { "\($0): " } ?? "") + words }

  /// The reason without the field.
  package var words: String {
    switch self {
    case .malformed(.invalidUTF8): "the text is not UTF-8; from Latin-1: iconv -f CP1252 -t UTF-8"
    case .malformed(let damage): damage.words
    case .tooLarge(let limit): "the record has \(limit) bytes or more"
    case .missingField: "missing from the record"
    case .nullField: "null"
    case .emptyField: "empty"
    case .notText: "a list or object where text is expected"
    case .loneSurrogate: "an id with half of a surrogate pair, which may be any of several"
    case .unreadableTime(.empty): "the time is empty"
    case .unreadableTime(.unreadable): "not a time"
    case .unreadableTime(.outOfRange): "the time is outside the years 0 to 9999"
    case .unreadableTime(.rounded): "a time rounded by a spreadsheet; export the column as text"
    case .blob: "a blob where text is expected"
    case .cellCount(let found, let columns):
      "the row has \(found.counted("cell")), but the header has \(columns)"
    case .openQuote: "a quote opens here and is never closed"
    case .textAfterQuote: "text follows the closing quote; a quote inside a cell must be doubled"
    }
  }
}

extension RecordDamage {
  package var words: String {
    switch self {
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

extension Incompleteness {
  /// `it ends in the middle`
  package var words: String {
    switch self {
    case .torn: "it ends in the middle"
    case .damaged(let line, let column):
      "its quotes or brackets do not match from line \(line), column \(column), on"
    case .lateOwner: "it names its recipient too late, after its records"
    case .compressionTorn: "its compressed data is cut off"
    case .compressionDamaged: "its compressed data is damaged"
    case .missingPages(let found, let expected): "only \(found) of \(expected) pages are present"
    case .missingRecords(let found, let expected):
      "only \(found) of \(expected) records are present"
    case .partial(let member): "it says itself that something is missing (\(member))"
    case .nextPageMissing: "its last page says that another follows"
    }
  }
}
