import ByteText

/// A position in an HTML document, followed byte by byte through a template's literals.
///
/// The states are those of the HTML Living Standard, section 13.2.5, as far as they decide where a
/// value is safe. Where the standard recovers from an error, this may stay in the stricter state.
struct HTMLPosition: Equatable {
  enum State: Equatable {
    case content
    case tagOpen, endTagOpen
    case tagName
    case beforeAttribute, attributeName, afterAttributeName
    case beforeValue, unquotedValue, afterQuotedValue
    case quotedValue(UInt8)
    /// After a section that may have written an attribute: only white space, `/` and `>` mean the
    /// same either way.
    case betweenAttributes
    /// A skipped section and a written one lead to different states; never left.
    case ambiguous
    case markupDeclaration, markupDeclarationDash, declaration
    case commentStart, commentStartDash
    /// `dashes` is the number of dashes just before, at most 2.
    case comment(dashes: Int)
    /// After `--!`.
    case commentBang
    case rawText, rawLessThan, rawEndTag
  }

  var state = State.content
  var isEndTag = false
  /// The element of the tag or of the raw text, in lowercase.
  var element: [UInt8] = []
  /// The attribute's name in lowercase.
  var attribute: [UInt8] = []
  /// What follows `</` in raw text.
  var rawEndName: [UInt8] = []
  /// Whether the element has an attribute `name` or `property`.
  var isNamed = false
  /// Where the attribute's value is, as an address.
  var address = AddressPosition()

  /// Elements whose text has no tags. Only the first two decode character references.
  private static let textElements = [
    "title", "textarea", "script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext",
  ].map { Array($0.utf8) }

  var elementName: String { String(decoding: element, as: UTF8.self) }

  var attributeName: String { String(decoding: attribute, as: UTF8.self) }

  /// Whether the position is in the text of a `title` or `textarea`.
  var isEscapableRawText: Bool {
    isRawText && (element == Self.textElements[0] || element == Self.textElements[1])
  }

  var isRawText: Bool {
    switch state {
    case .rawText, .rawLessThan, .rawEndTag: true
    default: false
    }
  }

  mutating func follow(_ literal: ArraySlice<UInt8>) { for byte in literal { step(byte) } }

  mutating func passValue() { address.passValue() }

  /// The position after a section that may have been skipped; nil if the two positions are
  /// incompatible.
  func joined(with other: HTMLPosition) -> HTMLPosition? {
    var result = self
    result.isNamed = isNamed && other.isNamed
    if state == other.state, element == other.element, attribute == other.attribute,
      isEndTag == other.isEndTag
    {
      result.address = address.joined(with: other.address)
      return result
    }
    guard isBetweenAttributes, other.isBetweenAttributes, element == other.element else {
      return nil
    }
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

  /// Leaves a tag, for raw text if the element has it.
  mutating func endTag() {
    state = !isEndTag && Self.textElements.contains(element) ? .rawText : .content
    if state == .content { element = [] }
    attribute = []
    isEndTag = false
  }

  mutating func step(_ byte: UInt8) {
    switch state {
    case .content: if byte == lessThan { state = .tagOpen }
    case .tagOpen, .endTagOpen: openTag(byte)
    case .tagName, .beforeAttribute, .attributeName, .afterAttributeName, .afterQuotedValue,
      .betweenAttributes:
      stepInTag(byte)
    case .beforeValue, .unquotedValue, .quotedValue: stepInValue(byte)
    case .markupDeclaration, .markupDeclarationDash, .declaration: stepInDeclaration(byte)
    case .commentStart, .commentStartDash, .comment, .commentBang: stepInComment(byte)
    case .ambiguous: break
    case .rawText, .rawLessThan, .rawEndTag: stepInRawText(byte)
    }
  }

  private mutating func openTag(_ byte: UInt8) {
    let isEnd = state == .endTagOpen
    if byte.isASCIILetter {
      isEndTag = isEnd
      element = [byte.asciiLowercased]
      attribute = []
      isNamed = false
      state = .tagName
    } else if isEnd {
      state = byte == greaterThan ? .content : .declaration
    } else {
      switch byte {
      case slash: state = .endTagOpen
      case exclamationMark: state = .markupDeclaration
      case UInt8(ascii: "?"): state = .declaration
      case lessThan: break
      default: state = .content
      }
    }
  }

  private mutating func stepInTag(_ byte: UInt8) {
    if byte == greaterThan { return endTag() }
    let hasName = state == .attributeName || state == .afterAttributeName
    if isSpace(byte), hasName {
      state = .afterAttributeName
    } else if isSpace(byte) || byte == slash {
      attribute = []
      state = .beforeAttribute
    } else if state == .betweenAttributes {
      state = .ambiguous
    } else if state == .tagName {
      element.append(byte.asciiLowercased)
    } else if byte == equals, hasName {
      state = .beforeValue
      address = AddressPosition()
      if attribute.elementsEqual("name".utf8) || attribute.elementsEqual("property".utf8) {
        isNamed = true
      }
    } else if state == .attributeName {
      attribute.append(byte.asciiLowercased)
    } else {
      attribute = [byte.asciiLowercased]
      state = .attributeName
    }
  }

  private mutating func stepInValue(_ byte: UInt8) {
    if case .quotedValue(let opening) = state {
      if byte == opening {
        attribute = []
        state = .afterQuotedValue
      } else if isSpace(byte), HTMLValueCheck.isAddressList(attribute) {
        address = AddressPosition()
      } else {
        address.step(byte)
      }
    } else if byte == greaterThan {
      endTag()
    } else if isSpace(byte) {
      if state == .unquotedValue {
        attribute = []
        state = .beforeAttribute
      }
    } else if state == .beforeValue, byte == quote || byte == apostrophe {
      state = .quotedValue(byte)
    } else {
      state = .unquotedValue
      address.step(byte)
    }
  }

  private mutating func stepInDeclaration(_ byte: UInt8) {
    if byte == dash, state == .markupDeclaration {
      state = .markupDeclarationDash
    } else if byte == dash, state == .markupDeclarationDash {
      state = .commentStart
    } else {
      state = byte == greaterThan ? .content : .declaration
    }
  }

  private mutating func stepInComment(_ byte: UInt8) {
    switch (state, byte) {
    // A comment ends at "-->" and "--!>", and at ">" and "->" right after it opens.
    case (.commentStart, greaterThan), (.commentStartDash, greaterThan),
      (.commentBang, greaterThan), (.comment(2...), greaterThan):
      state = .content
    case (.commentStart, dash): state = .commentStartDash
    case (.commentStartDash, dash): state = .comment(dashes: 2)
    case (.comment(let dashes), dash): state = .comment(dashes: min(2, dashes + 1))
    case (.comment(2...), exclamationMark): state = .commentBang
    case (.commentBang, dash): state = .comment(dashes: 1)
    default: state = .comment(dashes: 0)
    }
  }

  private mutating func stepInRawText(_ byte: UInt8) {
    switch state {
    case .rawLessThan where byte == slash:
      state = .rawEndTag
      rawEndName = []
    case .rawEndTag where byte.isASCIILetter: rawEndName.append(byte.asciiLowercased)
    case .rawEndTag
    where rawEndName == element && (isSpace(byte) || byte == slash || byte == greaterThan):
      isEndTag = true
      state = .tagName
      stepInTag(byte)
    default: state = byte == lessThan ? .rawLessThan : .rawText
    }
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }
}

private let lessThan = UInt8(ascii: "<")
private let greaterThan = UInt8(ascii: ">")
private let slash = UInt8(ascii: "/")
private let dash = UInt8(ascii: "-")
private let equals = UInt8(ascii: "=")
private let quote = UInt8(ascii: "\"")
private let apostrophe = UInt8(ascii: "'")
private let exclamationMark = UInt8(ascii: "!")
