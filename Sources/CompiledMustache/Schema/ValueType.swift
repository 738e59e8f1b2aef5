/// What a key of a schema holds, and so what a template may do with it.
package enum ValueType: Equatable, Sendable {
  /// Raw text of any origin; escaped where it is written.
  case text
  /// A word of the program's own, never a user's: a colour, a class, a language tag. Escaped as
  /// text, and the only text that may stand in a `style` attribute.
  case keyword
  /// A URL whose scheme was checked; the only text that may begin a link's destination.
  case url
  /// Text in the template's own format, written as it is by `{{{ }}}`.
  case markup
  /// True or false, for sections only.
  case flag
  /// Written as plain decimal digits; zero is false.
  case integer
  /// A record that may be absent.
  case record(RecordSchema)
  /// Any number of records. A schema without keys means that there never is one.
  case list(RecordSchema)
  /// Texts under names that no schema knows, reached as `key.name`; a missing name is empty.
  case namedTexts

  /// The word for this type in references and errors.
  package var name: String {
    switch self {
    case .text: "text"
    case .keyword: "keyword"
    case .url: "URL"
    case .markup: "markup"
    case .flag: "yes/no"
    case .integer: "integer"
    case .record: "record"
    case .list: "list"
    case .namedTexts: "texts by name"
    }
  }

  /// The schema of the records inside, where there are any.
  var inner: RecordSchema? {
    switch self {
    case .record(let schema), .list(let schema): schema
    case .text, .keyword, .url, .markup, .flag, .integer, .namedTexts: nil
    }
  }
}
