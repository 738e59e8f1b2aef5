/// Where in an HTML document the writing stands, followed byte by byte through the literals of a
/// template.
///
/// The states are those of the HTML Living Standard (13.2.5) as far as they decide where a value is
/// safe. Where the standard recovers from an error, this may stay in the stricter state.
struct HTMLPlace: Equatable {
  enum State: Equatable {
    case content
    case tagOpen, endTagOpen
    case tagName
    case beforeAttribute, attributeName, afterAttributeName
    case beforeValue, unquotedValue, afterQuotedValue
    case quotedValue(UInt8)
    /// After a section that may or may not have written an attribute: only white space, `/` and `>`
    /// mean the same either way.
    case betweenAttributes
    /// Where a section that is left out and one that is written lead to different places; never left.
    case ambiguous
    case markupDeclaration, markupDeclarationDash, declaration
    case commentStart, commentStartDash
    /// With the number of dashes just before.
    case comment(dashes: Int)
    /// After `--!`.
    case commentBang
    case rawText, rawLessThan, rawEndTag
  }

  var state = State.content
  var isEndTag = false
  /// The element of the tag, or of the raw text, in lower case.
  var element: [UInt8] = []
  /// The attribute's name in lower case.
  var attribute: [UInt8] = []
  /// What follows `</` in raw text.
  var rawEndName: [UInt8] = []
  /// Whether nothing was certainly written yet in the attribute's value.
  var valueMayBeEmpty = true

  /// Elements whose text knows no tags; in the first two it does know character references.
  private static let textElements = [
    "title", "textarea", "script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext",
  ].map { Array($0.utf8) }

  /// Whether the place is text of a `title` or a `textarea`.
  var isEscapableRawText: Bool {
    isRawText && (element == Self.textElements[0] || element == Self.textElements[1])
  }

  var isRawText: Bool {
    switch state {
    case .rawText, .rawLessThan, .rawEndTag: true
    default: false
    }
  }

  /// Follows literal text.
  mutating func follow(_ literal: ArraySlice<UInt8>) {
    for byte in literal { step(byte) }
  }

  /// Notes that a value was written here.
  mutating func passValue() {
    valueMayBeEmpty = false
  }

  /// The place after a section that was written or left out, nil when the two are incompatible.
  func joined(with other: HTMLPlace) -> HTMLPlace? {
    if state == other.state, element == other.element, attribute == other.attribute,
      isEndTag == other.isEndTag
    {
      var result = self
      result.valueMayBeEmpty = valueMayBeEmpty || other.valueMayBeEmpty
      return result
    }
    guard isBetweenAttributes, other.isBetweenAttributes, element == other.element else {
      return nil
    }
    var result = self
    result.state = .betweenAttributes
    return result
  }

  private var isBetweenAttributes: Bool {
    switch state {
    case .tagName, .beforeAttribute, .attributeName, .afterAttributeName, .afterQuotedValue,
      .betweenAttributes:
      true
    default: false
    }
  }

  /// Leaves a tag: into the element's text, where that is special.
  mutating func endTag() {
    state = !isEndTag && Self.textElements.contains(element) ? .rawText : .content
    if state == .content { element = [] }
    attribute = []
    isEndTag = false
  }
}
