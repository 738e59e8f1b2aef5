private let lessThan = UInt8(ascii: "<")
private let greaterThan = UInt8(ascii: ">")
private let slash = UInt8(ascii: "/")
private let dash = UInt8(ascii: "-")
private let equals = UInt8(ascii: "=")
private let quote = UInt8(ascii: "\"")
private let apostrophe = UInt8(ascii: "'")
private let exclamationMark = UInt8(ascii: "!")

extension HTMLPlace {
  /// Follows one byte.
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
    if isLetter(byte) {
      isEndTag = isEnd
      element = [lowercased(byte)]
      attribute = []
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
      element.append(lowercased(byte))
    } else if byte == equals, hasName {
      state = .beforeValue
    } else if state == .attributeName {
      attribute.append(lowercased(byte))
    } else {
      attribute = [lowercased(byte)]
      state = .attributeName
    }
  }

  private mutating func stepInValue(_ byte: UInt8) {
    if case .quotedValue(let opening) = state {
      valueMayBeEmpty = false
      if byte == opening {
        attribute = []
        state = .afterQuotedValue
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
      valueMayBeEmpty = true
    } else {
      state = .unquotedValue
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
    // Closed by "-->" and "--!>", and right after its opening by ">" and "->".
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
    case .rawEndTag where isLetter(byte):
      rawEndName.append(lowercased(byte))
    case .rawEndTag
    where rawEndName == element && (isSpace(byte) || byte == slash || byte == greaterThan):
      isEndTag = true
      state = .tagName
      stepInTag(byte)
    default:
      state = byte == lessThan ? .rawLessThan : .rawText
    }
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }

  private func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
