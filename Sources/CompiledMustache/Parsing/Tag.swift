/// One tag as it stands in the source.
struct Tag: Sendable {
  enum Kind: Sendable {
    case escaped, unescaped
    case section, inverted, end
    case partial, dynamicPartial
    case parent, block
    case comment, delimiters

    /// Whether white space around the tag goes where it is alone on its line.
    var canStandAlone: Bool {
      switch self {
      case .section, .inverted, .end, .partial, .dynamicPartial, .comment, .delimiters: true
      // Parents and blocks have rules of their own.
      case .parent, .block, .escaped, .unescaped: false
      }
    }
  }

  var kind: Kind
  /// What it names, without white space around it.
  var name: String
  /// With its delimiters.
  var range: Range<Int>
}
